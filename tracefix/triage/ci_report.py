"""Why a job of CI failed, for the places where its runner shows it: an annotation, a summary in Markdown, SARIF.

The log of a job and its summary are read by the same people, so a reader's own names and numbers are kept, and secrets
are replaced.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tracefix.answers.annotation import format_annotation
from tracefix.answers.github import code_block, code_span
from tracefix.answers.text import first_match, link_of, plain_words, printable, step_commands, step_sentence
from tracefix.phrases import Phrase, sentence
from tracefix.redaction.redaction import redact
from tracefix.triage.events import EventKind
from tracefix.triage.job import Job
from tracefix.triage.job_answer import sentences
from tracefix.triage.places import Place, in_workspace

if TYPE_CHECKING:  # not at start-up, because creating the shapes takes long
    from tracefix.answers.json_shapes import DiagnosisOut

_SARIF = "https://json.schemastore.org/sarif-2.1.0.json"
_UNKNOWN_RULE = "failure"
_TITLE = sentence("Why it failed")
_WHERE, _MEANING, _FIX = sentence("Where"), sentence("What it means"), sentence("Fix")
_NEXT = sentence("What to do next")
_READ = sentence("Read on")
_MOST_STEPS = 3
# What a failure means that no article covers, by its kind …
_UNKNOWN = {
    EventKind.STEP: sentence("No error that we know. Of what its step printed, this line tells most."),
    EventKind.TEST: sentence("What the test asserts does not hold, or the test could not run."),
    EventKind.BUILD: sentence("A compiler, a linker or a tool of the build refused what it was given."),
}
# … and of an error by who raised it
_UNKNOWN_OWN = sentence("Your own code raised an error that no article covers.")
_UNKNOWN_ELSEWHERE = sentence("No article covers this error.")


@dataclass(frozen=True, slots=True)
class CiReport:
    """What is known of a failed job. `rule` names the article, or `failure`."""

    said: str  # who failed, in a sentence
    line: str  # that shows it
    place: Place | None  # in the source
    meaning: tuple[str, ...]
    steps: tuple[str, ...]
    is_fix: bool
    link: str = ""
    rule: str = _UNKNOWN_RULE
    logged: Place | None = None  # where the line stands in the log

    def within(self, roots: Sequence[str]) -> CiReport:
        """The report with its place as a path from the first of these folders that holds it."""
        return replace(self, place=in_workspace(self.place, roots)) if self.place else self


def report_of(job: Job, answer: DiagnosisOut | None, place: Place | None) -> CiReport | None:
    """The report of a job whose cause was found; None if it was not."""
    cause = job.failure.cause
    if cause is None:
        return None
    said = " ".join(map(str, sentences(job)[:2] if cause.step or cause.detail else sentences(job)[:1]))
    line = redact(printable(cause.text))
    logged = Place(cause.file, cause.line) if cause.file else None
    if answer is None or not _is_about(answer, f"{cause.text}\n{cause.detail}", cause.kind):
        meaning = (_UNKNOWN.get(cause.kind, _UNKNOWN_ELSEWHERE),)
        return CiReport(said, line, place, meaning, (_look_above(cause.kind),), is_fix=False, logged=logged)
    first, match, explanation = answer["answers"][0], first_match(answer), answer["explanation"]
    told = [first["finding"]] if first["finding"] else list(explanation["kind_help"]) if explanation else []
    steps = [" ".join([step_sentence(step), *map(code_span, step_commands(step))]) for step in first["steps"]]
    if not steps and explanation:
        steps = list(explanation["next"]) or list(explanation["says"])
    return CiReport(
        said,
        line,
        place or _own_place(answer),
        _on_one_line(told) or (_unknown_meaning(answer, cause.kind),),
        _on_one_line(steps[:_MOST_STEPS]) or (_look_above(cause.kind),),
        is_fix=bool(first["steps"]),
        link=link_of(match) if match else "",
        rule=match["slug"] if match else _UNKNOWN_RULE,
        logged=logged,
    )


def _on_one_line(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(redact(" ".join(text.split())) for text in texts)


def to_annotation(report: CiReport) -> str:
    """The line that GitHub Actions shows beside the source, and in the run's list."""
    parts = [report.line, *map(plain_words, report.meaning), *map(plain_words, report.steps), report.link]
    return format_annotation("error", _TITLE, [part for part in parts if part], report.place)


def to_summary(report: CiReport) -> str:
    """A section in Markdown for the summary of a run."""
    rows = []
    if place := report.place or report.logged:
        line = Phrase("line {line}", line=str(place.line)) if place.line else ""
        rows.append(f"**{_WHERE}:** {code_span(place.file)}{f', {line}' if line else ''}")
    rows += [f"**{_MEANING}:** {' '.join(report.meaning)}"] if report.meaning else []
    rows += [f"**{_FIX if report.is_fix else _NEXT}:** {step}" for step in report.steps]
    rows += [f"**{_READ}:** {report.link if report.link.startswith('http') else code_span(report.link)}"] * bool(
        report.link
    )
    said = printable(redact(report.said))
    return "\n\n".join([f"## {_TITLE}", said, code_block(report.line), *rows]) + "\n"


def to_sarif(report: CiReport, version: str) -> str:
    """The report as SARIF 2.1.0, which code scanning and many editors read."""
    result: dict[str, Any] = {
        "ruleId": report.rule,
        "level": "error",
        "message": {
            "text": "\n".join([report.line, *map(plain_words, (*report.meaning, *report.steps)), report.link]).strip()
        },
    }
    if report.place:
        region = {"region": {"startLine": report.place.line}} if report.place.line else {}
        where = {"artifactLocation": {"uri": report.place.file}, **region}
        result["locations"] = [{"physicalLocation": where}]
    rule = {"id": report.rule, **({"helpUri": report.link} if report.link.startswith("http") else {})}
    driver = {"name": "Tracefix", "version": version, "rules": [rule]}
    log = {"$schema": _SARIF, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": [result]}]}
    return json.dumps(log, indent=2) + "\n"


def _is_about(answer: DiagnosisOut, told: str, kind: EventKind) -> bool:
    """Whether an answer to the lines around a cause is about the cause, and not about an error beside it."""
    headline = answer["answers"][0]["headline"]
    if not headline:
        return False
    return (
        answer["verdict"] != "none" or kind is not EventKind.STEP or headline in told or told.split("\n")[0] in headline
    )


def _look_above(kind: EventKind) -> str:
    if kind is EventKind.TEST:
        return sentence("Run this test alone, and read what it prints above this line.")
    return sentence("Read the lines of the log above this one: the command that printed it failed.")


def _unknown_meaning(answer: DiagnosisOut, kind: EventKind) -> str:
    raised = answer["explanation"]["raised_in"] if answer["explanation"] else None
    unknown = _UNKNOWN_OWN if raised and raised["package"] == "own" else _UNKNOWN_ELSEWHERE
    return _UNKNOWN.get(kind, unknown)


def _own_place(answer: DiagnosisOut) -> Place | None:
    """The innermost frame of the reader's own code."""
    own = answer["explanation"]["own"] if answer["explanation"] else None
    return Place(own["file"], own["line"]) if own and own["file"] and not own["file"].startswith("<") else None
