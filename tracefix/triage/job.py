"""A job: read all its logs, and find what ended it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tracefix.reading.decoding import decode
from tracefix.triage.causes import Finding, find_cause
from tracefix.triage.error_files import is_error_file, read_error_file
from tracefix.triage.events import Event
from tracefix.triage.ranks import ranks_of_paths
from tracefix.triage.scanning import AFTER, BEFORE, Scan, scan
from tracefix.triage.sources import LeftOut, Source
from tracefix.triage.survival import goes_on, line_shape

_MOST_ERROR_FILE = 4 << 20  # bytes


@dataclass(frozen=True, slots=True)
class Job:
    """The result of reading a job's logs. `window` is the text around the cause; "" if there is no cause."""

    finding: Finding
    window: str
    files: int
    size: int
    left_out: tuple[LeftOut, ...]


def triage(sources: Sequence[Source], left_out: Sequence[LeftOut] = ()) -> Job:
    """Read every source once, and find what ended the job."""
    ranks = ranks_of_paths([source.name for source in sources])
    errors = [event for source in sources if (event := _error_of(source, ranks.get(source.name)))]
    logs = [source for source in sources if not is_error_file(source.name)]
    scans = [scan(source, ranks.get(source.name)) for source in logs]
    return conclude(logs, scans, errors, left_out)


def conclude(
    sources: Sequence[Source], scans: Sequence[Scan], errors: Sequence[Event], left_out: Sequence[LeftOut]
) -> Job:
    """Find what ended the job, given what was found in its logs."""
    windows = _Windows(sources, scans)
    finding = find_cause(scans, errors, windows.has_survived)
    problems = [LeftOut(scan.name, scan.problem) for scan in scans if scan.problem]
    text = decode(windows.read_around(finding.cause)[0]) if finding.cause else ""
    return Job(finding, text, len(scans), sum(scan.size for scan in scans), (*left_out, *problems))


class _Windows:
    """Reads the text around events."""

    def __init__(self, sources: Sequence[Source], scans: Sequence[Scan]) -> None:
        self._sources = {source.name: source for source in sources}
        self._scans = {scan.name: scan for scan in scans}
        self._shape_of = lru_cache(20_000)(line_shape)  # of this job: what a log holds is not kept for longer

    def read_around(self, event: Event) -> tuple[bytes, int]:
        """Read the bytes around an event. Returns them and the offset of the event's line in them."""
        start = max(0, event.offset - BEFORE)
        if event.window:
            return event.window, min(event.offset - start, len(event.window))
        source = self._sources.get(event.file)
        data = source.window(start, event.offset + AFTER) if source else None
        if data is None:
            return event.text.encode(), 0
        place = event.offset - start
        if start:  # begin with a whole line
            cut = data.find(b"\n", 0, place) + 1
            data, place = data[cut:], place - cut
        return data, place

    def has_survived(self, event: Event) -> bool:
        """Whether the process that printed an event went on after it."""
        scan = self._scans.get(event.file)
        if scan is None:
            return False
        window, place = self.read_around(event)
        others = {each.rank for each in scan.events} | scan.ranks
        return goes_on(window, place, writers=len(others - {None, scan.rank}) or 1, shape_of=self._shape_of)


def _error_of(source: Source, rank: int | None) -> Event | None:
    """The exception of an error file."""
    if not is_error_file(source.name):
        return None
    data = source.window(0, _MOST_ERROR_FILE + 1)
    return read_error_file(source.name, data, rank) if data else None
