"""browser.txt: which scripts show in a browser what they show in a terminal. Written by `verify_in_browser --record`.

A file is a line `pyodide: VERSION`, then a line for each script: its name, its hash, and `yes` or why not.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tracefix.articles.files import read_file
from tracefix.articles.model import ArticleError, Problem, Script

NAME = "browser.txt"
_HEAD = "pyodide: "


@dataclass(frozen=True, slots=True)
class BrowserRecord:
    """What a version of Pyodide made of the scripts of an article: `yes` or why not, by name and hash."""

    pyodide: str
    results: Mapping[tuple[str, str], str]

    def of(self, scripts: Iterable[Script]) -> dict[str, str]:
        """The results by name, without those of scripts that were edited since."""
        keys = ((script.name, script.hash) for script in scripts)
        return {key[0]: self.results[key] for key in keys if key in self.results}


def read_browser_record(path: Path) -> BrowserRecord:
    """Read a record. Raises FileNotFoundError, and ArticleError if it is damaged."""
    head, *lines = read_file(path).splitlines() or [""]
    rows = [line.split(" ", 2) for line in lines]
    if not head.startswith(_HEAD) or any(len(row) != 3 for row in rows):
        message = "not a record of the browser: write it with `manage.py verify_in_browser --record`"
        raise ArticleError([Problem(path, 1, message)])
    return BrowserRecord(head.removeprefix(_HEAD), {(name, digest): result for name, digest, result in rows})


def write_browser_record(path: Path, record: BrowserRecord) -> None:
    """Write a record to its path."""
    rows = [f"{name} {digest} {result}" for (name, digest), result in record.results.items()]
    path.write_text("\n".join([_HEAD + record.pyodide, *rows, ""]), encoding="utf-8")
