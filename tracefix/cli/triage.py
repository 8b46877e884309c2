"""`tracefix triage`: say which event ended a job, from all its logs, and which known error that is."""

from __future__ import annotations

from collections.abc import Sequence

from tracefix.answers.brief import to_json
from tracefix.answers.text import printable, to_text
from tracefix.bundle.article_bundle import open_bundle
from tracefix.cli.drawing import address, command, payload_of, short_payload_of
from tracefix.cli.environment import base_url, wants_colours
from tracefix.cli.language import say as translate
from tracefix.cli.output import complain, is_terminal, say
from tracefix.triage.command import run, with_diagnosis
from tracefix.triage.job import Job
from tracefix.triage.job_answer import to_lines, to_values


def triage(paths: Sequence[str], *, as_json: bool, follows: bool = False) -> int:
    """Print what ended the job whose logs these are, and return the exit status."""
    if follows:
        from tracefix.cli.follow import follow

        follow(paths)
    return run(paths, _json if as_json else draw_text, say, lambda line: complain(f"tracefix: {translate(line)}"))


def _json(job: Job) -> str:
    bundle = open_bundle()
    answer = short_payload_of(bundle, bundle.diagnose(job.window)) if job.window else None
    return to_json(to_values(job, answer, translate))


def draw_text(job: Job) -> str:
    """The answer to a job as text for a terminal, with the answer to the cause's lines where that is known."""
    lines = to_lines(job, translate, printable)
    if not job.window:
        return "\n".join(lines)
    bundle = open_bundle()
    colours = wants_colours(is_terminal=is_terminal())
    return with_diagnosis(
        lines,
        bundle.diagnose(job.window),
        lambda answer: to_text(
            payload_of(bundle, answer, address if base_url() else command), colours=colours, say=translate
        ),
    )
