"""Scan a log for events: one pass over its bytes, in bounded memory. Only lines that matter are decoded.

One expression of RE2 runs over blocks of about 1 MB, as grep would. The line of a hit is cut out, and
recognising.py reads it. A line that repeats many earlier ones, with other numbers, is counted and not read again
(repeated_lines.py).
"""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from tracefix.phrases import Phrase
from tracefix.reading.line_shapes import MOST_ALIKE, ShapeCounts, shape_of_bytes
from tracefix.triage import clocks
from tracefix.triage.budget import HIT, Budget
from tracefix.triage.events import LONGEST_TEXT, Event, EventRole
from tracefix.triage.launchers import Summary
from tracefix.triage.line_text import decode_line
from tracefix.triage.ranks import rank_of_prefix, split_prefix
from tracefix.triage.recognising import (
    TRACEBACK,
    Told,
    closes_traceback,
    is_of_job,
    recognise,
    told_pid,
    told_rank,
    told_ranks,
)
from tracefix.triage.repeated_lines import LONGEST_LINE, RepeatedLines
from tracefix.triage.runners import recognise_mark
from tracefix.triage.sources import BLOCK, Source, StreamSource, why_unfinished
from tracefix.triage.stacks import LONGEST_STACK, ClosedStack, follow_stacks
from tracefix.triage.survival import AFTER, BEFORE

_LEAST_READ = 10  # lines with a sign of each block, whatever the budget says
_RANKS_A_LINE = 50  # that are as much work as a line
_MOST_KEPT = 100  # events from the beginning, and as many from the end
_NEAR = 4096  # bytes in which a time is looked for
_BYTES_OF_TIME = 800  # of a line: that many have its first 200 characters
_MOST_WINDOWS = 64  # of a source that cannot be read again
_TRACEBACK = TRACEBACK.encode()


@dataclass(frozen=True, slots=True)
class Scan:
    """The events found in a source."""

    name: str
    rank: int | None
    events: tuple[Event, ...] = ()
    size: int = 0
    lines: int = 1  # a line that no line end follows, or the one that would come next, counts
    span: clocks.TimeRange | None = None
    ranks: frozenset[int] = frozenset()  # that its lines name
    problem: Phrase | None = None  # why it was not read to its end
    is_cut: bool = False  # lines with a sign were passed over, because it has too many of them


@dataclass(slots=True)
class Scanner:
    """Finds the events of one source, which is fed to it piece by piece."""

    name: str
    rank: int | None = None
    keeps_windows: bool = False
    budget: Budget = field(default_factory=Budget)
    span: clocks.TimeRange | None = None
    ranks: set[int] = field(default_factory=set)
    _first: list[Event] = field(default_factory=list)
    _last: deque[Event] = field(default_factory=lambda: deque(maxlen=_MOST_KEPT))
    _shapes: ShapeCounts = field(default_factory=ShapeCounts)
    _rest: bytes = b""  # what was fed, but not read yet
    _offset: int = 0  # of the rest
    _line: int = 1
    _before: bytes = b""  # what stood before the rest
    _closed: set[int] = field(default_factory=set)  # the error lines of stacks, by offset
    _summary: Summary = field(default_factory=Summary)
    _latest: dict[bytes, tuple[int, int, bytes]] = field(default_factory=dict)  # line, offset and text of the repeated
    _repeated: RepeatedLines = field(init=False)
    _windows: int = 0  # kept so far
    _read_time: Callable[..., float | None] = field(default_factory=lambda: lru_cache(1_000)(_read_time))
    _always_read: int = 0  # where the last signs of a block begin, which are read whatever the budget says
    _is_cut: bool = False

    def __post_init__(self) -> None:
        self._repeated = RepeatedLines(self.budget)

    @property
    def held(self) -> int:
        """How many bytes of the source are in memory."""
        return len(self._rest) + len(self._before)

    @property
    def size(self) -> int:
        return self._offset + len(self._rest)

    def restart(self) -> None:
        """Begin again: the source was cut, and is written from its beginning."""
        self._rest = self._before = b""
        self._offset, self._line = 0, 1

    def feed(self, data: bytes) -> list[Event]:
        """Read on, and return the events of it."""
        self._rest += data
        self.budget.read(len(data))
        end = self._rest.rfind(b"\n") + 1
        if not end and len(self._rest) > 2 * BEFORE:  # one very long line
            end = len(self._rest) - LONGEST_LINE
        return self._read(end, is_last=False) if end else []

    def end(self) -> list[Event]:
        """Read what is left: the source is at its end."""
        events = self._read(len(self._rest), is_last=True)
        repeated = self._last_repeated()
        for event in repeated:
            self._keep(event)
        if time := self._time_before(b"", 0):
            self._add_time(time)
        return [*events, *repeated]

    def result(self, problem: Phrase | None = None) -> Scan:
        events = (*self._first, *self._last)
        is_cut = self._is_cut or self._repeated.is_cut
        return Scan(
            self.name, self.rank, events, self.size, self._line, self.span, frozenset(self.ranks), problem, is_cut
        )

    # ── one block ───────────────────────────────────────────────────────────────────────────────────────────────

    def _read(self, end: int, *, is_last: bool) -> list[Event]:
        data = self._rest
        if self.span is None and (time := self._first_time(data)):
            self.span = clocks.TimeRange(time, time)
        found: list[Event] = []
        counted = 0
        hits = self._repeated.hits(data, end)
        self._always_read = hits[-_LEAST_READ:][0][0] if hits else 0
        headers = [first for first, last in hits if _TRACEBACK in data[first:last]]
        stacks = follow_stacks(data, headers, end, self.budget)
        self._is_cut |= stacks.is_cut
        for first, last in hits:
            self._line += data.count(b"\n", counted, first)
            counted = first
            if _TRACEBACK not in data[first:last]:
                found += self._event(data, first, data[first:last])
                continue
            if first in stacks.closed:
                found += self._event_of_stack(data, stacks.closed[first])
            elif first in stacks.unfinished and not is_last and end - first < LONGEST_STACK:
                end = first  # its error line is still to come
                break
        self._line += data.count(b"\n", counted, end)
        self._pass_on(data, end)
        for event in found:
            self._keep(event)
        return found

    def _may_read(self, first: int) -> bool:
        """Whether the budget allows to read a line with a sign."""
        may_read = self.budget.spend(HIT) or first >= self._always_read
        self._is_cut |= not may_read
        return may_read

    def _ranks_told(self, line: str) -> tuple[int, ...]:
        """The ranks that a line names, which may be thousands."""
        ranks = told_ranks(line) if self.budget.left > 0 else ()
        self.budget.spend(len(ranks) // _RANKS_A_LINE)
        return ranks

    def _pass_on(self, data: bytes, end: int) -> None:
        """Drop the bytes that were read, except those that a time or a window may still need."""
        self._before = (
            (self._before + data[:end])[-(BEFORE if self.keeps_windows else _NEAR) :] if end else self._before
        )
        self._offset += end
        self._rest = data[end:]
        self._closed = {offset for offset in self._closed if offset >= self._offset}

    def _event(self, data: bytes, first: int, piece: bytes) -> list[Event]:
        """The event of a line; nothing if there is none, or if it repeats many earlier ones."""
        if self._offset + first in self._closed or self._is_repeated(piece, first) or not self._may_read(first):
            return []
        prefix, line = split_prefix(decode_line(piece))
        rank = rank_of_prefix(prefix)
        if rank is not None:
            self.ranks.add(rank)
        in_summary = self._summary.read(line)
        if line[:1].isspace() and not in_summary:  # a line of source code, or of a stack
            mark = recognise_mark(prefix, line := line.lstrip())
            told = Told(*mark) if mark else None
        else:
            told = recognise(prefix, line)
        if told is None:
            return []
        if in_summary:
            return [self._event_of_summary(data, first, told, line)]
        return [self._make(data, first, told, line, rank, piece)]

    def _event_of_summary(self, data: bytes, first: int, told: Told, line: str) -> Event:
        if told.role is EventRole.STOPPED:
            told = Told(told.kind, EventRole.TEARDOWN)
        event = self._make(data, first, told, line.strip(), self._summary.rank, b"")
        return replace(
            event,
            rank=event.rank if self._summary.rank is None else self._summary.rank,
            time=self._summary.time or event.time,
            pid=event.pid or self._summary.pid,
            is_own=False,
            is_repeated=True,
        )

    def _make(self, data: bytes, first: int, told: Told, line: str, rank: int | None, piece: bytes) -> Event:
        year = clocks.year_of(self.span.last if self.span else None)
        time = clocks.read_time(decode_line(piece), year) if piece else None
        if time is not None:
            self._add_time(time)
        else:
            time = self._time_before(data, first)
        ranks = self._ranks_told(line)
        about = told_rank(line) if len(ranks) != 1 else ranks[0]
        own = None if is_of_job(line) else self.rank if rank is None else rank
        return Event(
            told.kind,
            told.role,
            line[:LONGEST_TEXT].rstrip(),
            self.name,
            self._line,
            self._offset + first,
            time,
            own if about is None else about,
            told_pid(line),
            ranks,
            is_own=own is not None and about in (None, own),
            window=self._window(data, first),
        )

    # ── stacks ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _event_of_stack(self, data: bytes, close: ClosedStack) -> list[Event]:
        if self._offset + close.start in self._closed:  # by another stack, whose header names no rank
            return []
        self._closed.add(self._offset + close.start)
        if self._summary.is_open:
            event = self._event_of_summary(data, close.start, close.told, close.line)
        else:
            piece = data[close.start : min(close.end, close.start + LONGEST_LINE)]
            if close.rank is not None:
                self.ranks.add(close.rank)
            if self._is_repeated(piece, close.start) or not self._may_read(close.start):
                return []
            event = self._make(data, close.start, close.told, close.line, close.rank, piece)
        return [replace(event, line=self._line + close.lines)]

    # ── what is kept ────────────────────────────────────────────────────────────────────────────────────────────

    def _keep(self, event: Event) -> None:
        if len(self._first) < _MOST_KEPT:
            self._first.append(event)
        else:
            self._last.append(event)

    def _window(self, data: bytes, first: int) -> bytes:
        """The text around an event, kept for a source that cannot be read again."""
        if not self.keeps_windows or self._windows >= _MOST_WINDOWS:
            return b""
        self._windows += 1
        before = self._before[-(BEFORE - first) :] if first < BEFORE else b""
        return before + data[max(0, first - BEFORE) : first + AFTER]

    def _is_repeated(self, piece: bytes, first: int) -> bool:
        """Whether the line repeats many earlier ones. The last of each kind is read at the end: it may be the cause."""
        shape = shape_of_bytes(piece[:300])
        if self._shapes.add(shape) <= MOST_ALIKE:
            return False
        self._latest.pop(shape, None)
        self._latest[shape] = (self._line, self._offset + first, piece)
        return True

    def _last_repeated(self) -> list[Event]:
        found = []
        self._rest = b""
        for line, offset, piece in list(self._latest.values())[-_MOST_KEPT:]:
            prefix, text = split_prefix(decode_line(piece))
            if not text[:1].isspace() and (told := recognise(prefix, text) or closes_traceback(text)):
                event = self._make(piece, 0, told, text, rank_of_prefix(prefix), piece)
                found.append(replace(event, line=line, offset=offset, window=b""))
        return found

    # ── times ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _first_time(self, data: bytes) -> float | None:
        lines = decode_line(data[:_NEAR]).split("\n")
        return next((time for line in lines if (time := clocks.read_time(line[:200])) is not None), None)

    def _time_before(self, data: bytes, first: int) -> float | None:
        """The last time that stands shortly before a line."""
        near = (self._before + data[:first])[-_NEAR:] if first < _NEAR else data[first - _NEAR : first]
        year = clocks.year_of(self.span.last if self.span else None)
        for line in reversed(near.rstrip(b"\r\n").split(b"\n")[-30:]):
            if line.count(b":") > 1 and (time := self._read_time(line[:_BYTES_OF_TIME], year)) is not None:
                self._add_time(time)
                return time
        return None

    def _add_time(self, time: float) -> None:
        if self.span is None:
            self.span = clocks.TimeRange(time, time)
        self.span.add(time)


def _read_time(line: bytes, year: int) -> float | None:
    """The time at the beginning of a line."""
    return clocks.read_time(decode_line(line)[:200], year)


def scan(source: Source, rank: int | None = None, budget: Budget | None = None) -> Scan:
    """Find all events of a source. Never raises because of the source: the scan says what was not read."""
    budget = Budget() if budget is None else budget
    budget.open_log()
    scanner = Scanner(source.name, rank, isinstance(source, StreamSource), budget)
    problem = None
    parts: list[bytes] = []  # of a compressed log: small ones are searched together
    try:
        for block in source.blocks():
            parts.append(block)
            if sum(map(len, parts)) >= BLOCK // 2:
                scanner.feed(b"".join(parts))
                parts = []
    except (EOFError, zlib.error) as error:
        problem = why_unfinished(error)
    except OSError as error:
        problem = Phrase("it cannot be read: {reason}", reason=error.strerror or str(error))
    scanner.feed(b"".join(parts))
    scanner.end()
    return scanner.result(problem)
