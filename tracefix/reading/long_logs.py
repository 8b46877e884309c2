"""Shorten a long log: leave out the stretches without any sign of an error.

The time to read a paste is bounded by it: at most _MOST_READ characters are read closely, however long the text. A line
that a job prints again and again, with other numbers, is a sign of an error only the first times, unless it is an error
itself: `[INFO] failed reads so far: 0`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from tracefix.linear_re import Expression, Text
from tracefix.reading.line_shapes import MOST_ALIKE, shape_of_bytes
from tracefix.reading.paste import Edit, Paste

UNEVENTFUL = "uneventful"  # in Paste.applied where stretches without a sign of an error were left out
OVERLONG = "overlong"  # … and where stretches with one were, because there were too many to read
_LONG = 16_000  # characters; a shorter text is read whole
_MOST_READ = 600_000  # characters
_HEAD, _TAIL = 1_500, 2_000  # always kept: what was called stands at the top, the last words at the end
_BEFORE, _AFTER = 400, 2_000  # characters kept around a sign
_MOST_KEPT = 20  # places kept for each text to keep
_EVENTS = Expression(
    r"Error|ERROR|rror:|Exception|raceback|  File |Fatal|FATAL|ailed|FAIL|what\(\)|killed|Killed|Abort|signal|"
    r"annot |an't |Assertion|invalid|undefined|not found|out of |\.py\S* in |-+> \d|==\d|ersion:"
)
_PERHAPS_EVENTS = Expression(_EVENTS.pattern.replace(r"\d", ""))  # … in a line without its digits
# … of them those that do not become less of a sign by being repeated: errors themselves, and the stacks above them
_ERRORS = Expression(
    r"Error|ERROR|rror:|Exception|raceback|  File |Fatal|FATAL|FAILED|what\(\)|Abort|Assertion|\.py\S* in "
)
_LINE_ENDS = bytes.maketrans(b"\r", b"\n")  # a progress bar returns the carriage


def leave_out_uneventful(text: str, keep: Iterable[str] = ()) -> Paste:
    """The text without the stretches that show no sign of an error; those with one of the texts to `keep` stay."""
    if len(text) < _LONG:
        return Paste(text, Text(text))
    eventful = list(_eventful(text))
    read = _first_and_last(eventful)
    edits = list(_left_out(text, [*read, *_neighbourhoods(text, keep)]))
    paste = Paste(text, text if edits else Text(text)).with_edits(edits, UNEVENTFUL)  # a copy of a long log is 40 MB
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
    data = text.encode("ascii", "replace")  # one byte a character
    last = len(data) - _TAIL
    start, end = _EVENTS.span_in(data, _HEAD, last)
    if end > 0:  # else no line is looked at by itself
        data = _without_repeated(data)
        start, end = _EVENTS.span_in(data, _HEAD, last)
    while end > 0:
        position = end + _AFTER
        yield max(0, start - _BEFORE), position
        start, end = _EVENTS.span_in(data, position, last)
    yield len(text) - _TAIL, len(text)


def _without_repeated(data: bytes) -> bytes:
    """The text with blanks in place of those lines with a sign of an error that repeat many earlier ones."""
    shapes = shape_of_bytes(data, _LINE_ENDS).split(b"\n")
    left = {
        shape: MOST_ALIKE
        for shape, times in Counter(shapes).items()
        if times > MOST_ALIKE and _is_in(shape, _PERHAPS_EVENTS) and not _is_in(shape, _ERRORS)
    }
    if not left:
        return data
    lines = data.replace(b"\r", b"\n").split(b"\n")
    for index, shape in enumerate(shapes):
        if shape in left:
            left[shape] -= 1
            if left[shape] < 0:
                lines[index] = b" " * len(lines[index])
    return b"\n".join(lines)


def _is_in(line: bytes, signs: Expression) -> bool:
    return signs.span_in(line, 0, len(line))[1] > 0


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
