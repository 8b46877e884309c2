"""What the page of an article shows, made ready for its template."""

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from kb.core.articles.model import Article, Pair, Run, Script
from kb.core.reading.cleaning import clean
from kb.core.reading.report import Error
from kb.core.reading.tracebacks import parse
from kb.library import RenderedArticle
from kb.pages.addresses import absolute

# What Markdown reads as marks; an underscore within a word is none
_MARKS = re.compile(r"[\\\[\]`*<>]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")


@dataclass(frozen=True, slots=True)
class DrawnScript:
    """A script on the article's page."""

    name: str
    kind: str  # fails, works
    word: str
    path: str
    command: str
    code: SafeString


@dataclass(frozen=True, slots=True)
class DrawnPair:
    """A pair of scripts on the article's page."""

    name: str
    purpose: str
    anchor: str
    scripts: tuple[DrawnScript, DrawnScript]
    difference: SafeString


@dataclass(frozen=True, slots=True)
class DrawnRun:
    """A recorded run on the article's page, with the line that tells the error."""

    run: Run
    said: str


def draw_pair(request: HttpRequest, found: Article, pair: Pair, rendered: RenderedArticle) -> DrawnPair:
    """A pair with its commands, its code and what changes in it."""

    def draw(script: Script, kind: str, word: str) -> DrawnScript:
        path = reverse("article_file", args=[found.slug, script.name])
        command = f"uv run {absolute(path, request)}"
        return DrawnScript(script.name, kind, word, path, command, safe(rendered.codes[script.name]))

    return DrawnPair(
        name=pair.name,
        purpose=_docstring(pair.repro.text),
        anchor=pair.name or "main",
        scripts=(draw(pair.repro, "fails", gettext("Error")), draw(pair.fixed, "works", gettext("Fix"))),
        difference=safe(rendered.diffs[pair.name]),
    )


def _docstring(text: str) -> str:
    """What a script says of itself."""
    try:
        return ast.get_docstring(ast.parse(text)) or ""
    except SyntaxError:  # written for another Python
        return ""


def draw_runs(runs: Iterable[Run]) -> list[DrawnRun]:
    """The newest Python first, the main script before the others."""
    ordered = sorted(
        runs, key=lambda run: (run.script != "repro.py", run.script, [-part for part in _numbers(run.python)])
    )
    return [DrawnRun(run, _error_line(run.output)) for run in ordered]


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".") if part.isdigit()]


@lru_cache(maxsize=4096)
def _error_line(output: str) -> str:
    """The root error of a recorded output, in its exact wording; its last line where no error is in it."""
    errors = parse(clean(output)).errors
    for error in errors:
        if error.is_root:
            return _said(error)
    return output.strip().rpartition("\n")[2]


def _said(error: Error) -> str:
    return f"{error.type}: {error.message}" if error.type and error.message else error.type or error.message


def markdown_link(title: str, url: str) -> str:
    """A link for an issue: `[title](url)`, with what Markdown would read as marks kept literal."""
    escaped = _MARKS.sub(r"\\\g<0>", title)
    return f"[{escaped}]({url})"


def safe(markup: str) -> SafeString:
    """Markup that kb/core/articles/rendering.py sanitised, or that kb/core/search/query.py escaped."""
    return mark_safe(markup)  # noqa: S308
