"""Lint: the runs and the pastes of an article, which must lead to it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path

from authoring.lint import cases
from authoring.lint.privacy import MACHINE_PATH, find_private
from tracefix.articles.files import read_file
from tracefix.articles.model import Article, Problem, Proof
from tracefix.articles.runs import output_line
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.matching.verdict import Match, Verdict

FEWEST_REPORTS = 2  # texts that must lead to the article; one alone says little about what varies
_MOST_KEPT = 256  # answers to the reports of one article, which several rules ask for


@dataclass(frozen=True, slots=True)
class OwnReport:
    """A text that must lead to the article: what its repro printed, or a paste."""

    path: Path
    first_line: int
    text: str


def own_reports(article: Article) -> Iterator[OwnReport]:
    """The reports of an article: its runs that show the error, and its pastes."""
    for run in article.runs:
        if run.reproduced:
            yield OwnReport(run.path, output_line(run), run.output)
    for path in article.pastes:
        yield OwnReport(path, 1, read_file(path, errors="replace"))


def look_alikes(article: Article) -> Iterator[OwnReport]:
    """The reports in not/: they look like the error of the article, and are of another one."""
    for path in article.look_alikes:
        yield OwnReport(path, 1, read_file(path, errors="replace"))


@lru_cache(_MOST_KEPT)
def find_matches(text: str, catalogue: Catalogue) -> tuple[Match, ...]:
    """The matches of a report."""
    return diagnose(text, catalogue).matches


def check(article: Article, catalogue: Catalogue) -> Iterator[Problem]:
    """The problems of an article's runs and pastes, among the articles of the catalogue."""
    yield from _check_recorded(article)
    yield from _check_scripts(article)
    yield from _check_number(article)
    yield from _check_paths(article)
    yield from _check_private(article)
    answers = [(report, find_matches(report.text, catalogue)) for report in own_reports(article)]
    if astray := list(_check_first(article, answers)):
        yield from astray
    else:  # what reports choose can be told once they lead here
        yield from cases.check_rows_reached(article, [matches[0] for _, matches in answers])
        yield from cases.check_chosen(article, [(report.path, matches[0]) for report, matches in answers])
        beside = (find_matches(report.text, catalogue) for report in look_alikes(article))
        yield from cases.check_kept_out(article, chain(*(matches[:1] for _, matches in answers), *beside))
    yield from _check_look_alikes(article, catalogue)
    yield from _check_not_reproduced(article, catalogue)
    yield from _check_fixes(article, catalogue)
    yield from _check_proof(article)


def _check_recorded(article: Article) -> Iterator[Problem]:
    """Each repro has a record of its error, or the article says what it needs to run."""
    recorded = {run.script for run in article.runs if run.reproduced}
    for pair in article.pairs:
        if pair.repro.name not in recorded and not article.requires:
            message = f"has no recorded run with its error: `manage.py verify_repros --record {article.slug}`"
            yield Problem(pair.repro.path, 1, f"{message}, or say in `requires` what it needs")


def _check_scripts(article: Article) -> Iterator[Problem]:
    """Each run is of a script that is there."""
    names = {script.name for script in article.scripts}
    lost = {run.script: run for run in reversed(article.runs) if run.script not in names}
    for script, run in lost.items():
        more = sum(other.script == script for other in article.runs) - 1
        also = f" (as {more} more are)" if more else ""
        yield Problem(run.path, 1, f"is a run of {script}{also}, which is not here: remove it, or name its script")


def _check_number(article: Article) -> Iterator[Problem]:
    """There are enough reports to show what varies between them; the same text again shows nothing."""
    texts = [read_file(path, errors="replace").strip() for path in article.pastes]
    for place, path in enumerate(article.pastes):
        if (first := texts.index(texts[place])) < place:
            yield Problem(path, 1, f"has the same text as {article.pastes[first].name}: keep one of them")
    runs, pastes = sum(run.reproduced for run in article.runs), len(set(texts))
    if (count := runs + pastes) < FEWEST_REPORTS:
        lead = "text leads" if count == 1 else "texts lead"
        counted = f"{runs} of runs/ with the error, {pastes} of pastes/"
        message = (
            f"only {count} {lead} here ({counted}): add runs or pastes/*.txt of other shapes, at least {FEWEST_REPORTS}"
        )
        yield Problem(article.path, 1, message)


def _check_paths(article: Article) -> Iterator[Problem]:
    """No report holds a path of the machine on which it was made: it tells a reader nothing."""
    for path in _paths(article):
        lines = enumerate(read_file(path, errors="replace").splitlines(), 1)
        found = [(number, match[0]) for number, line in lines if (match := MACHINE_PATH.search(line))]
        for number, first in found[:1]:
            more = f" (and {len(found) - 1} more of its lines hold one)" if found[1:] else ""
            message = f"holds {first}, a path of the machine it was made on{more}: write /home/user/… instead"
            yield Problem(path, number, message)


def _check_private(article: Article) -> Iterator[Problem]:
    """No report says whose it is."""
    for path in _paths(article):
        for number, line in enumerate(read_file(path, errors="replace").splitlines(), 1):
            for message in find_private(line):
                yield Problem(path, number, message)


def _paths(article: Article) -> list[Path]:
    return [*(run.path for run in article.runs), *article.pastes, *article.look_alikes]


def _check_first(article: Article, answers: Iterable[tuple[OwnReport, Sequence[Match]]]) -> Iterator[Problem]:
    """A report puts its own article first."""
    for report, matches in answers:
        if not matches:
            message = "matches nothing: add a signature for its wording"
            yield Problem(report.path, report.first_line, message)
        elif matches[0].article.slug != article.slug:
            message = f"puts {matches[0].article.slug!r} first, not this article: narrow that one, or say more here"
            yield Problem(report.path, report.first_line, message)


def _check_look_alikes(article: Article, catalogue: Catalogue) -> Iterator[Problem]:
    """A report in not/ is no exact match of the article, and one that can be exact has such a report."""
    if not article.look_alikes and article.is_specific and article.proof is not Proof.SOURCED:
        message = (
            "can be an exact match, and no report shows where it must not be: run an error that looks like this one, "
            "or vary the message, and put the report into not/ as a .txt file"
        )
        yield Problem(article.path, 1, message)
    for report in look_alikes(article):
        for match in find_matches(report.text, catalogue):
            if match.article.slug == article.slug and match.verdict is Verdict.EXACT:
                message = (
                    f"is an exact match of this article by “{match.quote}”: say more of the message in the signature, "
                    "narrow it by `where` or `where_not`, or make it `general`"
                )
                yield Problem(report.path, report.first_line, message)


def _check_not_reproduced(article: Article, catalogue: Catalogue) -> Iterator[Problem]:
    """A run without the error is no exact match of anything."""
    for run in article.runs:
        if not run.is_fix and not run.reproduced and diagnose(run.output, catalogue).verdict is Verdict.EXACT:
            message = "is recorded as not reproduced, but its output is an exact match: record it again"
            yield Problem(run.path, output_line(run), message)


def _check_fixes(article: Article, catalogue: Catalogue) -> Iterator[Problem]:
    """A run of a fix ends well, and what it prints matches nothing."""
    for run in article.runs:
        if not run.is_fix:
            continue
        if run.exit_status or run.reproduced:
            yield Problem(run.path, 1, "is a run of a fix that failed: record it again, or mend the fix")
        elif matches := diagnose(run.output, catalogue).matches:
            message = f"is a run of a fix, but its output matches {matches[0].article.slug!r}: record it again"
            yield Problem(run.path, output_line(run), message)


def _check_proof(article: Article) -> Iterator[Problem]:
    """Check that the article's `proof` agrees with its runs and its stand-ins."""
    has_runs = any(run.reproduced for run in article.runs)
    is_simulated = any(script.path.name in run.platform for run in article.runs for script in article.stand_ins)
    if article.proof is Proof.SOURCED and has_runs:
        yield Problem(article.path, 1, "says `proof: sourced` but has runs with its error: remove that line")
    if article.proof is Proof.SIMULATED and not (article.stand_ins or article.pairs):
        yield Problem(
            article.path, 1, "says `proof: simulated`: put the source of the stand-in into standin/ or repro.py"
        )
    if article.proof is Proof.RUN and is_simulated:
        yield Problem(article.path, 1, "was run with a stand-in: say `proof: simulated`")
