"""Begin the translation of an article: headings and code are there, every sentence still has to be translated."""

import re
from typing import Any

import yaml

from tracefix.articles.model import Article
from tracefix.languages import ENGLISH, LANGUAGES

_ROW = ("if", "do", "note")  # commands and conditions are those of the English rows


def draft_translation(article: Article, language: str) -> str:
    """The text of article.<language>.md, in English but for the headings of the sections."""
    head = article.path.read_text(encoding="utf-8").split("---\n")[1]
    values = yaml.safe_load(head)
    kept = {key: values[key] for key in ("title", "summary", "symptoms") if key in values}
    words = {"title": kept.pop("title"), "summary": kept.pop("summary"), **_remedy(values), **kept}
    if cases := values.get("cases"):
        words["cases"] = [one["fix"] if {*(one := _remedy(case))} == {"fix"} else one for case in cases]
    if notes := [each["note"] for each in values.get("affects", ()) if "note" in each]:
        words["notes"] = notes
    body = article.body
    for english, translated in zip(LANGUAGES[ENGLISH].sections, LANGUAGES[language].sections, strict=True):
        body = re.sub(rf"(?m)^## {re.escape(english)}$", f"## {translated}", body)
    return f"---\n{yaml.safe_dump(words, allow_unicode=True, sort_keys=False, width=110)}---\n{body}"


def _remedy(values: dict[str, Any]) -> dict[str, Any]:
    """The finding and the fix, or its rows, of an article or a case."""
    found: dict[str, Any] = {key: values[key] for key in ("finding", "fix") if key in values}
    if "steps" in values:
        found["steps"] = [{key: row[key] for key in _ROW if key in row} for row in values["steps"]]
    return found
