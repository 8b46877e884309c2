"""Find Markdown that nests too deep: converting it would take hours, or end in RecursionError.

Python-Markdown (https://python-markdown.github.io/) parses quotes and lists by recursion, and searches for the end of
every bracket from the start. People nest three or four deep; the limits are far above that, and far below what hurts.
"""

import re
from collections.abc import Iterator

_WIDEST_LEAD = 100  # columns of quote marks, list marks and indentation before the words of a line
_MOST_OPEN = 100  # brackets of a paragraph that are open at once, or marks of emphasis in one run

# A lookahead and a reference: the fence is taken whole, as by a possessive repeat, which Python 3.10 lacks
_FENCED = re.compile(r"(?ms)^(?=(?P<fence>`{3,}|~{3,}))(?P=fence)[^\n]*\n.*?^(?P=fence)[ ]*$")
_LEAD = re.compile(
    r"(?m)^(?=[-+*>!.)0-9 \t]{25})(?:[ \t>]|!{3}(?=[ \t])|[-*+](?=[ \t])|[0-9]{1,9}[.)](?=[ \t]))+(?=\S)"
)
_RUNS = tuple(mark * (_MOST_OPEN + 1) for mark in "*_`~!")
_BETWEEN = re.compile(r"\n\s*\n|\Z")
_BRACKET = re.compile(r"\\.|`[^`\n]*`|(?P<opens>[\[(<])|(?P<closes>[])>])")
_OPENED_BY = {"]": "[", ")": "(", ">": "<"}


def find_too_deep(text: str) -> Iterator[tuple[int, str]]:
    """The lines that nest too deep, from 1, each with what to do. Fenced code is not looked at."""
    text = _FENCED.sub(lambda found: "\n" * found[0].count("\n"), text)
    for lead in _LEAD.finditer(text):
        if len(lead[0].expandtabs(4)) > _WIDEST_LEAD:
            yield _line(text, lead.start()), f"nests more than {_WIDEST_LEAD} columns deep: take quotes and lists apart"
    for run in _RUNS:
        if (place := text.find(run)) >= 0:
            yield _line(text, place), f"has more than {_MOST_OPEN} marks of emphasis in one run: remove them"
    if sum(map(text.count, "[(<")) > _MOST_OPEN:
        start = 0
        for between in _BETWEEN.finditer(text):  # between two paragraphs
            if (place := _too_many_open(text, start, between.start())) >= 0:
                yield _line(text, place), f"opens more than {_MOST_OPEN} brackets in one paragraph: close them"
            start = between.end()


def _too_many_open(text: str, start: int, end: int) -> int:
    """The place in a paragraph at which one bracket too many opens; -1 if none does."""
    opened = dict.fromkeys(_OPENED_BY.values(), 0)
    for found in _BRACKET.finditer(text, start, end):
        if found["opens"]:
            opened[found[0]] += 1
            if opened[found[0]] > _MOST_OPEN:
                return found.start()
        elif found["closes"]:
            opened[_OPENED_BY[found[0]]] = max(0, opened[_OPENED_BY[found[0]]] - 1)
    return -1


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
