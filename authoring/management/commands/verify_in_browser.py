"""`manage.py verify_in_browser`: which repros and fixes show in a browser what they show in a terminal.

The page of an article has "Run it here" for a pair of which both do. Nobody says so by hand.
"""

import json
import re
import sys
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from packaging.requirements import InvalidRequirement

from authoring.management.scripts import load_named
from authoring.repros.browser import chromium, open_browser
from kb.server import playground
from tracefix.articles import browser_record
from tracefix.articles.browser_record import BrowserRecord, write_browser_record
from tracefix.articles.model import REQUIREMENTS, Article, Script
from tracefix.reading.error_line import error_line
from tracefix.repros.script_header import ScriptError, read_header

_YES = "yes"
_SECONDS = 20  # as in static/kb/playground.js
_STDLIB = re.compile(r"(?:/usr)?/lib/python3[.\d]*(?:\.zip)?/|\.pyc?\b")  # where a Python has its library


class Command(BaseCommand):
    help = (
        "Run the scripts in Chromium with the Pyodide of `make playground`. A repro must print an error line that "
        "runs/ has of it, a fix must exit 0. Without --record, only pairs of which both did so before are run."
    )
    requires_system_checks: Sequence[str] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="SLUG", help="these articles only")
        parser.add_argument("--record", action="store_true", help="try every script, and write browser.txt")

    def handle(self, *args: Any, **options: Any) -> None:
        known, _ = load_named(options["slugs"], None)
        path = chromium()
        if not playground.version() or not path:
            lacking = "Chromium" if playground.version() else "the playground: make playground"
            self.stdout.write(f"no script was run in a browser: this machine lacks {lacking}")
            return
        articles = [known[slug] for slug in options["slugs"] or known]
        with open_browser(path) as self.browser:
            failed = [article.slug for article in articles if not self._verify(article, is_recorded=options["record"])]
        if failed:
            self.stdout.write(f"no longer shown in a browser as recorded: {', '.join(failed)}")  # far above, in a log
            sys.exit(1)

    def _verify(self, article: Article, *, is_recorded: bool) -> bool:
        """Whether all scripts do what the record says; with `is_recorded`, make the record."""
        results: dict[tuple[str, str], str] = {}
        for pair in article.pairs:
            if not is_recorded and not article.runs_in_browser(pair):
                continue
            result = _YES
            for script in (pair.repro, pair.fixed):
                result = self._try(article, script) if result == _YES else "not tried, as its repro"
                results[script.name, script.hash] = result
                self.stdout.write(f"{article.slug}/{script.name}: {result}")
                self.stdout.flush()
        if is_recorded and results:
            write_browser_record(article.folder / browser_record.NAME, BrowserRecord(_pyodide(), results))
        return is_recorded or all(result == _YES for result in results.values())

    def _try(self, article: Article, script: Script) -> str:
        """`yes`, or why a script does not show in a browser what it shows in a terminal."""
        if article.requires:
            return f"needs {' and '.join(str(REQUIREMENTS[name]) for name in article.requires)}"
        try:
            versions = read_header(script.text).requires_python
            if not versions.contains(playground.python_version()):
                return f"needs Python {versions}"
            outcome = self.browser.run(script, timeout_s=_SECONDS)
        except (LookupError, ScriptError, InvalidRequirement) as error:
            return str(error)
        if outcome.is_timeout:
            return f"does not end within {_SECONDS} s"
        printed = error_line(outcome.output).partition("\n")[0]
        if script.is_fix:
            return f"prints {printed}" if outcome.exit_status else _YES
        runs = (run for run in article.runs if run.script == script.name and run.reproduced)
        known = {_without_places(error_line(run.output).partition("\n")[0]) for run in runs}
        if outcome.exit_status and _without_places(printed) in known:
            return _YES
        return f"prints {printed}" if outcome.exit_status else "does not fail"


def _pyodide() -> str:
    """The version of Pyodide that `make playground` installs."""
    package = json.loads((settings.BASE_DIR / "playground" / "package.json").read_text(encoding="utf-8"))
    return str(package["dependencies"]["pyodide"])


def _without_places(line: str) -> str:
    """An error line without the folder of the library that it may name, which is another one in each Python."""
    return _STDLIB.sub("", line)
