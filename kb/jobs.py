"""The event that ended a job, found in the logs of the job that were sent together, for the page and the API."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext

from kb.addresses import article_address
from kb.formats import match_json
from kb.library import Library
from kb.server.uploads import PasteError, read_files, room_for_logs
from kb.wording import say_phrase
from tracefix.answers.drawings import RankPicture, draw_ranks
from tracefix.answers.lookups import DiagnosedPaste
from tracefix.phrases import Phrase
from tracefix.triage import clocks
from tracefix.triage.events import Event
from tracefix.triage.job import Job, triage
from tracefix.triage.job_answer import sentences, shorten_timeline, to_values
from tracefix.triage.uploads import sources_of, unpacked_size

_MOST_NAMED = 5  # files to name if none could be read


@dataclass(frozen=True, slots=True)
class DrawnEvent:
    """An event as a row of the page's table."""

    time: str
    rank: int | None
    place: str
    text: str


@dataclass(frozen=True, slots=True)
class DrawnJob:
    """The end of a job as the page shows it: a heading, the line of the cause, further facts, and the other events."""

    heading: Phrase
    cause: DrawnEvent | None
    others: Sequence[Phrase]
    timeline: Sequence[DrawnEvent]
    files: int
    ranks: RankPicture | None = None


def read_job(request: HttpRequest) -> Job:
    """Find out what ended the job whose logs a form contains.

    Raises PasteError if none of them can be read, or if there is no room to unpack them.
    """
    files = read_files(request)
    with room_for_logs(request, len(files), unpacked_size(files)):
        sources, left = sources_of(files)
        if not sources:
            reasons = "; ".join(f"{each.name}: {say_phrase(each.why)}" for each in left[:_MOST_NAMED])
            message = gettext("None of the files can be read: {reasons}.").format(reasons=reasons)
            raise PasteError(400, "unreadable", message)
        return triage(sources, left)


def draw_job(job: Job) -> DrawnJob:
    """Prepare a job for the page."""
    heading, *others = sentences(job)
    cause = job.failure.cause
    events = shorten_timeline(job.failure.timeline)
    ranks = draw_ranks(job.failure.timeline, cause)
    return DrawnJob(heading, _draw(cause) if cause else None, others, [*map(_draw, events)], job.files, ranks)


def job_json(job: Job, found: DiagnosedPaste | None, library: Library, request: HttpRequest) -> Mapping[str, Any]:
    """The answer of the API for a job. `found` is the answer to the lines around the cause."""
    diagnosis = match_json(found, library, article_address(request)) if found else None
    return to_values(job, diagnosis, say_phrase)


def _draw(event: Event) -> DrawnEvent:
    time = clocks.in_words(event.time) if event.time is not None else ""
    return DrawnEvent(time, event.rank, f"{event.file}:{event.line}", event.text)
