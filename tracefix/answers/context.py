"""The lines of a paste around an error: what somebody sees who reads the log and not the answer alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tracefix.answers.text import printable
from tracefix.cutting import cut
from tracefix.matching.diagnosis import Diagnosis

if TYPE_CHECKING:  # not at start-up, because creating the shapes takes long
    from tracefix.answers.json_shapes import DiagnosisOut

_BEFORE, _AFTER = 3_000, 1_200  # characters that are looked at
_MOST_BEFORE, _MOST_AFTER = 30, 12  # lines
_LONGEST = 200  # characters of a line


def lines_around(answer: DiagnosisOut, diagnosis: Diagnosis) -> list[str]:
    """At most some forty lines before and behind the answer's first error, without empty ones and those said before."""
    index = answer["answers"][0]["error"]
    if index is None:
        return []
    line = answer["errors"][index]["line"]
    text = diagnosis.paste.text
    error = next(each for each in diagnosis.errors if each.line == line)
    start = text.rfind("\n", 0, error.start) + 1
    before = text[max(0, start - _BEFORE) : start].splitlines()
    own = text[start : error.end].splitlines()
    behind = text[error.end : error.end + _AFTER].splitlines()
    lines = [*_distinct(reversed(before))[:_MOST_BEFORE][::-1], *own, *_distinct(behind)[:_MOST_AFTER]]
    return [cut(printable(each.rstrip()), _LONGEST) for each in lines]


def _distinct(lines: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(line for line in lines if line.strip()))
