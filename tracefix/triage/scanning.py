"""Scan a log for events: one pass over its bytes, in bounded memory. Only lines that matter are decoded.

One expression of RE2 runs over blocks of about 1 MB, as grep would (floods.py). Where it hits, the line is cut out, and
recognising.py reads it. A line that says what many before it said, with other numbers, is counted but not read again.
"""

from __future__ import annotations

import zlib
from collections import deque
from dataclasses import dataclass, field, replace

from tracefix.linear_re import Expression
from tracefix.phrases import Phrase
from tracefix.triage import clocks
from tracefix.triage.events import LONGEST_TEXT, Event, Role
from tracefix.triage.floods import DIGITS, LONGEST_LINE, MOST_ALIKE, MOST_SHAPES, Flood
from tracefix.triage.launchers import Summary
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
from tracefix.triage.sources import DAMAGED, Source, StreamSource

BEFORE, AFTER = 48 << 10, 16 << 10  # bytes of a window around an event
_LONGEST_STACK = 64 << 10  # bytes from a stack's header to its error line
_MOST_KEPT = 100  # events from the beginning, and as many from the end
_NEAR = 4096  # bytes in which a time is looked for
_MOST_WINDOWS = 64  # of a source that cannot be read again
_TRACEBACK = TRACEBACK.encode()
_COLOURS = Expression(r"\x1b\[[0-9;]*[mK]")


@dataclass(frozen=True, slots=True)
class Scan:
    """The events found in a source."""

    name: str
    rank: int | None
    events: tuple[Event, ...] = ()
    size: int = 0
    span: clocks.Span | None = None
    ranks: frozenset[int] = frozenset()  # that its lines name
    problem: Phrase | None = None  # why it was not read to its end


@dataclass(slots=True)
class Scanner:
    """Finds the events of one source, which is fed to it piece by piece."""

    name: str
    rank: int | None = None
    keeps_windows: bool = False
    span: clocks.Span | None = None
    ranks: set[int] = field(default_factory=set)
    _first: list[Event] = field(default_factory=list)
    _last: deque[Event] = field(default_factory=lambda: deque(maxlen=_MOST_KEPT))
    _shapes: dict[bytes, int] = field(default_factory=dict)
    _rest: bytes = b""  # what was fed, but not read yet
    _offset: int = 0  # of the rest
    _line: int = 1
    _before: bytes = b""  # what stood before the rest
    _closed: set[int] = field(default_factory=set)  # the error lines of stacks, by offset
    _summary: Summary = field(default_factory=Summary)
    _latest: dict[bytes, tuple[int, int, bytes]] = field(default_factory=dict)  # line, offset and text of the repeated
    _flood: Flood = field(default_factory=Flood)
    _windows: int = 0  # kept so far

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
        return Scan(self.name, self.rank, events, self.size, self.span, frozenset(self.ranks), problem)

    # ── one block ───────────────────────────────────────────────────────────────────────────────────────────────

    def _read(self, end: int, *, is_last: bool) -> list[Event]:
        data = self._rest
        if self.span is None and (time := self._first_time(data)):
            self.span = clocks.Span(time, time)
        found: list[Event] = []
        counted = 0
        for first, last in self._flood.hits(data, end):
            self._line += data.count(b"\n", counted, first)
            counted = first
            if _TRACEBACK not in data[first:last]:
                found += self._event(data, first, data[first:last])
                continue
            close = self._close_of(data, first, end)
            if close is not None:
                found += self._event_of_stack(data, first, close)
            elif not is_last and end - first < _LONGEST_STACK:
                end = first  # its error line is still to come
                break
        self._line += data.count(b"\n", counted, end)
        self._pass_on(data, end)
        for event in found:
            self._keep(event)
        return found

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
        if self._offset + first in self._closed or self._is_repeated(piece, first):
            return []
        prefix, line = split_prefix(_text(piece))
        rank = rank_of_prefix(prefix)
        if rank is not None:
            self.ranks.add(rank)
        in_summary = self._summary.read(line)
        if line[:1].isspace() and not in_summary:
            return []  # a line of source code, or of a stack
        told = recognise(prefix, line)
        if told is None:
            return []
        if in_summary:
            return [self._event_of_summary(data, first, told, line)]
        return [self._make(data, first, told, line, rank, piece)]

    def _event_of_summary(self, data: bytes, first: int, told: Told, line: str) -> Event:
        if told.role is Role.STOPPED:
            told = Told(told.kind, Role.TEARDOWN)
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
        time = clocks.read_time(_text(piece), year) if piece else None
        if time is not None:
            self._add_time(time)
        else:
            time = self._time_before(data, first)
        ranks = told_ranks(line)
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

    def _close_of(self, data: bytes, first: int, end: int) -> tuple[int, int, Told, str] | None:
        """Find the error line below a stack: where it begins and ends, and its event."""
        header = _text(data[first : min(end, first + LONGEST_LINE)].partition(b"\n")[0])
        before, _, _ = header.partition("Traceback")
        margin = before if not before.strip() else ""
        prefix = split_prefix(header)[0]
        rank = rank_of_prefix(prefix)
        limit = min(end, first + _LONGEST_STACK)
        position = data.find(b"\n", first, limit) + 1
        while 0 < position < limit:
            last = data.find(b"\n", position, limit)
            last = limit if last < 0 else last
            piece_prefix, line = split_prefix(_text(data[position : min(last, position + LONGEST_LINE)]))
            if rank is None or rank_of_prefix(piece_prefix) == rank:
                line = line.removeprefix(margin)
                if told := closes_traceback(line):
                    return position, last, told, line
                if TRACEBACK in line:
                    return None
            position = last + 1
        return None

    def _event_of_stack(self, data: bytes, first: int, close: tuple[int, int, Told, str]) -> list[Event]:
        start, last, told, line = close
        self._closed.add(self._offset + start)
        if self._summary.is_open:
            event = self._event_of_summary(data, start, told, line)
        else:
            piece = data[start : min(last, start + LONGEST_LINE)]
            rank = rank_of_prefix(split_prefix(_text(piece))[0])
            if rank is not None:
                self.ranks.add(rank)
            if self._is_repeated(piece, start):
                return []
            event = self._make(data, start, told, line, rank, piece)
        return [replace(event, line=self._line + data.count(b"\n", first, start))]

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
        shape = piece[:300].translate(None, DIGITS)
        times = self._shapes.get(shape, 0) + 1
        if times > 1 or len(self._shapes) < MOST_SHAPES:
            self._shapes[shape] = times
        if times <= MOST_ALIKE:
            return False
        self._latest.pop(shape, None)
        self._latest[shape] = (self._line, self._offset + first, piece)
        return True

    def _last_repeated(self) -> list[Event]:
        found = []
        self._rest = b""
        for line, offset, piece in list(self._latest.values())[-_MOST_KEPT:]:
            prefix, text = split_prefix(_text(piece))
            if not text[:1].isspace() and (told := recognise(prefix, text) or closes_traceback(text)):
                event = self._make(piece, 0, told, text, rank_of_prefix(prefix), piece)
                found.append(replace(event, line=line, offset=offset, window=b""))
        return found

    # ── times ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _first_time(self, data: bytes) -> float | None:
        lines = _text(data[:_NEAR]).split("\n")
        return next((time for line in lines if (time := clocks.read_time(line[:200])) is not None), None)

    def _time_before(self, data: bytes, first: int) -> float | None:
        """The last time that stands shortly before a line."""
        near = (self._before + data[:first])[-_NEAR:] if first < _NEAR else data[first - _NEAR : first]
        year = clocks.year_of(self.span.last if self.span else None)
        for line in reversed(_text(near).split("\n")[-30:]):
            if (time := clocks.read_time(line[:200], year)) is not None:
                self._add_time(time)
                return time
        return None

    def _add_time(self, time: float) -> None:
        if self.span is None:
            self.span = clocks.Span(time, time)
        self.span.add(time)


def scan(source: Source, rank: int | None = None) -> Scan:
    """Find all events of a source. Never raises because of the source: the scan says what was not read."""
    scanner = Scanner(source.name, rank, keeps_windows=isinstance(source, StreamSource))
    problem = None
    try:
        for block in source.blocks():
            scanner.feed(block)
    except (EOFError, zlib.error):
        problem = DAMAGED
    except OSError as error:
        problem = Phrase("it cannot be read: {reason}", reason=error.strerror or str(error))
    scanner.end()
    return scanner.result(problem)


def _text(piece: bytes) -> str:
    text = piece.decode("utf-8", "replace").replace("\x00", "").rstrip("\r\n")
    return _without_colours(text) if "\x1b" in text else text


def _without_colours(text: str) -> str:
    """The text without terminal colour codes, which may also stand before prefixes."""
    place, parts = 0, []
    for start, end in _COLOURS.spans(text):
        parts.append(text[place:start])
        place = end
    return "".join((*parts, text[place:]))
