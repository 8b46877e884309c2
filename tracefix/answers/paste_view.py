"""The paste as the answer shows it: what decided is marked, the reader's own frames stand out, the rest is folded.

This module returns plain values; the template escapes every piece of text.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby

from tracefix.answers.choice import Answer
from tracefix.matching.diagnosis import Diagnosis
from tracefix.matching.spans import Span, merge_spans
from tracefix.reading.origins import OWN, STDLIB, package_of
from tracefix.reading.report import Frame

LONGEST_KEPT = 100_000  # characters of a paste that are put back into the form
UNFOLDED = 40  # a paste of at most this many lines is shown whole
_BEFORE, _AFTER = 6, 2  # lines kept in view around the evidence
_SMALLEST_FOLD = 5  # fewer lines are not worth hiding
_MOST_PLACES = 20  # spans, and errors, that are marked
_LONGEST_SPAN = 30  # lines of one span that are kept in view
_LONGEST_LINE = 2_000
_AROUND = 300  # characters kept around the evidence in a longer line
_LONGEST_FRAME = 6  # lines: its place, its statement over some lines, its carets
_SMALLEST_STACK = 4  # lines of a library in a row that are folded
_VALUE = range(2, 61)  # characters: a single one stands everywhere, and a long one is the message itself
_MOST_FOLDED = 200_000  # characters in folded lines; further folded lines are only counted

# Control characters would be dropped or change the layout, so each is replaced by the character that depicts it (␀).
_PICTURES = {code: 0x2400 + code for code in range(32) if chr(code) not in "\t\n"} | {0x7F: 0x2421}


@dataclass(frozen=True, slots=True)
class Piece:
    """Text within a line: plain, evidence, or a note that `left_out` characters were left out here.

    `is_value` is a value that the answer speaks of; `is_place` the file or the line number of the reader's own frame.
    """

    text: str
    is_evidence: bool = False
    left_out: int = 0
    is_value: bool = False
    is_place: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the paste, in pieces; `is_error` marks the line of a root error, `is_own` the reader's own code."""

    number: int  # from 1, as in the paste
    pieces: tuple[Piece, ...]
    is_error: bool = False
    is_own: bool = False

    @property
    def decides(self) -> bool:
        """Whether the answer was chosen by this line."""
        return self.is_error or any(piece.is_evidence for piece in self.pieces)

    @property
    def is_ruling(self) -> bool:
        """Whether it only underlines or parts others, as Python's carets or a row of "=" do; it is not wrapped."""
        return not "".join(piece.text for piece in self.pieces).strip(" ^~=-_*#")


@dataclass(frozen=True, slots=True)
class LineGroup:
    """Consecutive lines, in view or folded. `left_out` counts lines that are not sent, because there are too many.

    `packages` are those whose frames the folded lines are, the outermost first.
    """

    lines: tuple[Line, ...]
    is_folded: bool = False
    left_out: int = 0
    packages: tuple[str, ...] = ()


def mark_answer(text: str, diagnosis: Diagnosis, answer: Answer) -> tuple[LineGroup, ...]:
    """The paste with what decided on its first answer, and the values that the answer may repeat."""
    match = answer.match
    name = answer.error.type.rpartition(".")[2] if answer.error else ""  # of the exception: every such paste has it
    return mark(
        text,
        match.spans if match else (),
        (error.line for error in diagnosis.errors if error.is_root),
        (frame for error in diagnosis.errors for frame in error.frames),
        (value for value in match.values.values() if value != name) if match else (),
    )


def mark(
    text: str,
    spans: Iterable[Span] = (),
    error_lines: Iterable[int] = (),
    frames: Iterable[Frame] = (),
    values: Iterable[str] = (),
) -> tuple[LineGroup, ...]:
    """Cut `text` into groups of lines to show.

    `spans` are character offsets into it, `error_lines` count from 1. Lines of `frames` are the reader's own or are
    folded, by whose code they are. `values` are words of the paste that the answer repeats.
    """
    lines = text.removesuffix("\n").split("\n")
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    places = merge_spans(spans)[:_MOST_PLACES]
    errors = sorted({number for number in error_lines if 1 <= number <= len(lines)})[:_MOST_PLACES]

    owners = _owners(lines, errors, frames)
    words = [value for value in values if len(value) in _VALUE and "\n" not in value]

    def draw(index: int) -> Line:
        within = [
            (max(0, span.start - starts[index]), min(len(lines[index]), span.end - starts[index]))
            for span in places
            if span.start < starts[index + 1] and span.end > starts[index]
        ]
        pieces = _pieces(lines[index], within)
        is_own = owners.get(index, ("",))[0] == OWN
        if within:
            pieces = _point_out(pieces, words)
        elif is_own and len(owners[index]) > 1:
            pieces = _point_out(pieces, owners[index][1:], is_place=True)
        return Line(index + 1, tuple(pieces), index + 1 in errors, is_own)

    line_groups, sent = [], 0
    decisive = {bisect_right(starts, span.start) - 1 for span in places} | {number - 1 for number in errors}
    view = _in_view(len(lines), starts, places, errors)
    for first, end, is_folded, packages in _fold_stacks(_ranges(len(lines), view), owners, decisive):
        size = starts[end] - starts[first]
        if is_folded and sent + size + 40 * (end - first) > _MOST_FOLDED:
            line_groups.append(LineGroup((), is_folded=True, left_out=end - first, packages=packages))
            continue
        if is_folded:
            sent += size + 40 * (end - first)
        line_groups.append(LineGroup(tuple(map(draw, range(first, end))), is_folded, packages=packages))
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


def _owners(lines: Sequence[str], errors: Sequence[int], frames: Iterable[Frame]) -> dict[int, tuple[str, ...]]:
    """Whose each line of a stack is, by its index; of a line with an own frame's place, its file and number, too."""
    owners: dict[int, tuple[str, ...]] = {}
    heads = {frame.paste_line - 1: frame for frame in frames if 1 <= frame.paste_line <= len(lines)}
    for index, frame in heads.items():
        package = package_of(frame.file)
        name = frame.file.replace("\\", "/").rpartition("/")[2]
        place = (f"{name}", f"line {frame.line}") if package == OWN else ()
        owners[index] = (package, *place)
        for below in range(index + 1, min(index + _LONGEST_FRAME, len(lines))):
            if below in heads or below + 1 in errors or not _goes_on(lines[index], lines[below]):
                break
            owners[below] = (package,)
    return owners


def _goes_on(head: str, line: str) -> bool:
    """Whether a line is further in than the head of its frame, behind the same prefix such as `[rank0]: `."""
    same = next((place for place, (a, b) in enumerate(zip(head, line, strict=False)) if a != b), len(line))
    return line[same : same + 1] in (" ", "\t")


def _fold_stacks(
    ranges: Iterable[tuple[int, int, bool]], owners: Mapping[int, tuple[str, ...]], decisive: Collection[int]
) -> Iterator[tuple[int, int, bool, tuple[str, ...]]]:
    """The ranges, where those in view are cut around the lines of libraries: (first, end, is_folded, packages)."""

    def is_foreign(index: int) -> bool:
        return index in owners and owners[index][0] != OWN and index not in decisive

    for first, end, is_folded in ranges:
        if is_folded:
            yield first, end, True, ()
            continue
        shown = first
        for foreign, group in groupby(range(first, end), is_foreign):
            indexes = list(group)
            if foreign and len(indexes) >= _SMALLEST_STACK:
                if shown < indexes[0]:
                    yield shown, indexes[0], False, ()
                shown = indexes[-1] + 1
                names = dict.fromkeys(owners[index][0] for index in indexes)
                yield indexes[0], shown, True, tuple("Python" if name == STDLIB else name for name in names if name)
        if shown < end:
            yield shown, end, False, ()


def _point_out(pieces: Iterable[Piece], words: Sequence[str], *, is_place: bool = False) -> Iterator[Piece]:
    """The pieces, in which each occurrence of one of the words is a piece of its own. An empty word occurs nowhere."""
    words = [word for word in words if word]  # str.find() finds an empty one everywhere: there would be no end
    for piece in pieces:
        rest = piece.text
        while found := [(place, -len(word), word) for word in words if (place := rest.find(word)) >= 0]:
            place, _, word = min(found)  # the first; of two at one place, the longer
            if place:
                yield replace(piece, text=rest[:place])
            yield replace(piece, text=word, is_value=not is_place, is_place=is_place)
            rest = rest[place + len(word) :]
        if rest or not piece.text:
            yield replace(piece, text=rest)


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
