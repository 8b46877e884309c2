"""Lint: what an article says that its scripts print stands in their recorded runs.

Readers compare their own terminal with it. What another command prints is not known here.
"""

import re
from collections.abc import Iterator

from authoring.lint.reports import look_alikes, own_reports
from tracefix.articles.distributions import nearest
from tracefix.articles.model import Article, Problem

# These run on our own files only, never on a paste of a reader.
_PRINTS = re.compile(  # at once, or “reads `a.txt` and prints”, or “. It prints”, but not “`cat a.txt` prints”
    r"`(?:python3? )?(?P<script>(?:repro|fixed)\w*\.py)`"
    r"(?:[^`.]*|[^`.]{0,40}[.:]\s[Ii]t\s(?:now\s)?(?=prints\b)|(?:[^`.\n]|\n(?!\n)|\.\b|`(?!(?:repro|fixed)\w*\.py`)[^`\n]+`)*?\b(?:and|then|it)\s(?=prints\b))"
    r"\bprints?(?P<how>(?: [a-z]+){0,2})"
    r"(?: (?P<spans>`[^`]+`(?:,?(?: and| then)? `[^`]+`)*)|:\s*\n```\w*\n(?P<block>.*?)\n```)",
    re.DOTALL,
)
_THE_SCRIPT_PRINTS = re.compile(r"\b[Tt]he script (?:now )?prints (?P<spans>`[^`]+`)")
_SPAN = re.compile(r"`([^`]+)`")
_CODE = re.compile(r"^ *```\w*\n(?P<block>.*?)\n *```$|(?<!`)`(?P<span>[^`]+)`(?!`)", re.DOTALL | re.MULTILINE)
_NO_OUTPUT = {"such", "like", "example", "no", "nothing"}  # behind "prints"
_SHORTEST = 6  # characters of a line that a quotation is compared with


def check(article: Article) -> Iterator[Problem]:
    """The outputs in the body that no run has. “prints something like” says that it is an example."""
    nearly = {text: (place, meant) for place, text, meant in _nearly_printed(article)}
    for text, (place, meant) in nearly.items():
        message = f"`{text}` is nearly `{meant}`, which a fix printed: copy it from runs/"
        yield Problem(article.path, _line(article, place), message)
    for found in _PRINTS.finditer(article.body):
        if _NO_OUTPUT.intersection(found["how"].split()):
            continue
        outputs = [_plain(run.output) for run in article.runs if run.script == found["script"]]
        for text in map(_plain, found["block"].split("\n") if found["block"] else _SPAN.findall(found["spans"])):
            if outputs and not (text in nearly or "…" in text or any(text in output for output in outputs)):
                message = f"no run of {found['script']} printed `{text}`: copy what it printed from runs/"
                yield Problem(article.path, _line(article, found.start()), message)
    outputs = [_plain(run.output) for run in article.runs]
    for found in _THE_SCRIPT_PRINTS.finditer(article.body) if outputs else ():
        (text,) = map(_plain, _SPAN.findall(found["spans"]))
        if text not in nearly and "…" not in text and not any(text in output for output in outputs):
            message = f"no run printed `{text}`: copy what the script printed from runs/"
            yield Problem(article.path, _line(article, found.start()), message)


def _nearly_printed(article: Article) -> Iterator[tuple[int, str, str]]:
    """The code of the body that is nearly a line of a fix's run, with its place and that line.

    It is none of any report or script, and the body does not quote that line as well.
    """
    printed = {_plain(line) for run in article.runs if run.is_fix for line in run.output.splitlines()}
    printed = {line for line in printed if len(line) >= _SHORTEST and line not in _plain(article.body)}
    if not printed:
        return
    texts = (run.output for run in article.runs), (script.text for script in article.scripts)
    reports = (report.text for report in (*own_reports(article), *look_alikes(article)))
    known = _plain("\n".join((*texts[0], *texts[1], *reports)))
    for found in _CODE.finditer(article.body):
        for text in map(_plain, (found["block"] or found["span"]).split("\n")):
            if text and text not in known and (meant := nearest(text, sorted(printed))):
                yield found.start(), text, meant


def _line(article: Article, place: int) -> int:
    return article.body_line + article.body.count("\n", 0, place)


def _plain(text: str) -> str:
    return " ".join(text.split())
