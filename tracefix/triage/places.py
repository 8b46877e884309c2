"""The place in the source that a failing line names: a compiler's, a linter's, a test's, or one's own frame."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

import re2

from tracefix.linear_re import Expression, compile_expression
from tracefix.triage.events import Event, EventKind


class Place(NamedTuple):
    """A file as the log prints it, and a line of it; 0 if none is told."""

    file: str
    line: int


# `a.cpp:3:4: error: …`, `src/a.ts(12,5): error TS2322: …`, `a.py:1:80: E501 …`
_AT = Expression(r"^[ \t]*(?P<file>(?:[A-Za-z]:)?[\w./\\@+-]+\.\w+)(?::|\()(?P<line>\d+)(?:[:,]\d+)?\)?(?::| -)")
# pytest's own: `FAILED tests/test_a.py::test_sum - …`
_TEST = Expression(r"^(?:FAILED|ERROR) (?:\[[\d.]+s\] )?(?P<file>[\w./\\-]+\.py)")


def find_place(cause: Event, window: str) -> Place | None:
    """The place that a cause names itself; of a test, the line that pytest prints below the assertion."""
    if found := _AT.search(cause.text):
        return Place(found["file"], int(found["line"][:9]))
    if cause.kind is EventKind.TEST and (found := _TEST.search(cause.text)):
        below = compile_expression(rf"(?m)^[^\n]{{0,200}}?\b{re2.escape(found['file'])}:(?P<line>\d{{1,9}}): \w+")
        told = below.search(window)
        return Place(found["file"], int(told["line"]) if told else 0)
    return None


def in_workspace(place: Place, roots: Sequence[str]) -> Place:
    """The place with a path from the first of these folders that holds it, as annotations want it."""
    file = place.file.replace("\\", "/")
    for root in filter(None, roots):
        folder = root.replace("\\", "/").rstrip("/") + "/"
        if file.startswith(folder):
            return place._replace(file=file.removeprefix(folder))
    return place._replace(file=os.fspath(PurePosixPath(file)))
