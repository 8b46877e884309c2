"""`tracefix ci`: say in a failed job of CI why it failed, where its runner shows that."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from tracefix import __version__
from tracefix.bundle.article_bundle import open_bundle
from tracefix.cli.drawing import address, command, payload_of
from tracefix.cli.environment import base_url
from tracefix.cli.language import say as translate
from tracefix.cli.output import complain, say
from tracefix.cli.triage import draw_text
from tracefix.phrases import Phrase, sentence
from tracefix.triage.ci_report import CiReport, report_of, to_annotation, to_sarif, to_summary
from tracefix.triage.command import FOUND, NO_CAUSE, UNREADABLE
from tracefix.triage.job import Job, triage
from tracefix.triage.places import find_place
from tracefix.triage.sources import find_sources

_UNSAID = sentence("The log tells no reason: its last lines show no error.")


def explain_job(paths: Sequence[str], *, sarif: str = "", environ: Mapping[str, str] = os.environ) -> int:
    """Print why the job failed whose logs these are, write its summary and SARIF, and return the exit status."""
    sources, left = find_sources(paths)
    if not sources:
        missing = "; ".join(f"{each.name}: {translate(each.why)}" for each in left) or " ".join(paths)
        _tell(translate(Phrase("There is no log to read. {missing}", missing=missing)), environ)
        return UNREADABLE
    job = triage(sources, left)
    report = _report(job, environ)
    if report is None:
        _tell(translate(_UNSAID), environ)
        return NO_CAUSE
    say(to_annotation(report) if environ.get("GITHUB_ACTIONS") else draw_text(job))
    _add_summary(to_summary(report), environ)
    if sarif:
        Path(sarif).write_text(to_sarif(report, __version__), encoding="utf-8")
    return FOUND


def _report(job: Job, environ: Mapping[str, str]) -> CiReport | None:
    cause = job.failure.cause
    if cause is None:
        return None
    bundle = open_bundle()
    answer = payload_of(bundle, bundle.diagnose(job.window), address if base_url() else command) if job.window else None
    report = report_of(job, answer, find_place(cause, job.window))
    roots = [environ.get("GITHUB_WORKSPACE", ""), environ.get("CI_PROJECT_DIR", ""), str(Path.cwd())]
    return report and report.within(roots)


def _tell(problem: str, environ: Mapping[str, str]) -> None:
    """Say what kept us from an answer: a warning of the run on GitHub, else on standard error."""
    if environ.get("GITHUB_ACTIONS"):
        say(f"::warning title=Tracefix::{problem}")
    else:
        complain(f"tracefix: {problem}")
    _add_summary(f"## Tracefix\n\n{problem}\n", environ)


def _add_summary(markdown: str, environ: Mapping[str, str]) -> None:
    """Add a section to the summary of a run on GitHub; elsewhere there is none."""
    if name := environ.get("GITHUB_STEP_SUMMARY"):
        with Path(name).open("a", encoding="utf-8") as file:
            file.write(markdown)
