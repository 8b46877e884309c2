"""The paste as the answer shows it: evidence and root errors are marked, and long groups of other lines are folded.

This module returns plain values; the template escapes every piece of text.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from tracefix.matching.spans import Span, merge_spans

LONGEST_KEPT = 100_000  # characters of a paste that are put back into the form
UNFOLDED = 40  # a paste of at most this many lines is shown whole
_BEFORE, _AFTER = 6, 2  # lines kept in view around the evidence
_SMALLEST_FOLD = 5  # fewer lines are not worth hiding
_MOST_PLACES = 20  # spans, and errors, that are marked
_LONGEST_SPAN = 30  # lines of one span that are kept in view
_LONGEST_LINE = 2_000
_AROUND = 300  # characters kept around the evidence in a longer line
_MOST_FOLDED = 200_000  # characters in folded lines; further folded lines are only counted

# Control characters would be dropped or change the layout, so each is replaced by the character that depicts it (␀).
_PICTURES = {code: 0x2400 + code for code in range(32) if chr(code) not in "\t\n"} | {0x7F: 0x2421}


@dataclass(frozen=True, slots=True)
class Piece:
    """Text within a line: plain, evidence, or a note that `left_out` characters were left out here."""

    text: str
    is_evidence: bool = False
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the paste, in pieces; `is_error` marks the line of a root error."""

    number: int  # from 1, as in the paste
    pieces: tuple[Piece, ...]
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class LineGroup:
    """Consecutive lines, in view or folded. `left_out` counts lines that are not sent, because there are too many."""

    lines: tuple[Line, ...]
    is_folded: bool = False
    left_out: int = 0


def mark(text: str, spans: Iterable[Span] = (), error_lines: Iterable[int] = ()) -> tuple[LineGroup, ...]:
    """Cut `text` into groups of lines to show. `spans` are character offsets into it, `error_lines` count from 1."""
    lines = text.removesuffix("\n").split("\n")
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    places = merge_spans(spans)[:_MOST_PLACES]
    errors = sorted({number for number in error_lines if 1 <= number <= len(lines)})[:_MOST_PLACES]

    def draw(index: int) -> Line:
        within = [
            (max(0, span.start - starts[index]), min(len(lines[index]), span.end - starts[index]))
            for span in places
            if span.start < starts[index + 1] and span.end > starts[index]
        ]
        return Line(index + 1, tuple(_pieces(lines[index], within)), index + 1 in errors)

    line_groups, sent = [], 0
    for first, end, is_folded in _ranges(len(lines), _in_view(len(lines), starts, places, errors)):
        size = starts[end] - starts[first]
        if is_folded and sent + size + 40 * (end - first) > _MOST_FOLDED:
            line_groups.append(LineGroup((), is_folded=True, left_out=end - first))
            continue
        if is_folded:
            sent += size + 40 * (end - first)
        line_groups.append(LineGroup(tuple(map(draw, range(first, end))), is_folded))
    return tuple(line_groups)


def text_to_edit(text: str) -> str:
    """The paste for the form, so that lines can be added; empty if it is too long for that."""
    return text.replace("\r\n", "\n").translate(_PICTURES) if len(text) <= LONGEST_KEPT else ""


def _in_view(count: int, starts: Sequence[int], places: Sequence[Span], errors: Sequence[int]) -> set[int]:
    """The indexes of the lines that must be seen without unfolding anything."""
    if count <= UNFOLDED:
        return set(range(count))
    view = set(range(2)) | {count - 1}
    for span in places:
        first = bisect_right(starts, span.start) - 1
        last = min(bisect_right(starts, span.end - 1) - 1, first + _LONGEST_SPAN)
        view.update(range(first - _BEFORE, last + _AFTER + 1))
    for number in errors:
        view.update(range(number - 3, number + _AFTER))
    if not places and not errors:
        view.update(range(UNFOLDED // 2))
    return {index for index in view if 0 <= index < count}


def _ranges(count: int, view: set[int]) -> Iterator[tuple[int, int, bool]]:
    """(first, end, is_folded) over all lines; gaps too small to fold stay in view."""
    edges = sorted(view)
    kept: list[list[int]] = []
    for index in edges:
        if kept and index - kept[-1][1] < _SMALLEST_FOLD:
            kept[-1][1] = index + 1
        else:
            kept.append([index, index + 1])
    position = 0
    for first, end in kept:
        if first > position:
            yield position, first, True
        yield first, end, False
        position = end
    if position < count:
        yield position, count, True


def _pieces(line: str, within: Sequence[tuple[int, int]]) -> Iterator[Piece]:
    """The pieces of a line. In a very long line, text far from the evidence is left out."""
    line = line.removesuffix("\r")
    position = 0
    for start, end in within:
        end = min(end, len(line))
        yield from _plain(line[position:start], keep_head=position == 0, keep_tail=True)
        yield from (
            Piece(piece.text, is_evidence=not piece.left_out, left_out=piece.left_out)
            for piece in _plain(line[start:end], keep_head=True, keep_tail=True)
        )
        position = end
    yield from _plain(line[position:], keep_head=True, keep_tail=False)


def _plain(text: str, *, keep_head: bool, keep_tail: bool) -> Iterator[Piece]:
    if len(text) <= _LONGEST_LINE:
        if text:
            yield Piece(text.translate(_PICTURES))
        return
    head, tail = (_AROUND if keep_head else 0), (_AROUND if keep_tail else 0)
    if head:
        yield Piece(text[:head].translate(_PICTURES))
    yield Piece("", left_out=len(text) - head - tail)
    if tail:
        yield Piece(text[-tail:].translate(_PICTURES))
