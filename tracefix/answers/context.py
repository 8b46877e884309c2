"""The lines of a paste around an error: what somebody sees who reads the log and not the answer alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from tracefix.answers.text import printable
from tracefix.cutting import cut
from tracefix.matching.diagnosis import Diagnosis

if TYPE_CHECKING:  # not at start-up, because creating the shapes takes long
    from tracefix.answers.json_shapes import DiagnosisOut

_MOST = 3_400  # bytes of UTF-8, which leaves room for what is said of the error
_READ = 4 * _MOST  # characters that are looked at on each side
_LONGEST, _LONGEST_OWN = 300, 1_000  # characters of a line; of one of the error itself, whose end often decides
_SHARE_BEHIND = 3  # of what the error's own lines leave, a third at least is for those behind it


def lines_around(answer: DiagnosisOut, diagnosis: Diagnosis) -> list[str]:
    """The lines about the answer's first error, those before and behind it too as far as they are near, without empty
    ones and those said before: the whole of a short paste."""
    if (place := _place(answer, diagnosis)) is None:
        return []
    text = diagnosis.paste.text
    start, line_end = text.rfind("\n", 0, place[0]) + 1, text.find("\n", place[1])
    end = line_end if line_end >= 0 else len(text)
    before = _shown(text[max(0, start - _READ) : start].splitlines()[::-1])
    behind = _shown(text[end : end + _READ].splitlines())
    own = _first(_shown(text[start:end].splitlines(), _LONGEST_OWN), _MOST)
    room = _MOST - _size(own)
    before = _first(before, max(room - _size(behind), room - room // _SHARE_BEHIND))
    return [*before[::-1], *own, *_first(behind, room - _size(before))]


def _place(answer: DiagnosisOut, diagnosis: Diagnosis) -> tuple[int, int] | None:
    """Where the cleaned paste has the first answer's error, or else what the article fits."""
    first = answer["answers"][0]
    if first["error"] is not None:
        line = answer["errors"][first["error"]]["line"]
        return next((error.start, error.end) for error in diagnosis.errors if error.line == line)
    spans = next((match.spans for match in diagnosis.matches if match.article.slug == first["article"]), ())
    if not spans:
        return None
    return diagnosis.paste.from_original(spans[0].start), diagnosis.paste.from_original(spans[-1].end)


def _shown(lines: Iterable[str], longest: int = _LONGEST) -> list[str]:
    return list(dict.fromkeys(cut(printable(line.rstrip()), longest) for line in lines if line.strip()))


def _first(lines: Sequence[str], size: int) -> list[str]:
    """The first lines that together have at most this many bytes."""
    sums = accumulate(len(line.encode()) + 1 for line in lines)
    return [line for line, total in zip(lines, sums, strict=True) if total <= size]


def _size(lines: Sequence[str]) -> int:
    return sum(len(line.encode()) + 1 for line in lines)
