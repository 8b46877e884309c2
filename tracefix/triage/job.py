"""A job: read all its logs, and find what ended it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from tracefix.phrases import Phrase
from tracefix.reading.decoding import decode
from tracefix.triage import clocks
from tracefix.triage.budget import Budget
from tracefix.triage.causes import JobFailure, find_cause
from tracefix.triage.error_files import LARGEST, NO_ERROR_FILE, TOO_LARGE, is_error_file, read_error_file
from tracefix.triage.events import LONGEST_TEXT, Event, EventKind, EventRole
from tracefix.triage.line_text import decode_line
from tracefix.triage.ranks import ranks_of_paths
from tracefix.triage.scanning import Scan, scan
from tracefix.triage.sources import LeftOut, Source
from tracefix.triage.steps import ABOVE, FailingLine, find_failing_line, find_last_error, find_step
from tracefix.triage.survival import AFTER, BEFORE, Surroundings

_TOO_MANY_SIGNS = Phrase("it has too many lines that look like errors: only some of them are read")
_TOO_MUCH_AROUND = Phrase("it has too many errors and lines: not everything around its errors is read")


@dataclass(frozen=True, slots=True)
class Job:
    """The result of reading a job's logs. `window` is the text around the cause; "" if there is no cause."""

    failure: JobFailure
    window: str
    files: int
    size: int
    left_out: tuple[LeftOut, ...]


def triage(sources: Sequence[Source], left_out: Sequence[LeftOut] = ()) -> Job:
    """Read every source once, and find what ended the job."""
    ranks = ranks_of_paths([source.name for source in sources])
    errors, unread = _errors_of(sources, ranks)
    logs = [source for source in sources if not is_error_file(source.name)]
    budget = Budget()
    scans = [scan(source, ranks.get(source.name), budget) for source in logs]
    return conclude(logs, scans, errors, (*left_out, *unread))


def conclude(
    sources: Sequence[Source], scans: Sequence[Scan], errors: Sequence[Event], left_out: Sequence[LeftOut]
) -> Job:
    """Find what ended the job, given what was found in its logs."""
    windows = _Windows(sources, scans)
    failure = find_cause(scans, errors, windows.has_survived, windows.read_step)
    if failure.cause is None and not any(event.role <= EventRole.STOPPED for event in failure.timeline):
        failure = replace(failure, cause=next(filter(None, map(windows.read_end, scans)), None))
    problems = [LeftOut(scan.name, scan.problem) for scan in scans if scan.problem]
    problems += [LeftOut(scan.name, _TOO_MANY_SIGNS) for scan in scans if scan.is_cut]
    problems += [LeftOut(name, _TOO_MUCH_AROUND) for name in windows.cut]
    return Job(
        failure, windows.text_around(failure), len(scans), sum(scan.size for scan in scans), (*left_out, *problems)
    )


class _Windows:
    """Reads the text around events."""

    def __init__(self, sources: Sequence[Source], scans: Sequence[Scan]) -> None:
        self._sources = {source.name: source for source in sources}
        self._scans = {scan.name: scan for scan in scans}
        self._survived: dict[str, dict[int, bool]] = {}  # by file and offset: a file is read when it is first asked for
        self._budget = Budget()
        self.cut: list[str] = []  # files of which not everything was read that stands around events

    def read_around(self, event: Event) -> tuple[bytes, int]:
        """Read the bytes around an event. Returns them and the offset of the event's line in them."""
        start = max(0, event.offset - BEFORE)
        data = self._read(event, start, event.offset + AFTER)
        if data is None:
            return event.window or event.text.encode(), 0
        place = min(event.offset - start, len(data))
        if start and not event.window:  # begin with a whole line
            cut = data.find(b"\n", 0, place) + 1
            data, place = data[cut:], place - cut
        return data, place

    def text_around(self, failure: JobFailure) -> str:
        """The text around the cause; of a step of CI up to its mark, because what follows is about other steps."""
        cause, mark = failure.cause, failure.mark
        if cause is None:
            return ""
        data, place = self.read_around(cause)
        if mark and mark.offset > cause.offset and not cause.window:
            data = data[: place + mark.offset - cause.offset]
        return decode(data)

    def has_survived(self, event: Event) -> bool:
        """Whether the process that printed an event went on after it."""
        scan = self._scans.get(event.file)
        if scan is None:
            return False
        if event.file not in self._survived:
            self._survived[event.file] = self._follow(scan)
        return self._survived[event.file].get(event.offset, False)

    def read_step(self, mark: Event) -> Event:
        """The line that made the step fail that a mark ends; the mark itself if nothing stands above it."""
        above = self._read(mark, max(0, mark.offset - ABOVE), mark.offset) or b""
        step = find_step(decode(above))
        mark = replace(mark, step=step.name)
        found = find_failing_line(step)
        return _event_above(mark, above, found) if found else mark

    def read_end(self, scan: Scan) -> Event | None:
        """The last error of a log in which nothing else explains an end; None if there is none near its end."""
        end = Event(EventKind.STEP, EventRole.SUMMARY, "", scan.name, scan.lines, scan.size)
        above = self._read(end, max(0, scan.size - AFTER), scan.size) or b""
        found = find_last_error(decode(above))
        return _event_above(end, above, found) if found else None

    def _follow(self, scan: Scan) -> dict[int, bool]:
        """Whether the process went on, for the offset of each event of a log that may be a cause."""
        self._budget.open_log()
        self._budget.read(scan.size)
        writers = {event.rank for event in scan.events} | scan.ranks
        around = Surroundings(self._budget, len(writers - {None, scan.rank}) or 1)
        survived: dict[int, bool] = {}
        for event in sorted(scan.events, key=lambda event: event.offset):
            if event.role > EventRole.STOPPED or event.offset in survived:
                continue
            goes_on = around.goes_on(event.offset, partial(self._read, event))
            if goes_on is None and scan.name not in self.cut:
                self.cut.append(scan.name)
            # what was not read is judged by what is left of the log
            survived[event.offset] = event.offset + AFTER < scan.size if goes_on is None else goes_on
        return survived

    def _read(self, event: Event, start: int, end: int) -> bytes | None:
        """The bytes of the event's log between two offsets near it; None if they cannot be read."""
        if event.window:
            first = max(0, event.offset - BEFORE)
            return event.window[max(0, start - first) : max(0, end - first)]
        source = self._sources.get(event.file)
        return source.window(start, end) if source else None


def _event_above(event: Event, above: bytes, found: FailingLine) -> Event:
    """The event of a line in the text above another event."""
    lines = above.split(b"\n")
    line = lines[found.number - 1]
    return replace(
        event,
        kind=found.kind,
        role=EventRole.CAUSE,
        text=found.text[:LONGEST_TEXT],
        line=event.line - len(lines) + found.number,
        offset=event.offset - len(above) + sum(len(line) + 1 for line in lines[: found.number - 1]),
        time=clocks.read_time(decode_line(line)) or event.time,
        detail=found.detail[:LONGEST_TEXT],
        window=event.window and above,
    )


def _errors_of(sources: Sequence[Source], ranks: Mapping[str, int]) -> tuple[list[Event], list[LeftOut]]:
    """The exceptions that error files tell, and the error files that tell none."""
    found: list[Event] = []
    left: list[LeftOut] = []
    for source in sources:
        if is_error_file(source.name):
            data = source.window(0, LARGEST + 1) or b""
            event = read_error_file(source.name, data, ranks.get(source.name))
            if event:
                found.append(event)
            else:
                left.append(LeftOut(source.name, TOO_LARGE if len(data) > LARGEST else NO_ERROR_FILE))
    return found, left
