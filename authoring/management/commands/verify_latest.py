"""`manage.py verify_latest`: run every repro and fix with the newest releases, and report what is no longer true."""

import datetime
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from authoring.management.scripts import find_python, load_named, name_of, newest_pins, what_is_missing
from authoring.repros import installing, records, requirements
from authoring.repros.judging import judge_fix, judge_repro, last_line
from authoring.repros.latest import PairResult, PairStatus, classify_repro, draw_report, from_json, is_affected, to_json
from tracefix.articles.model import Article, Pair, Script
from tracefix.matching.diagnosis import diagnose
from tracefix.matching.verdict import Verdict
from tracefix.repros import environments
from tracefix.repros.environments import Environment, PreparationError
from tracefix.repros.running import Outcome, run
from tracefix.repros.script_header import ScriptError, read_header


class _Work(NamedTuple):
    """A pair, and what its repro and its fix want installed; None if a header does not let them run here."""

    article: Article
    pair: Pair
    repro: tuple[str, ...] | None  # sorted: the same packages in another order are the same environment
    fix: tuple[str, ...] | None
    reason: str = ""

    @property
    def scripts(self) -> str:
        """Tells whether a script was edited since it ran."""
        return f"{self.pair.repro.hash} {self.pair.fixed.hash}"


class Command(BaseCommand):
    help = (
        "Run the scripts of all articles, or of those named, with the newest releases that this Python can install "
        "(PyTorch stays at the version in constraints.txt). Writes a report for people and one for programs; with "
        "--record the runs, too, from which articles say with what they are still true. Exits with 1 where a fix "
        "fails or an error has changed."
    )
    requires_system_checks: Sequence[str] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="SLUG", help="these articles only")
        parser.add_argument("--python", default=sys.executable, help="interpreter: a path, a command or 3.12")
        parser.add_argument("--timeout", type=float, default=180, help="seconds for one script (default 180)")
        parser.add_argument("--record", action="store_true", help="write runs/, with today's date")
        parser.add_argument(
            "--resume", action="store_true", help="go on where an interrupted run ended, as its report says"
        )
        parser.add_argument("--report", type=Path, metavar="FILE.md", help="default var/latest.md; beside it, .json")

    def handle(self, *args: Any, **options: Any) -> None:
        self.options = options
        known, self.catalogue = load_named(options["slugs"], None)
        self.plain = environments.probe(find_python(options["python"]))
        self.environment = cache(self._environment)
        self.today = datetime.datetime.now(datetime.UTC).date()
        works = [self._work(known[slug], pair) for slug in options["slugs"] or known for pair in known[slug].pairs]
        self.report: Path = options["report"] or settings.VAR_DIR / "latest.md"
        results = self._found_before(works) if options["resume"] else []
        done = {result.name for result in results}
        left = [work for work in works if _name(work) not in done]
        for work in left:
            result = replace(self._verify(work), scripts=work.scripts, date=self.today.isoformat())
            results.append(result)
            self._say(result)
            self._write(results)  # each time: an interrupted run is gone on with
        self._write(results)
        self.stdout.write(f"report: {self.report}")
        if any(result.now in (PairStatus.FIX_FAILS, PairStatus.FAILS_OTHERWISE) for result in results):
            sys.exit(1)

    def _found_before(self, works: Sequence[_Work]) -> list[PairResult]:
        """The earlier results for pairs that have not been edited since, with this Python."""
        path = self.report.with_suffix(".json")
        try:
            found = from_json(json.loads(path.read_text(encoding="utf-8")), date=self.today)
        except FileNotFoundError:
            return []
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CommandError(f"{path} is no report to go on with: {error}") from error
        scripts = {_name(work): work.scripts for work in works}
        mine = [each for each in found if scripts.get(each.name) == each.scripts]
        mine = [each for each in mine if each.python in ("", self.plain.version)]
        self.stdout.write(f"{len(mine)} of {len(works)} pairs are known from {path}")
        return mine

    def _work(self, article: Article, pair: Pair) -> _Work:
        try:
            repro, fix = read_header(pair.repro.text), read_header(pair.fixed.text)
        except ScriptError as error:
            return _Work(article, pair, None, None, str(error))
        for header in (repro, fix):  # of a plain interpreter: a build for CUDA is never installed
            if missing := what_is_missing(header.requires_python, article.requires, self.plain):
                return _Work(article, pair, None, None, missing)
        kept = requirements.differing_packages(repro.dependencies, fix.dependencies)
        repro_wants, fix_wants = (requirements.lift_versions(header.dependencies, kept) for header in (repro, fix))
        return _Work(article, pair, tuple(sorted(repro_wants)), tuple(sorted(fix_wants)))

    def _environment(self, wanted: tuple[str, ...]) -> Environment:
        return installing.prepare(wanted, python=self.plain.python, pins=newest_pins())

    def _verify(self, work: _Work) -> PairResult:
        slug, name = work.article.slug, name_of(work.pair)
        if work.repro is None or work.fix is None:
            return PairResult(slug, name, PairStatus.NOT_RUN, detail=work.reason)
        with_repro = self._run(work, work.pair.repro, work.repro)
        with_fix = self._run(work, work.pair.fixed, work.fix)  # in any case, so that each environment is used up
        return (
            with_repro
            if with_repro.now in (PairStatus.FAILS_OTHERWISE, PairStatus.NOT_INSTALLED, PairStatus.NOT_RUN)
            else (with_fix if with_fix.now is not PairStatus.STILL_TRUE else with_repro)
        )

    def _run(self, work: _Work, script: Script, wanted: tuple[str, ...]) -> PairResult:
        slug, name = work.article.slug, name_of(work.pair)
        try:
            environment = self.environment(wanted)
        except PreparationError as error:
            return PairResult(slug, name, PairStatus.NOT_INSTALLED, detail=str(error))
        outcome = run(script, environment, timeout_s=self.options["timeout"])
        now, detail = self._judge(work.article, script, environment, outcome)
        packages = environments.installed_versions(wanted, environment)
        return PairResult(slug, name, now, environment.version, packages, detail)

    def _judge(
        self, article: Article, script: Script, environment: Environment, outcome: Outcome
    ) -> tuple[PairStatus, str]:
        if outcome.is_timeout:
            now = PairStatus.FIX_FAILS if script.is_fix else PairStatus.FAILS_OTHERWISE
            return now, f"{script.name} did not end within {self.options['timeout']:g} s{last_line(outcome)}"
        if script.is_fix:
            judged = judge_fix(outcome, self.catalogue)
            now = PairStatus.STILL_TRUE if judged.is_passed else PairStatus.FIX_FAILS
        else:
            known = records.find_record(article, script, environment)
            judged = judge_repro(article, script, outcome, self.catalogue, known=known, is_draft=False)
            now = classify_repro(outcome, judged, affected=is_affected(article.affects, environment.packages))
        # a fix is first proven with what its header asks for: until then, lint wants that run before any other
        is_proven = not script.is_fix or any(run.script == script.name for run in article.runs)
        is_plain = judged.is_passed or (now is PairStatus.NOT_AFFECTED and self._is_unlike(outcome))
        if self.options["record"] and is_plain and is_proven:
            records.record(
                article, script, environment, outcome,
                reproduced=judged.is_reproduced, date=self.today, is_renewed=True,
            )  # fmt: skip
        return now, judged.detail

    def _is_unlike(self, outcome: Outcome) -> bool:
        """Whether what was printed is no known error for certain: as a run without the error, lint would refuse it."""
        return diagnose(outcome.output, self.catalogue).verdict is not Verdict.EXACT

    def _say(self, result: PairResult) -> None:
        is_well = result.now in (PairStatus.STILL_TRUE, PairStatus.NOT_AFFECTED, PairStatus.NOT_RUN)
        style = self.style.SUCCESS if is_well else self.style.ERROR
        self.stdout.write(f"{style(result.now)}: {result.name}{': ' if result.detail else ''}{result.detail[:300]}")
        self.stdout.flush()

    def _write(self, results: Sequence[PairResult]) -> None:
        self.report.parent.mkdir(parents=True, exist_ok=True)
        self.report.write_text(draw_report(results, date=self.today), encoding="utf-8")
        text = json.dumps(to_json(results, date=self.today), indent=1, sort_keys=True)
        whole = self.report.with_suffix(".json")
        part = whole.with_suffix(".part")
        part.write_text(f"{text}\n", encoding="utf-8")
        part.replace(whole)  # at once: whoever is interrupted here goes on with the one before


def _name(work: _Work) -> str:
    return f"{work.article.slug}/{name_of(work.pair)}"
