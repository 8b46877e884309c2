"""Lint: brackets of code to be copied that are opened and never closed, or closed and never opened."""

import ast
import re
import textwrap
from collections.abc import Iterator

from tracefix.articles.files import read_file
from tracefix.articles.model import Article, Problem

# These run on our own files only, never on a paste of a reader.
_BLOCK = re.compile(r"(?ms)^( *)```python\n(.*?)^ *```")
_PLACEHOLDER = re.compile(r"\{\{\w+(?:\|([^}]*))?\}\}")
_QUOTED = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'")
_BRANCHES = re.compile(r"\bcase\b.*\besac\b")  # whose patterns end in a bracket alone
_PAIRS = {")": "(", "]": "[", "}": "{"}
_SAID = re.compile(r"was never closed|unmatched '|does not match|unterminated")


def is_balanced(command: str) -> bool:
    """Whether each bracket of a line, outside of its quotes, has its partner.

    >>> is_balanced("x = x[None]"), is_balanced("x = x[None"), is_balanced("print(')')"), is_balanced("f(x))")
    (True, False, True, False)
    """
    opened: list[str] = []
    for sign in _BRANCHES.sub("", _QUOTED.sub("", command)):
        if sign in _PAIRS.values():
            opened.append(sign)
        elif sign in _PAIRS and (not opened or opened.pop() != _PAIRS[sign]):
            return False
    return not opened


def check(article: Article) -> Iterator[Problem]:
    """Python reads the brackets and quotes of every block of Python in an article, in each language."""
    for path in (article.path, *(article.folder / f"article.{language}.md" for language in article.translations)):
        text = read_file(path)
        for block in _BLOCK.finditer(text):
            if wrong := _find_wrong(block[2]):
                line = text.count("\n", 0, block.start(2)) + wrong[0]
                yield Problem(path, line, f"Python says of this block: {wrong[1]}")


def _find_wrong(code: str) -> tuple[int, str] | None:
    """The line of a block, from 1, in which a bracket or a quote has no partner, and what Python says; None if none."""
    try:
        ast.parse(_PLACEHOLDER.sub(lambda found: found[1] or "x", textwrap.dedent(code)))
    except SyntaxError as error:
        return (error.lineno or 1, error.msg) if _SAID.search(error.msg) else None
    return None
