"""Find out whether a process went on logging after an event. If it did, the event did not end it.

The events of a log are looked at in order, through a window that slides along. So each line is read once, however many
events it stands near.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tracefix.reading.line_shapes import shape_of
from tracefix.triage.budget import Budget
from tracefix.triage.ranks import rank_of_prefix, split_prefix

BEFORE, AFTER = 48 << 10, 16 << 10  # bytes around an event that are looked at
_MANY = 3  # lines of a kind seen before, after the event
_SHORTEST, _LONGEST = 8, 300  # characters of such a line, and of what is compared
_LONGEST_BYTES = 4 * _LONGEST
_SHORT = 10  # short lines that cost as much as one line that is read

Line = tuple[int, int | None, str]  # offset, rank and shape; the shape is "" if the line does not count
_LineKind = tuple[int | None, str]  # a rank, or None for all, and a shape
Read = Callable[[int, int], bytes | None]  # the bytes of a log between two offsets; None if they cannot be read


@dataclass(slots=True)
class _SimilarLines:
    """Counts the lines after a place that resemble lines before it: by rank, and for all ranks together under None."""

    numbers: Counter[int | None] = field(default_factory=Counter)
    _before: Counter[_LineKind] = field(default_factory=Counter)
    _after: Counter[_LineKind] = field(default_factory=Counter)

    def add_after(self, line: Line, times: int = 1) -> None:
        """A line comes into view; with -1, it is passed."""
        for kind in _kinds(line):
            _count(self._after, kind, times)
            if kind in self._before:
                self.numbers[kind[0]] += times

    def add_before(self, line: Line, times: int = 1) -> None:
        """A line was passed; with -1, it goes out of view."""
        for kind in _kinds(line):
            was_seen = kind in self._before
            _count(self._before, kind, times)
            if was_seen is not (kind in self._before):
                self.numbers[kind[0]] += times * self._after[kind]


@dataclass(slots=True)
class Surroundings:
    """The lines around a place of a log, which moves towards its end.

    Lines of other ranks do not count; where several ranks write without saying which, their lines must go on for
    longer.
    """

    budget: Budget
    writers: int = 1
    _end: int = 0  # of what was read
    _begun: tuple[int, bytes] | None = None  # the line that was not read to its end: its offset and its beginning
    _is_within: bool = False  # … began before what was read
    _before: deque[Line] = field(default_factory=deque)
    _after: deque[Line] = field(default_factory=deque)
    _own: Line | None = None  # the event's
    _alike: _SimilarLines = field(default_factory=_SimilarLines)

    def goes_on(self, offset: int, read: Read) -> bool | None:
        """Whether lines of a kind that stood before the event at an offset stand after it, too; None if the budget
        does not allow to see. Offsets are asked for in their order, each once."""
        if self.budget.left <= 0:
            return None
        if not self._read_on(offset, read):
            return False
        rank = self._slide(offset)
        return self._alike.numbers[rank] >= _MANY * (self.writers if rank is None else 1)

    def _read_on(self, offset: int, read: Read) -> bool:
        """Read up to what stands behind an event. Returns whether that can be read."""
        start, end = max(0, offset - BEFORE), offset + AFTER
        if start > self._end:  # nothing that was read stands near
            self._end, self._begun, self._is_within = start, None, True
            self._before, self._after, self._own, self._alike = deque(), deque(), None, _SimilarLines()
        if end <= self._end:
            return True
        data = read(self._end, end)
        if data is None:
            return False
        is_all = len(data) < end - self._end
        self._add(data, is_all=is_all)
        self._end += len(data)
        return True

    def _add(self, data: bytes, *, is_all: bool) -> None:
        """Add the lines of a piece of the log. Its last one may go on in the next piece."""
        place = self._end
        lines = 0
        pieces = data.splitlines(keepends=True)
        for piece in pieces:
            offset, line = self._begun or (place, b"")
            line += piece[:_LONGEST_BYTES]
            place += len(piece)
            if not is_all and place == self._end + len(data) and not piece.endswith((b"\n", b"\r")):
                self._begun = offset, line[:_LONGEST_BYTES]
                break
            self._begun = None
            if self._is_within:  # only its end was read
                self._is_within = False
            elif len(line) >= _SHORTEST:
                lines += 1
                rank, shape = read_shape(line[:_LONGEST_BYTES].decode("utf-8", "replace")[:_LONGEST])
                self._after.append((offset, rank, shape))
                self._alike.add_after(self._after[-1])
        self.budget.spend(lines + len(pieces) // _SHORT)

    def _slide(self, offset: int) -> int | None:
        """Move the place to the line of an event, which itself counts neither before nor after. Returns its rank."""
        if self._own:
            self._pass(self._own)
            self._own = None
        while self._after and self._after[0][0] <= offset:
            line = self._after.popleft()
            self._alike.add_after(line, -1)
            if line[0] == offset:
                self._own = line
            else:
                self._pass(line)
        while self._before and self._before[0][0] < offset - BEFORE:
            self._alike.add_before(self._before.popleft(), -1)
        return self._own[1] if self._own else None

    def _pass(self, line: Line) -> None:
        self._before.append(line)
        self._alike.add_before(line)


def read_shape(line: str) -> tuple[int | None, str]:
    """The rank of a line, and the line without numbers; "" for a short one, and one of a stack."""
    if len(line) < _SHORTEST:
        return None, ""
    prefix, text = split_prefix(line)
    rank = rank_of_prefix(prefix) if prefix else None
    if text[:1].isspace() or text.startswith(("Traceback", "The above", "During handling")):
        return rank, ""
    shape = shape_of(text).replace(".", "").strip()
    return rank, shape if len(shape) >= _SHORTEST else ""


def _kinds(line: Line) -> Iterator[_LineKind]:
    """The kinds that a line counts for."""
    _, rank, shape = line
    if shape:
        yield None, shape
        if rank is not None:
            yield rank, shape


def _count(counts: Counter[_LineKind], kind: _LineKind, times: int) -> None:
    """Add to the count of a kind, and remove the kind when its count is 0."""
    counts[kind] += times
    if not counts[kind]:
        del counts[kind]
