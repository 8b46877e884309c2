"""The command `triage`, the same for `manage.py` and the client: what it reads, what it prints, its exit status."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from tracefix.answers.choice import verdict_of
from tracefix.matching.diagnosis import Diagnosis
from tracefix.matching.verdict import Verdict
from tracefix.phrases import Phrase
from tracefix.triage.job import Job, triage
from tracefix.triage.sources import LeftOut, find_sources

FOUND, NO_CAUSE, UNREADABLE = 0, 1, 2  # exit statuses

Write = Callable[[str], object]
Complain = Callable[[Phrase], object]


class Answered(Protocol):
    """What a program makes of a paste: a diagnosis, and more that only it draws."""

    @property
    def diagnosis(self) -> Diagnosis:
        """What the paste shows."""


A = TypeVar("A", bound=Answered)


def run(paths: Sequence[str], draw: Callable[[Job], str], write: Write, complain: Complain) -> int:
    """Print what ended the job whose logs these paths name, as `draw` draws it, and return the exit status."""
    sources, left = find_sources(paths)
    if not sources:
        for line in _unread(paths, left):
            complain(line)
        return UNREADABLE
    job = triage(sources, left)
    write(draw(job))
    return FOUND if job.failure.cause else NO_CAUSE


def with_diagnosis(lines: Sequence[str], answer: A | None, draw: Callable[[A], str]) -> str:
    """The answer for a job. If the cause's lines match a known error, that answer follows."""
    text = "\n".join(lines)
    if answer is None or verdict_of(answer.diagnosis) is Verdict.NONE:
        return text
    return f"{text}\n\n{draw(answer)}"


def _unread(paths: Sequence[str], left: Sequence[LeftOut]) -> list[Phrase]:
    """Why nothing was read."""
    unread = [Phrase("{name}: {why}", name=each.name, why=each.why) for each in left]
    return unread or [Phrase("no logs in {paths}", paths=" ".join(paths))]
