"""`manage.py verify_repros`: run the scripts. A repro must fail with its own error, a fix must pass.

What cannot run on this machine is named, never passed over.
"""

import datetime
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property
from pathlib import Path
from textwrap import indent
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from packaging.utils import canonicalize_name

from authoring.draft import is_draft, propose
from authoring.management.article_folders import constraints_of, shown_path
from authoring.management.scripts import find_python, load_named, name_of, what_is_missing
from authoring.repros import installing, records
from authoring.repros.judging import Judgement, Result, judge_fix, judge_repro, last_line
from authoring.repros.requirements import find_unpinned, read_pins
from authoring.repros.stand_in import with_stand_in
from tracefix.articles.model import Article, Pair, Run, Script
from tracefix.repros import environments
from tracefix.repros.environments import Environment, PreparationError
from tracefix.repros.running import Outcome, run
from tracefix.repros.script_header import Header, ScriptError, read_header


class Command(BaseCommand):
    help = (
        "Run the scripts of the articles, each in an environment with the packages it names. A repro must fail with "
        "a report that the matcher maps to its article as exact; a fix must exit 0 and match nothing. Environments "
        "stay in uv's cache for the next run: `uv cache clean` removes them."
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
        parser.add_argument("--jobs", type=int, default=1, help="articles at a time (default 1)")
        parser.add_argument("--record", action="store_true", help="write runs/<environment>.txt of repro and fix")
        parser.add_argument(
            "--fixes", action="store_true", help="run the fixes only; records of repros stay as they are"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        self.options = options
        known, self.catalogue = load_named(options["slugs"], options["only"])
        self.python = find_python(options["python"])
        self.environment = cache(self._environment)
        with ThreadPoolExecutor(max(1, options["jobs"])) as pool:
            results = pool.map(self._verify_article, [known[slug] for slug in options["slugs"] or known])
            counts = Counter(result for of_article in results for result in of_article)
        self.stdout.write(", ".join(f"{counts[result]} {result}" for result in Result))
        if counts[Result.FAILED]:
            sys.exit(1)

    def _verify_article(self, article: Article) -> list[Result]:
        """Run its pairs one after another, as they may want the same port, and say each result at once."""
        results = []
        for pair in article.pairs:
            if self.options["only"] in (None, name_of(pair)):
                for script, result, detail in self._verify(article, pair):
                    self._say(article.slug, script, result, detail)
                    results.append(result)
        return results

    def _say(self, slug: str, script: Script, result: Result, detail: str) -> None:
        style = {
            Result.PASSED: self.style.SUCCESS,
            Result.FAILED: self.style.ERROR,
            Result.SKIPPED: self.style.WARNING,
        }[result]
        self.stdout.write(f"{style(result.upper()):8} {slug}/{script.name}{': ' if detail else ''}{detail}")
        self.stdout.flush()

    def _verify(self, article: Article, pair: Pair) -> Iterator[tuple[Script, Result, str]]:
        is_recorded = self.options["record"]  # and nothing of a fix whose repro has just failed otherwise
        for script in self._scripts(pair):
            try:
                header = read_header(script.text)
                environment = self._environment_of(article, header)
                missing = what_is_missing(header.requires_python, article.requires, environment)
                if not missing:
                    self._warn_of_unpinned(article, script, header, environment)
                outcome = None if missing else run(script, environment, timeout_s=self.options["timeout"])
            except (ScriptError, PreparationError) as error:
                yield script, Result.FAILED, str(error)
                continue
            if outcome is None:
                yield script, Result.SKIPPED, f"not run here: {missing}; {_last_recorded(article, script)}"
                continue
            if outcome.is_timeout:
                yield script, Result.FAILED, f"did not end within {self.options['timeout']:g} s{last_line(outcome)}"
                is_recorded = False
                continue
            judgement = self._judge(article, script, environment, outcome)
            is_recorded = is_recorded and judgement.is_passed
            detail = judgement.detail
            if is_recorded:
                detail = self._record(article, script, environment, outcome, judgement)
            yield script, judgement.result, detail + (_proposal(outcome) if judgement.is_new else "")

    def _scripts(self, pair: Pair) -> tuple[Script, ...]:
        return (pair.fixed,) if self.options["fixes"] else (pair.repro, pair.fixed)

    def _warn_of_unpinned(self, article: Article, script: Script, header: Header, environment: Environment) -> None:
        """Name the packages of a script whose version nobody has chosen, and those that it runs with now."""
        for dependency in find_unpinned(header.dependencies, read_pins(constraints_of(article.folder.parent))):
            found = environment.packages.get(str(canonicalize_name(dependency.name)))
            pin = f"write {dependency.name}=={found} if that is the one" if found else "name its version"
            message = f"{article.slug}/{script.name}: {str(dependency)!r} is not pinned: {pin}"
            self.stdout.write(f"{self.style.WARNING('WARNING')}  {message}")

    def _judge(self, article: Article, script: Script, environment: Environment, outcome: Outcome) -> Judgement:
        if script.is_fix:
            return judge_fix(outcome, self.catalogue)
        known = records.find_record(article, script, environment)
        return judge_repro(article, script, outcome, self.catalogue, known=known, is_draft=is_draft(article))

    def _environment_of(self, article: Article, header: Header) -> Environment:
        wants_cuda = any(name.startswith("cuda") for name in article.requires)
        is_left_out = wants_cuda and not self.options["cuda_wheels"]
        is_for_another = not header.requires_python.contains(self._as_it_is.version, prereleases=True)
        # nothing is installed for a script that cannot run
        is_made = not (self.options["as_is"] or is_left_out or is_for_another)
        dependencies = tuple(sorted(header.dependencies)) if is_made else None
        return self.environment(dependencies, constraints_of(article.folder.parent), wants_cuda)

    def _environment(self, dependencies: tuple[str, ...] | None, constraints: Path, wants_cuda: bool) -> Environment:
        """The environment with these packages; where None are given, the interpreter is taken as it is."""
        if dependencies is not None:
            environment = installing.prepare(
                dependencies,
                python=self.python,
                pins=read_pins(constraints),
                wants_cuda=wants_cuda,
                tell=self._tell,
            )
        elif wants_cuda and self.options["as_is"]:
            environment = environments.probe(self.python, wants_cuda=True)
        else:
            environment = self._as_it_is
        source = self.options["stand_in"]
        return with_stand_in(environment, source, root=settings.VAR_DIR) if source else environment

    def _tell(self, line: str) -> None:
        self.stdout.write(f"… {line}")
        self.stdout.flush()

    @cached_property
    def _as_it_is(self) -> Environment:
        """The interpreter with its own packages. Asking starts a process, and every script wants to know."""
        return environments.probe(self.python)

    def _record(
        self, article: Article, script: Script, environment: Environment, outcome: Outcome, judgement: Judgement
    ) -> str:
        today = datetime.datetime.now(datetime.UTC).date()
        reproduced = judgement.is_reproduced
        path = records.record(article, script, environment, outcome, reproduced=reproduced, date=today)
        is_gone = not reproduced and not script.is_fix
        end = " as no longer occurring" if is_gone else "; no signature fits it yet" if judgement.is_new else ""
        return f"recorded in {shown_path(path)}{end}"


def _proposal(outcome: Outcome) -> str:
    """A signature for what a script printed, to be copied into article.md and narrowed by hand."""
    proposal = propose(outcome.output)
    return f"\n  A draft of its signature:\n{indent(proposal, '    ')}" if proposal else ""


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
