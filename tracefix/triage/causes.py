"""Find the event that caused a job to fail, and the ranks that failed because of it.

Events are ordered by time if their clocks agree, within one file by their place, and else by which rank the launcher
saw fail first. An event that can only be a consequence (a lost connection, a timeout, a launcher's summary, a stop) is
the cause only if no other event is logged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from tracefix.linear_re import Expression
from tracefix.reading.line_shapes import shape_of
from tracefix.triage import clocks
from tracefix.triage.events import Event, EventKind, EventRole
from tracefix.triage.scanning import Scan

_BY_ITSELF = Expression(r"exitcode *: [1-9]")
_LEAST_APART = 0.02  # seconds
_MOST_VICTIMS = 1000
_KERNEL_REPORT = 64 << 10  # bytes of what the kernel writes of one kill

Survived = Callable[[Event], bool]
ReadStep = Callable[[Event], Event]  # from a mark to the line above it that made the step fail


@dataclass(frozen=True, slots=True)
class JobFailure:
    """Why a job failed. `ranks` logged the same event as the cause; `silent` ranks logged no end."""

    cause: Event | None
    is_told_by_others: bool = False  # the cause is only seen by ranks that waited for it
    ranks: tuple[int, ...] = ()
    silent: tuple[int, ...] = ()
    victims: tuple[Event, ...] = ()
    timeline: tuple[Event, ...] = ()
    mark: Event | None = None  # with which a runner or a tool says that it failed
    shifts: tuple[tuple[str, float], ...] = ()  # files whose clock is ahead of the others', and by how many seconds


def find_cause(
    scans: Sequence[Scan], errors: Iterable[Event], has_survived: Survived, read_step: ReadStep
) -> JobFailure:
    """Say which event of a job explains the others. `errors` are those of error files, whose times are exact."""
    scans = _with_years(scans, errors := tuple(errors))
    shifts = clocks.shifts_of({scan.name: scan.span for scan in scans if scan.span is not None})
    events = [_shift(event, shifts) for scan in scans for event in scan.events]
    events = _with_errors(events, errors)
    events = _without_repeated(_with_ranks_of_pids(events))
    known = sorted(
        {rank for scan in scans for rank in (*scan.ranks, scan.rank) if rank is not None} | _ranks_told(events)
    )
    timeline = tuple(_in_order(events))
    shift_items = tuple(shifts.items())
    if mark := _mark(timeline, EventKind.STEP, EventKind.TEST):
        return JobFailure(_explain_mark(mark, read_step), timeline=timeline, mark=mark, shifts=shift_items)
    for role in (EventRole.CAUSE, EventRole.VAGUE):
        events = [event for event in timeline if event.role is role]
        if role is EventRole.VAGUE:
            events = _without_victims(events, timeline)
        if cause := _first(events, has_survived):
            return _explain(cause, timeline, known, shift_items)
    waiting = [event for event in timeline if event.role is EventRole.VICTIM and not has_survived(event)]
    if waiting:
        return _seen_by_others(waiting, timeline, known, shift_items, _last_times(scans, shifts))
    for role in (EventRole.VAGUE, EventRole.STOPPED):
        if cause := _first([event for event in timeline if event.role is role], has_survived):
            return _explain(cause, timeline, known, shift_items)
    if mark := _mark(timeline, EventKind.BUILD):
        return JobFailure(_explain_mark(mark, read_step), timeline=timeline, mark=mark, shifts=shift_items)
    last = [event for event in timeline if event.role is EventRole.SUMMARY and event.rank is not None]
    return JobFailure(last[-1] if last else None, timeline=timeline, shifts=shift_items)


def _mark(timeline: Sequence[Event], *kinds: EventKind) -> Event | None:
    """The line with which a runner says that a step failed: the first one, as clean-up follows it. Of tools, the last.

    What the runner says again was tried again: the last time, it ended the step.
    """
    for kind in kinds:
        if marks := [event for event in timeline if event.kind is kind]:
            mark = marks[0 if kind is EventKind.STEP else -1]
            return mark if mark.role is EventRole.SUMMARY else [again for again in marks if again.text == mark.text][-1]
    return None


def _explain_mark(mark: Event, read_step: ReadStep) -> Event:
    """The line that made a step fail; the mark itself, where that says why."""
    return read_step(mark) if mark.role is EventRole.SUMMARY else mark


def _explain(
    cause: Event, timeline: tuple[Event, ...], known: Sequence[int], shift_items: tuple[tuple[str, float], ...]
) -> JobFailure:
    cause = _with_rank(cause, timeline, known)
    kind = (cause.role, cause.kind, _shape(cause))
    alike = {
        event.rank
        for event in timeline
        if event.rank is not None and (event.role, event.kind) == kind[:2] and _shape(event) == kind[2]
    }
    ranks = tuple(sorted(alike)) if len(alike) > 1 else ()
    victims = _victims(timeline, {cause.rank, *ranks})
    return JobFailure(cause, ranks=ranks, victims=victims, timeline=timeline, shifts=shift_items)


def _seen_by_others(
    waiting: Sequence[Event],
    timeline: tuple[Event, ...],
    known: Sequence[int],
    shift_items: tuple[tuple[str, float], ...],
    lasts: dict[int, float],
) -> JobFailure:
    """The failure if only waiting ranks logged it. Its cause is the rank that they name, or one that logged nothing."""
    cause = waiting[0]
    named = next((event.ranks for event in waiting if event.ranks), ())
    speaking = {event.rank for event in timeline if event.role in (EventRole.VICTIM, EventRole.VAGUE)}
    silent = named or tuple(rank for rank in known if rank not in speaking)
    failed = {event.rank for event in timeline if event.role is EventRole.SUMMARY and _BY_ITSELF.search(event.text)}
    silent = _failed_by_itself(failed, silent) or _first_to_stop(silent, lasts) or silent
    if not silent or (len(silent) >= len(known) - 1 and not named):  # too few speak to tell who does not
        return JobFailure(cause, victims=_victims(timeline, {cause.rank}), timeline=timeline, shifts=shift_items)
    rank = silent[0] if len(silent) == 1 else None
    victims = _victims(timeline, set(silent))
    return JobFailure(replace(cause, rank=rank), True, (), silent, victims, timeline, shifts=shift_items)


def _failed_by_itself(failed: set[int | None], silent: Sequence[int]) -> tuple[int, ...]:
    """The silent rank that failed by itself, if the launcher says so of only one; the others were stopped."""
    found = tuple(rank for rank in silent if rank in failed)
    return found if len(found) == 1 else ()


def _first_to_stop(silent: Sequence[int], spans: dict[int, float]) -> tuple[int, ...]:
    """The silent rank whose log stopped clearly before those of all other ranks, if there is one."""
    if len(silent) < 2 or any(rank not in spans for rank in silent) or len(spans) < 4:
        return ()
    lasts = sorted((last, rank) for rank, last in spans.items())
    (first, rank), (second, _), (latest, _) = lasts[0], lasts[1], lasts[-1]
    is_apart = second - first > 3 * (latest - second) and second - first > _LEAST_APART
    return (rank,) if is_apart and rank in silent else ()


def _first(events: Sequence[Event], has_survived: Survived) -> Event | None:
    """The first of several possible causes that ended something, in the order of the timeline; a rank's own words
    before a launcher's. Others are only looked at if it is a signal or a kill."""
    first = next((event for event in events if not has_survived(event)), None)
    if first is None or first.kind not in (EventKind.OOM_KILL, EventKind.SIGNAL):
        return first
    if first.kind is EventKind.OOM_KILL:
        return _kill_of(first, events, has_survived)
    kills = (event for event in events if event.kind is EventKind.OOM_KILL and event.rank in (None, first.rank))
    if kill := next((event for event in kills if not has_survived(event)), None):
        return replace(kill, rank=first.rank if kill.rank is None else kill.rank)
    same = [event for event in events if event.rank == first.rank and event.rank is not None and event.is_own]
    own = [event for event in same if not has_survived(event)]
    by_kind = {EventKind.LIMIT: 1}
    return min(own, key=lambda event: by_kind.get(event.kind, 2)) if own else first


def _kill_of(first: Event, events: Sequence[Event], has_survived: Survived) -> Event:
    """The kernel line that names the killed process, in place of a line before it that only announces the kill."""
    near = (event for event in events if event.file == first.file and "Killed process" in event.text)
    killed = (event for event in near if first.offset <= event.offset < first.offset + _KERNEL_REPORT)
    return next((event for event in killed if not has_survived(event)), first)


def _with_rank(cause: Event, timeline: Sequence[Event], known: Sequence[int]) -> Event:
    """The cause of a signal or kill with its rank, if its line names none.

    It is the one rank that a launcher says died of a signal, or else the only rank that logged no end: a killed process
    logs nothing.
    """
    if (
        cause.rank is not None
        or cause.kind not in (EventKind.SIGNAL, EventKind.OOM_KILL)
        or cause.role is EventRole.STOPPED
    ):
        return cause
    fallen = [event.rank for event in timeline if event.kind is EventKind.SIGNAL and event.role <= EventRole.VAGUE]
    ranks = {rank for rank in fallen if rank is not None}
    if not ranks and len(known) > 1:
        ranks = set(known).difference({event.rank for event in timeline if event.role <= EventRole.STOPPED})
    return replace(cause, rank=ranks.pop()) if len(ranks) == 1 else cause


def _without_repeated(events: list[Event]) -> list[Event]:
    """The events without those that a summary repeats, if the rank or the launcher logged them before."""
    first_told = {(event.rank, event.role) for event in events if not event.is_repeated}
    return [event for event in events if not event.is_repeated or (event.rank, event.role) not in first_told]


def _last_times(scans: Sequence[Scan], shifts: dict[str, float]) -> dict[int, float]:
    """The last time in each rank's logs."""
    lasts: dict[int, float] = {}
    for scan in scans:
        if scan.rank is not None and scan.span is not None:
            lasts[scan.rank] = max(lasts.get(scan.rank, 0.0), scan.span.last - shifts.get(scan.name, 0.0))
    return lasts


def _victims(timeline: Iterable[Event], of: set[int | None]) -> tuple[Event, ...]:
    """The first event of every rank that ended because another did."""
    found: dict[int, Event] = {}
    for event in timeline:
        if event.rank is None or event.rank in of:
            continue
        kept = found.get(event.rank)
        if kept is None or event.role < kept.role:
            found[event.rank] = event
    return tuple(found[rank] for rank in sorted(found))[:_MOST_VICTIMS]


def _in_order(events: Iterable[Event]) -> list[Event]:
    """Sort events by time. An event without a time keeps its place in its file; files without times come last."""
    by_file: dict[str, list[Event]] = {}
    for event in events:
        by_file.setdefault(event.file, []).append(event)
    keyed = []
    for each in by_file.values():
        time = None
        for event in sorted(each, key=lambda event: event.offset):
            time = event.time if event.time is not None else time
            keyed.append(
                ((time is None, time or 0.0, event.role, event.rank is None, event.rank or 0, event.offset), event)
            )
    return [event for _, event in sorted(keyed, key=lambda pair: pair[0])]


def _with_years(scans: Sequence[Scan], errors: Sequence[Event]) -> list[Scan]:
    """The scans, their stamps without a year in the year of the others."""
    lasts = [scan.span.last for scan in scans if scan.span] + [error.time for error in errors if error.time]
    times = [time for time in lasts if clocks.year_of(time)]
    if not times:
        return list(scans)
    return [_with_year(scan, max(times)) for scan in scans]


def _with_year(scan: Scan, reference: float) -> Scan:
    def date(time: float) -> float:
        return time if clocks.year_of(time) else clocks.with_year(time, reference)

    events = tuple(event if event.time is None else replace(event, time=date(event.time)) for event in scan.events)
    span = scan.span and clocks.TimeRange(*sorted((date(scan.span.first), date(scan.span.last))))
    return replace(scan, events=events, span=span)


def _shift(event: Event, shifts: dict[str, float]) -> Event:
    shift = shifts.get(event.file)
    return replace(event, time=event.time - shift) if shift and event.time is not None else event


def _with_errors(events: list[Event], errors: Sequence[Event]) -> list[Event]:
    """The events, with the exact times of error files, and the events that only error files have."""
    offset = _utc_offset(events, errors)
    told: dict[tuple[int | None, str], list[Event]] = {}
    for error in errors:
        time = error.time + offset if error.time is not None else None
        told.setdefault((error.rank, _shape(error)), []).append(replace(error, time=time))
    if not told:
        return events
    keys = [(event.rank, _shape(event)) for event in events]
    logged = {key for key, event in zip(keys, events, strict=True) if event.role is not EventRole.SUMMARY}
    timed = [_with_time(event, told.get(key, ())) for key, event in zip(keys, events, strict=True)]
    only = [_with_time(alike[0], alike) for key, alike in told.items() if key not in logged]
    return [*timed, *only]


def _with_time(event: Event, errors: Sequence[Event]) -> Event:
    """An event with the exact time of the last error file that tells it; a launcher's summary keeps its own time."""
    times = [error.time for error in errors if error.time]
    if not times or (event.time is not None and event.role is EventRole.SUMMARY):
        return event
    return replace(event, time=times[0] if event.role is EventRole.SUMMARY else times[-1])


def _utc_offset(events: Iterable[Event], errors: Sequence[Event]) -> float:
    """The offset of the logs' clock from UTC, which error files use: whole quarters of an hour, or 0."""
    times = [event.time for event in events if event.time is not None and clocks.year_of(event.time)]
    exact = [error.time for error in errors if error.time is not None]
    if not times or not exact:
        return 0.0
    apart = max(times) - max(exact)
    zone = round(apart / 900) * 900
    return float(zone) if abs(apart - zone) <= 120 and abs(zone) <= 14 * 3600 else 0.0


def _with_ranks_of_pids(events: list[Event]) -> list[Event]:
    """Give kernel events, which name a process, the rank that launchers name for it. Summaries add missing times."""
    ranks = {event.pid: event.rank for event in events if event.pid is not None and event.rank is not None}
    times = {event.rank: event.time for event in events if event.role is EventRole.SUMMARY and event.time is not None}
    done = []
    for event in events:
        if event.rank is None and event.pid in ranks:
            event = replace(event, rank=ranks[event.pid])
        if event.time is None and event.rank in times and event.rank is not None:
            event = replace(event, time=times[event.rank])
        done.append(event)
    return done


def _ranks_told(events: Iterable[Event]) -> set[int]:
    return {rank for event in events for rank in (*event.ranks, event.rank) if rank is not None}


def _without_victims(vague: Sequence[Event], timeline: Sequence[Event]) -> list[Event]:
    """The vague events of ranks that did not wait for another rank or lose it."""
    waiting = [event for event in timeline if event.role is EventRole.VICTIM]
    ranks = {event.rank for event in waiting}
    if not waiting:
        return list(vague)
    return [event for event in vague if event.rank is not None and event.rank not in ranks]


def _shape(event: Event) -> str:
    """The text without numbers, which differ between ranks."""
    return shape_of(event.text[:200]).strip(" :")
