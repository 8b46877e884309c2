"""Prepare the contents of an article's page for its template."""

import ast
import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from kb.addresses import absolute
from kb.library import RenderedArticle
from kb.pages.playground import kind_of
from tracefix.articles.changes import added_text
from tracefix.articles.model import Article, Pair, Run, Script
from tracefix.articles.tested_versions import EnvironmentRow, environment_rows, newest_run, version_numbers
from tracefix.reading.error_line import error_line
from tracefix.repros.script_header import ScriptError, read_header

# Characters that Markdown reads as markup; an underscore within a word is not
_MARKS = re.compile(r"[\\\[\]`*<>]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")


@dataclass(frozen=True, slots=True)
class DrawnScript:
    """A script on the article's page."""

    name: str
    kind: str  # fails, works
    word: str
    path: str
    commands: tuple[str, ...]  # to run it, with uv and without
    packages: str  # the command that installs its packages; empty if it needs none
    code: SafeString


@dataclass(frozen=True, slots=True)
class DrawnPair:
    """A pair of scripts on the article's page."""

    name: str
    purpose: str
    anchor: str
    playground: str  # what the page can do with it: run, play or nothing
    scripts: tuple[DrawnScript, DrawnScript]
    changes: SafeString
    added: str  # the lines that the fix adds


@dataclass(frozen=True, slots=True)
class DrawnGrid:
    """The tested versions of a pair: each environment with the results of the repro and the fix."""

    repro: str
    fixed: str
    rows: list[EnvironmentRow]


@dataclass(frozen=True, slots=True)
class DrawnOutput:
    """The output of a script, and all runs that printed the same."""

    error_line: str  # the line that names the error
    output: str
    runs: list[Run]
    path: str  # where the first of these runs can be read
    is_shown: bool  # the newest output of a main script; others are only linked, because they would make the page large


def draw_pair(request: HttpRequest, found: Article, pair: Pair, rendered: RenderedArticle) -> DrawnPair:
    """A pair with its commands, its code and what changes in it."""

    def draw(script: Script, kind: str, word: str) -> DrawnScript:
        path = reverse("article_file", args=[found.slug, script.name])
        return DrawnScript(
            script.name,
            kind,
            word,
            path,
            _commands(absolute(path, request), script.name),
            _install_command(script.text),
            safe(rendered.codes[script.name]),
        )

    return DrawnPair(
        name=pair.name,
        purpose=_docstring(pair.repro.text),
        anchor=pair.name or "main",
        playground=kind_of(found, pair),
        scripts=(draw(pair.repro, "fails", gettext("Error")), draw(pair.fixed, "works", gettext("Fix"))),
        changes=safe(rendered.changes[pair.name]),
        added=added_text(pair.repro.text, pair.fixed.text),
    )


def _commands(url: str, name: str) -> tuple[str, ...]:
    return (f"uv run {url}", f"curl -fsSLO {url} && python {name}")


def _install_command(text: str) -> str:
    """The command that installs the packages of a script's header; empty if there are none."""
    try:
        packages = read_header(text).dependencies
    except ScriptError:
        return ""
    return f"pip install {' '.join(map(shlex.quote, packages))}" if packages else ""


def _docstring(text: str) -> str:
    """The docstring of a script."""
    try:
        return ast.get_docstring(ast.parse(text)) or ""
    except SyntaxError:  # written for another version of Python
        return ""


def draw_runs(found: Article) -> dict[str, Any]:
    """The context of _runs.html: the grids of tested versions, the wordings of the error, and all outputs."""
    outputs = _draw_outputs(found)
    return {
        "grids": _draw_grids(found),
        "outputs": outputs,
        "wordings": _wordings(outputs),
        "newest": _draw_newest(found),
    }


def _draw_newest(found: Article) -> dict[str, Any] | None:
    """The result of the main script with the newest packages that it was run with; None if it was never run."""
    run = newest_run(found.pairs[0], found.runs) if found.pairs else None
    if run is None:
        return None
    packages = [f"{name} {version}" for name, version in run.packages.items()]
    return {"what": ", ".join([*packages, f"Python {run.python}"]), "date": run.date, "occurs": run.reproduced}


def _draw_grids(found: Article) -> list[DrawnGrid]:
    """The grids of tested versions, the main pair first."""
    grids = (DrawnGrid(pair.repro.name, pair.fixed.name, environment_rows(pair, found.runs)) for pair in found.pairs)
    return [grid for grid in grids if grid.rows]


def _draw_outputs(found: Article) -> list[DrawnOutput]:
    """The outputs of the scripts: the main script first, the newest Python first, equal outputs merged."""
    ordered = sorted(
        found.runs,
        key=lambda run: (
            run.is_fix,
            run.script.count("_"),
            run.script,
            [-part for part in version_numbers(run.python)],
        ),
    )
    groups: dict[tuple[str, str], list[Run]] = {}
    for run in ordered:
        groups.setdefault((run.script, run.output.strip()), []).append(run)
    main = {script.name for pair in found.pairs[:1] for script in (pair.repro, pair.fixed)}
    newest = {script: runs for (script, _), runs in reversed(groups.items())}
    return [
        DrawnOutput(
            error_line(output),
            output,
            same,
            reverse("article_file", args=[found.slug, f"runs/{same[0].path.name}"]),
            script in main and same is newest[script],
        )
        for (script, output), same in groups.items()
    ]


def _wordings(outputs: Iterable[DrawnOutput]) -> list[tuple[str, list[Run]]]:
    """Each wording of the error, exactly, with the runs that had it."""
    found: dict[str, list[Run]] = {}
    for drawn in outputs:
        if shown := [run for run in drawn.runs if run.reproduced]:
            found.setdefault(drawn.error_line, []).extend(shown)
    return list(found.items())


def markdown_link(title: str, url: str) -> str:
    """A Markdown link for an issue, `[title](url)`, with the markup in the title escaped."""
    escaped = _MARKS.sub(r"\\\g<0>", title)
    return f"[{escaped}]({url})"


def safe(markup: str) -> SafeString:
    """Markup that tracefix/articles/rendering.py sanitised, or that tracefix/search/query.py escaped."""
    return mark_safe(markup)  # noqa: S308
