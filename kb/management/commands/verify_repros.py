"""`manage.py verify_repros`: run the scripts. A repro must fail with its own error, a fix must pass.

What cannot run on this machine is named, never passed over.
"""

import datetime
import shutil
import sys
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from packaging.specifiers import SpecifierSet

from kb.core.articles.loading import load_sound
from kb.core.articles.model import REQUIREMENTS, Article, Pair, Run, Script
from kb.core.matching.catalogue import Catalogue
from kb.core.matching.diagnosis import Diagnosis, diagnose
from kb.core.matching.verdict import Verdict
from kb.core.repros import environments, records
from kb.core.repros.environments import Environment, PreparationError
from kb.core.repros.running import Outcome, run
from kb.core.repros.scripts import Header, ScriptError, read_header

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


class Command(BaseCommand):
    help = (
        "Run the scripts of the articles, each in an environment with the packages it names. A repro must fail with "
        "a report that the matcher maps to its article as exact; a fix must exit 0 and match nothing."
    )
    requires_system_checks: Sequence[str] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="SLUG", help="these articles only")
        parser.add_argument("--only", metavar="PAIR", help="this pair only: `main`, or what follows `repro_`")
        parser.add_argument("--python", default=sys.executable, help="interpreter: a path, a command or 3.12")
        parser.add_argument("--as-is", action="store_true", help="run with --python's own packages, install nothing")
        parser.add_argument("--cuda-wheels", action="store_true", help="install CUDA builds of PyTorch: several GB")
        parser.add_argument("--stand-in", type=Path, metavar="FILE.c", help="run with this stand-in for a GPU")
        parser.add_argument("--timeout", type=float, default=180, help="seconds for one script (default 180)")
        parser.add_argument("--record", action="store_true", help="write runs/<environment>.txt of repro and fix")
        parser.add_argument(
            "--fixes", action="store_true", help="run the fixes only; records of repros stay as they are"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        articles, problems = load_sound(settings.ARTICLES_DIR)
        wanted = set(options["slugs"])
        mine = [problem for problem in problems if not wanted or wanted & set(problem.path.parts)]
        if mine:
            raise CommandError("\n".join(map(str, mine)))
        known = {article.slug: article for article in articles}
        for slug in options["slugs"]:
            if slug not in known:
                raise CommandError(f"there is no article {slug!r}: choose from {', '.join(known)}")
        self.options = options
        self.catalogue = Catalogue(articles)
        self.python = _find_python(options["python"])
        counts = {PASSED: 0, FAILED: 0, SKIPPED: 0}
        for slug in options["slugs"] or known:
            for pair in known[slug].pairs:
                if options["only"] in (None, pair.name or "main"):
                    for script, result, detail in self._verify(known[slug], pair):
                        counts[result] += 1
                        self._say(slug, script, result, detail)
        self.stdout.write(", ".join(f"{count} {result}" for result, count in counts.items()))
        if counts[FAILED]:
            sys.exit(1)

    def _say(self, slug: str, script: Script, result: str, detail: str) -> None:
        style = {PASSED: self.style.SUCCESS, FAILED: self.style.ERROR, SKIPPED: self.style.WARNING}[result]
        self.stdout.write(f"{style(result.upper()):8} {slug}/{script.name}{': ' if detail else ''}{detail}")
        self.stdout.flush()

    def _verify(self, article: Article, pair: Pair) -> Iterator[tuple[Script, str, str]]:
        is_recorded = self.options["record"]  # and nothing of a fix whose repro has just failed otherwise
        for script in (pair.fixed,) if self.options["fixes"] else (pair.repro, pair.fixed):
            try:
                header = read_header(script.text)
                environment = self._environment(article, header)
            except (ScriptError, PreparationError) as error:
                yield script, FAILED, str(error)
                continue
            missing = self._missing(article, header.requires_python, environment)
            if missing:
                yield script, SKIPPED, f"not run here: {missing}; {_last_recorded(article, script)}"
                continue
            outcome = run(script, environment, timeout_s=self.options["timeout"])
            if outcome.is_timeout:
                yield script, FAILED, f"did not end within {self.options['timeout']:g} s{_last_line(outcome)}"
            elif script is pair.repro:
                result, detail = self._judge_repro(article, script, environment, outcome)
                is_recorded = is_recorded and result == PASSED
                yield script, result, detail
            else:
                result, detail = self._judge_fix(outcome)
                if result == PASSED and is_recorded:
                    detail = self._record(article, script, environment, outcome, reproduced=False)
                yield script, result, detail

    def _environment(self, article: Article, header: Header) -> Environment:
        environment = self._prepared(article, header)
        if source := self.options["stand_in"]:
            return environments.with_stand_in(environment, source, root=settings.VAR_DIR / "envs")
        return environment

    def _prepared(self, article: Article, header: Header) -> Environment:
        wants_cuda = any(name.startswith("cuda") for name in article.requires)
        if self.options["as_is"]:
            return environments.probe(self.python, wants_cuda=wants_cuda)
        if wants_cuda and not self.options["cuda_wheels"]:
            return self._as_it_is
        if not header.requires_python.contains(self._as_it_is.version, prereleases=True):
            return self._as_it_is  # nothing is installed for a script that cannot run
        return environments.prepare(
            header.dependencies,
            python=self.python,
            constraints=settings.ARTICLES_DIR / "constraints.txt",
            root=settings.VAR_DIR / "envs",
            wants_cuda=wants_cuda,
        )

    @cached_property
    def _as_it_is(self) -> Environment:
        """The interpreter with its own packages. Asking starts a process, and every script wants to know."""
        return environments.probe(self.python)

    def _missing(self, article: Article, requires_python: SpecifierSet, environment: Environment) -> str:
        if not requires_python.contains(environment.version, prereleases=True):
            return f"needs Python {requires_python}, this is {environment.version}"
        missing = environments.missing_requirements(article.requires, environment)
        return f"needs {' and '.join(REQUIREMENTS[name] for name in missing)}" if missing else ""

    def _judge_repro(
        self, article: Article, script: Script, environment: Environment, outcome: Outcome
    ) -> tuple[str, str]:
        diagnosis = diagnose(outcome.output, self.catalogue)
        reproduced = outcome.exit_status != 0 and _shows_own_error(article, diagnosis)
        is_silent = outcome.exit_status == 0 and not diagnosis.matches
        if not reproduced and not is_silent:
            matches = diagnosis.matches
            matched = f"matched {matches[0].article.slug} as {diagnosis.verdict}" if matches else "matched nothing"
            return FAILED, f"exit {outcome.exit_status}, {matched}{_last_line(outcome)}"
        known = records.find_record(article, script, environment)
        if is_silent and known and known.reproduced:
            # A repro that stops failing is an event, and never passes unseen.
            return (
                FAILED,
                f"no longer fails, though {known.path.name} says so; if that is meant, remove that file first",
            )
        if self.options["record"]:
            end = "" if reproduced else " as no longer occurring"
            return PASSED, self._record(article, script, environment, outcome, reproduced=reproduced) + end
        if reproduced:
            return PASSED, ""
        if known:
            return PASSED, f"no longer occurs, as {known.path.name} says"
        return FAILED, f"exit 0, matched nothing{_last_line(outcome)}"

    def _judge_fix(self, outcome: Outcome) -> tuple[str, str]:
        matches = diagnose(outcome.output, self.catalogue).matches
        if outcome.exit_status == 0 and not matches:
            return PASSED, ""
        matched = f", matched {matches[0].article.slug}" if matches else ""
        return FAILED, f"exit {outcome.exit_status}{matched}{_last_line(outcome)}"

    def _record(
        self, article: Article, script: Script, environment: Environment, outcome: Outcome, *, reproduced: bool
    ) -> str:
        today = datetime.datetime.now(datetime.UTC).date()
        path = records.record(article, script, environment, outcome, reproduced=reproduced, date=today)
        return f"recorded in {path.relative_to(settings.ARTICLES_DIR)}"


def _shows_own_error(article: Article, diagnosis: Diagnosis) -> bool:
    """Whether an output leads to its article. A kind of error and a wrapper are never more than likely."""
    is_enough = diagnosis.verdict is Verdict.EXACT or not article.is_specific
    return is_enough and bool(diagnosis.matches) and diagnosis.matches[0].article.slug == article.slug


def _last_line(outcome: Outcome) -> str:
    last = outcome.output.strip().rpartition("\n")[2]
    return f"; its last line: {last}" if last else "; it printed nothing"


def _last_recorded(article: Article, script: Script) -> str:
    """When a script was last recorded, and where."""
    run = records.last_run(article, script)
    return f"{script.name} was last recorded {_in_words(run)}" if run else f"{script.name} was never recorded"


def _in_words(run: Run) -> str:
    packages = "".join(f", {name}=={version}" for name, version in run.packages.items())
    return f"{run.date} on Python {run.python}{packages}: {_result(run)}"


def _result(run: Run) -> str:
    if run.is_fix:
        return "works"
    return "reproduced" if run.reproduced else "no longer occurring"


def _find_python(name: str) -> Path:
    """The interpreter that --python means: a path, a command, or a version such as 3.12."""
    for candidate in (name, f"python{name}"):
        found = shutil.which(candidate)
        if found:
            return Path(found).absolute()
    raise CommandError(f"there is no Python {name!r} here")
