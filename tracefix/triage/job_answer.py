"""The answer to a job: as JSON, and as a few lines of text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tracefix.cutting import cut
from tracefix.phrases import Phrase, sentence
from tracefix.triage import clocks
from tracefix.triage.events import Event, EventKind, EventRole
from tracefix.triage.job import Job
from tracefix.triage.ranks import in_words

_MOST_EVENTS = 50  # of a timeline that are shown
_LONGEST_TEXT = 200  # characters of a line in the text
_LONGEST_STEP = 80
_MOST_LEFT_OUT = 10

# What is said of a cause, by its kind: of one rank, of several alike, and where no rank is named
_SAID = {
    EventKind.EXCEPTION: (
        sentence("Rank {rank} failed first."),
        sentence("Several ranks failed in the same way."),
        sentence("The job failed here first."),
    ),
    EventKind.SIGNAL: (
        sentence("Rank {rank} was ended by a signal."),
        sentence("Several ranks were ended by a signal."),
        sentence("A process was ended by a signal."),
    ),
    EventKind.OOM_KILL: (
        sentence("Rank {rank} was killed because main memory ran out."),
        sentence("Several ranks were killed because main memory ran out."),
        sentence("A process was killed because main memory ran out."),
    ),
    EventKind.LIMIT: (
        sentence("Rank {rank} reached a limit first."),
        sentence("Several ranks reached the same limit."),
        sentence("The job reached a limit."),
    ),
    EventKind.NCCL: (
        sentence("Rank {rank} failed first, in NCCL."),
        sentence("Several ranks failed in the same way, in NCCL."),
        sentence("The job failed in NCCL."),
    ),
    EventKind.WATCHDOG: (
        sentence("Rank {rank} did not answer; other ranks waited for it until they gave up."),
        sentence("Several ranks waited for another until they gave up."),
        sentence("A rank did not answer; others waited for it until they gave up."),
    ),
    EventKind.CONNECTION_LOST: (
        sentence("Rank {rank} was gone; other ranks lost their connection to it."),
        sentence("Several ranks lost their connection to another."),
        sentence("A connection was lost first."),
    ),
    EventKind.TEARDOWN: (
        sentence("Rank {rank} was stopped from outside."),
        sentence("The ranks were stopped from outside."),
        sentence("The job was stopped from outside."),
    ),
}
# … of a CI job, whose runner has no ranks
_SAID_OF_STEPS = {
    EventKind.STEP: sentence("The job failed here."),
    EventKind.TEST: sentence("A test failed."),
    EventKind.BUILD: sentence("The build failed."),
}
# … of one rank that itself saw it, and no other rank is known to be the reason
_SAW = {
    EventKind.WATCHDOG: sentence("Rank {rank} gave up waiting for another rank. The logs do not show which."),
    EventKind.CONNECTION_LOST: sentence("Rank {rank} lost its connection to another rank. The logs do not show which."),
}


def to_values(job: Job, diagnosis: Mapping[str, Any] | None, say: Callable[[Phrase], str] = str) -> dict[str, Any]:
    """The answer as JSON has it. `diagnosis` is the answer of match for the cause's window; `say` translates."""
    failure = job.failure
    return {
        "cause": _event(failure.cause) if failure.cause else None,
        "told_by_others": failure.is_told_by_others,
        "ranks": list(failure.ranks),
        "silent_ranks": list(failure.silent),
        "victims": [_event(event) for event in failure.victims],
        "timeline": [_event(event) for event in shorten_timeline(failure.timeline)],
        "diagnosis": dict(diagnosis) if diagnosis is not None else None,
        "clocks": [{"file": file, "ahead_s": shift} for file, shift in failure.shifts],
        "left_out": [{"file": left.name, "why": say(left.why)} for left in job.left_out],
        "files": job.files,
        "bytes": job.size,
        "says": [say(sentence) for sentence in sentences(job)],
    }


def sentences(job: Job) -> list[Phrase]:
    """What ended the job, in sentences, the first one first."""
    failure = job.failure
    if failure.cause is None:
        return [Phrase("No event that explains an end was found."), *_notes(job)]
    found = [_head(job)]
    if failure.cause.detail:
        found.append(Phrase("It says: {text}", text=cut(failure.cause.detail, _LONGEST_TEXT)))
    if failure.cause.step:
        found.append(Phrase("It is in the step {step}.", step=cut(failure.cause.step, _LONGEST_STEP)))
    if failure.cause.time is not None:
        found.append(Phrase("It happened at {time}.", time=clocks.in_words(failure.cause.time)))
    if failure.silent:
        found.append(Phrase("These ranks say nothing of an end: {ranks}.", ranks=in_words(failure.silent)))
    if failure.ranks:
        found.append(Phrase("These ranks all say the same: {ranks}.", ranks=in_words(failure.ranks)))
    victims = [event.rank for event in failure.victims if event.rank is not None]
    if victims:
        found.append(Phrase("Ranks that ended because of it: {ranks}.", ranks=in_words(victims)))
    return [*found, *_notes(job)]


def to_lines(job: Job, say: Callable[[Phrase], str] = str, show: Callable[[str], str] = str) -> list[str]:
    """The answer in a few lines: what ended the job, the line that shows it, and what else is known.

    `say` translates, and `show` makes what a log holds harmless on a terminal.
    """
    first, *others = [show(say(each)) for each in sentences(job)]
    cause = job.failure.cause
    cause_lines = [f"  {show(cause.file)}:{cause.line}: {show(cut(cause.text, _LONGEST_TEXT))}"] if cause else []
    return [first, *cause_lines, *others]


def _head(job: Job) -> Phrase:
    """Who failed, when and how."""
    cause = job.failure.cause
    if cause is None:
        raise ValueError("there is no cause")
    kind = EventKind.TEARDOWN if cause.role is EventRole.STOPPED else cause.kind
    if kind in _SAID_OF_STEPS:
        return Phrase(_SAID_OF_STEPS[kind])
    of_one, of_several, of_job = _SAID[kind]
    if len(job.failure.ranks) > 1:
        return Phrase(of_several)
    if cause.rank is None:
        return Phrase(of_job)
    return Phrase(of_one if job.failure.is_told_by_others else _SAW.get(kind, of_one), rank=str(cause.rank))


def _notes(job: Job) -> list[Phrase]:
    """What a reader must know of the logs to trust the answer."""
    notes = [
        Phrase("The clock of {file} is {seconds} seconds ahead of the others.", file=file, seconds=f"{shift:g}")
        if shift > 0
        else Phrase("The clock of {file} is {seconds} seconds behind the others.", file=file, seconds=f"{-shift:g}")
        for file, shift in job.failure.shifts
    ]
    notes += [
        Phrase("Not read: {file}: {why}.", file=left.name, why=left.why) for left in job.left_out[:_MOST_LEFT_OUT]
    ]
    more = len(job.left_out) - _MOST_LEFT_OUT
    return [*notes, Phrase("Not read: {number} more.", number=str(more))] if more > 0 else notes


def shorten_timeline(timeline: tuple[Event, ...]) -> list[Event]:
    """The events that begin and end a long timeline."""
    if len(timeline) <= _MOST_EVENTS:
        return list(timeline)
    half = _MOST_EVENTS // 2
    return [*timeline[:half], *timeline[-half:]]


def _event(event: Event) -> dict[str, Any]:
    return {
        "file": event.file,
        "line": event.line,
        "offset": event.offset,
        "rank": event.rank,
        "time": clocks.in_iso(event.time) if event.time is not None else None,
        "kind": event.kind.value,
        "text": event.text,
        "step": event.step or None,
        "detail": event.detail or None,
    }
