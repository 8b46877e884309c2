"""The line of a file that a problem points at, where the loaded article does not know it."""

from pathlib import Path

from tracefix.articles.files import read_file


def line_of(path: Path, key: str) -> int:
    """The line of a key of the front matter, from 1; 1 if it is not there."""
    lines = read_file(path).splitlines()
    return next((number for number, line in enumerate(lines, 1) if line.startswith(f"{key}:")), 1)
