"""`tracefix triage`: say which event ended a job, from all its logs, and which known error that is."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from kb.core.matching.verdict import Verdict
from kb.core.output.brief import to_json
from kb.core.output.text import printable, to_text
from kb.core.triage.answer import to_lines, to_values
from kb.core.triage.job import Job
from kb.core.triage.job import triage as triage_job
from kb.core.triage.sources import find_sources
from tracefix.book import Book, open_book
from tracefix.drawing import address, command, payload_of, short_payload_of
from tracefix.environment import base_url, wants_colours

NO_CAUSE, UNREADABLE = 1, 2


def triage(paths: Sequence[str], *, as_json: bool, follows: bool = False) -> int:
    """Print what ended the job whose logs these are, and return the exit status."""
    if follows:
        from tracefix.follow import follow

        follow(paths)
    sources, left = find_sources(paths)
    if not sources:
        for each in left:
            print(f"tracefix: {each.name}: {each.why}", file=sys.stderr)
        if not left:
            print(f"tracefix: no logs in {' '.join(paths)}", file=sys.stderr)
        return UNREADABLE
    job = triage_job(sources, left)
    book = open_book()
    _write(to_json(_values(book, job)) if as_json else _text(book, job))
    return 0 if job.finding.cause else NO_CAUSE


def _values(book: Book, job: Job) -> dict[str, object]:
    return to_values(job, short_payload_of(book.answer(job.window)) if job.window else None)


def _text(book: Book, job: Job) -> str:
    lines = "\n".join(to_lines(job, show=printable))
    answer = book.answer(job.window) if job.window else None
    if answer is None or answer.diagnosis.verdict is Verdict.NONE:
        return lines
    payload = payload_of(book, answer, address if base_url() else command)
    return f"{lines}\n\n{to_text(payload, colours=wants_colours(is_terminal=sys.stdout.isatty()))}"


def _write(text: str) -> None:
    """Print in UTF-8, whatever the locale: an answer repeats what a log says."""
    sys.stdout.buffer.write(text.encode("utf-8", "replace") + (b"" if text.endswith("\n") else b"\n"))
    sys.stdout.buffer.flush()
