"""Shorten a long log: leave out the stretches without any sign of an error.

The time to read a paste is bounded by it: at most _MOST_READ characters are read closely, however long the text. A line
that a job prints again and again, with other numbers, is a sign of an error only the first times, unless it is an error
itself: `[INFO] failed reads so far: 0`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import re2

from tracefix.reading.line_shapes import MOST_ALIKE, shape_of_bytes
from tracefix.reading.paste import Edit, Paste

UNEVENTFUL = "uneventful"  # in Paste.applied where stretches without a sign of an error were left out
OVERLONG = "overlong"  # … and where stretches with one were, because there were too many to read
_LONG = 16_000  # characters; a shorter text is read whole
_MOST_READ = 600_000  # characters
_HEAD, _TAIL = 1_500, 2_000  # always kept: what was called stands at the top, the last words at the end
_BEFORE, _AFTER = 400, 2_000  # characters kept around a sign
_MOST_KEPT = 20  # places kept for each text to keep
_EVENTS = re2.compile(
    rb"Error|ERROR|rror:|Exception|raceback|  File |Fatal|FATAL|ailed|FAILED|what\(\)|killed|Killed|Abort|signal|"
    rb"annot |an't |Assertion|invalid|undefined|not found|out of |\.py\S* in |-+> \d|==\d|ersion:"
)
# … of them those that do not become less of a sign by being repeated: errors themselves, and the stacks above them
_ERRORS = re2.compile(
    rb"Error|ERROR|rror:|Exception|raceback|  File |Fatal|FATAL|FAILED|what\(\)|Abort|Assertion|\.py\S* in "
)
_LINE_ENDS = bytes.maketrans(b"\r", b"\n")  # a progress bar returns the carriage


def leave_out_uneventful(paste: Paste, keep: Iterable[str] = ()) -> Paste:
    """The paste without the stretches that show no sign of an error; those with one of the texts to `keep` stay."""
    text = paste.text
    if len(text) < _LONG:
        return paste
    eventful = list(_eventful(text))
    read = _first_and_last(eventful)
    paste = paste.with_edits(_left_out(text, [*read, *_neighbourhoods(text, keep)]), UNEVENTFUL)
    return replace(paste, applied=(*paste.applied, OVERLONG)) if len(read) < len(eventful) else paste


def _left_out(text: str, read: Iterable[tuple[int, int]]) -> Iterator[Edit]:
    """The stretches to leave out, between those to read: whole lines, except within very long lines."""
    position = 0
    for start, end in sorted(read):
        if start > position:
            line_end = text.find("\n", position, start) + 1
            first = line_end if 0 < line_end <= position + _AFTER else position
            last = text.rfind("\n", first, start) + 1
            if last < start - _AFTER:  # one very long line
                last = start
            if last > first:
                yield Edit(first, last)
        position = max(position, end)


def _eventful(text: str) -> Iterator[tuple[int, int]]:
    """The beginning, the neighbourhoods of everything that looks like an error, and the end of a long text."""
    yield 0, _HEAD
    data = _without_repeated(text.encode("ascii", "replace"))  # one byte a character: else RE2 counts at every step
    position = _HEAD
    while found := _EVENTS.search(data, position, len(data) - _TAIL):
        position = found.end() + _AFTER
        yield max(0, found.start() - _BEFORE), position
    yield len(text) - _TAIL, len(text)


def _without_repeated(data: bytes) -> bytes:
    """The text with blanks in place of lines that repeat many earlier ones."""
    seen: dict[bytes, int] = {}
    lines = data.translate(_LINE_ENDS).split(b"\n")
    for index, shape in enumerate(shape_of_bytes(data, _LINE_ENDS).split(b"\n")):
        times = seen.get(shape, 0) + 1
        if times > MOST_ALIKE:
            lines[index] = b" " * len(lines[index])
        elif times == MOST_ALIKE and _ERRORS.search(shape):
            continue  # and it is counted no further
        seen[shape] = times
    return b"\n".join(lines)


def _first_and_last(stretches: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Choose stretches from the beginning and the end, within the limit: causes come first, final errors last."""
    if sum(end - start for start, end in stretches) <= _MOST_READ:
        return stretches
    half = _MOST_READ // 2 // (_BEFORE + _AFTER)
    return [*stretches[:half], *stretches[-half:]]


def _neighbourhoods(text: str, keep: Iterable[str]) -> Iterator[tuple[int, int]]:
    """The neighbourhoods of the texts to keep."""
    for wanted in keep:
        position = text.find(wanted)
        for _ in range(_MOST_KEPT):
            if position < 0:
                break
            yield max(0, position - _BEFORE), min(len(text), position + len(wanted) + _AFTER)
            position = text.find(wanted, position + _AFTER)
