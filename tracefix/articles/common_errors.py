"""common.txt, the list of the most common errors, for the home page. Its head says how they were counted."""

from pathlib import Path

from tracefix.articles.files import read_file
from tracefix.articles.model import ArticleError

_NAME = "common.txt"


def read_common(root: Path) -> tuple[str, ...]:
    """The slugs of the list below `root`, most common first. A list that is not there or not readable is empty."""
    try:
        lines = read_file(root / _NAME).splitlines()
    except (FileNotFoundError, ArticleError):
        return ()
    return tuple(line.strip() for line in lines if line.strip() and line[0] != "#")
