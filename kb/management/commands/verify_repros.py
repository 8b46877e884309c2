"""`manage.py verify_repros`: run the scripts. A repro must fail with its own error, a fix must pass.

What cannot run on this machine is named, never passed over.
"""

import datetime
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from textwrap import indent
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from kb.core.articles.choosing import choose
from kb.core.articles.model import REQUIREMENTS, Article, Pair, Run, Script
from kb.core.matching.catalogue import Catalogue
from kb.core.repros import environments, records
from kb.core.repros.environments import Environment, PreparationError, unpinned
from kb.core.repros.judging import Judgement, Result, judge_fix, judge_repro, last_line
from kb.core.repros.running import Outcome, run
from kb.core.repros.scripts import Header, ScriptError, read_header
from kb.core.unknown.draft import is_draft, propose
from kb.management.article_folders import check_slugs, constraints_of, load_every_sound, shown_path

# what an environment is made for: a script's header, the folder of all articles beside it, whether it wants CUDA
_Needs = tuple[Header, Path, bool]


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
        self.options = options
        known = self._load()
        self.python = _find_python(options["python"])
        wanted = [
            (known[slug], pair)
            for slug in options["slugs"] or known
            for pair in known[slug].pairs
            if options["only"] in (None, _name(pair))
        ]
        counts = dict.fromkeys(Result, 0)
        with self._installing(wanted):
            for article, pair in wanted:
                for script, result, detail in self._verify(article, pair):
                    counts[result] += 1
                    self._say(article.slug, script, result, detail)
        self.stdout.write(", ".join(f"{count} {result}" for result, count in counts.items()))
        if counts[Result.FAILED]:
            sys.exit(1)

    def _load(self) -> Mapping[str, Article]:
        """The articles by slug. Those that were named must be sound, and have the pair that was named."""
        slugs, only = self.options["slugs"], self.options["only"]
        articles, problems = load_every_sound()
        mine = [problem for problem in problems if not slugs or {*slugs} & set(problem.path.parts)]
        if mine:
            raise CommandError("\n".join(map(str, mine)))
        known = {article.slug: article for article in articles}
        check_slugs(slugs, known)
        pairs = dict.fromkeys(_name(pair) for slug in slugs or known for pair in known[slug].pairs)
        if only is not None and only not in pairs:
            whose = " ".join(slugs) or "no article"
            raise CommandError(f"{whose} has no pair {only!r}: {choose(only, pairs)}")
        self.catalogue = Catalogue(articles)
        return known

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
        for script in (pair.fixed,) if self.options["fixes"] else (pair.repro, pair.fixed):
            try:
                header = read_header(script.text)
                environment = self.environments[_needs(article, header)].result()
            except (ScriptError, PreparationError) as error:
                yield script, Result.FAILED, str(error)
                continue
            missing = self._missing(article, header.requires_python, environment)
            if missing:
                yield script, Result.SKIPPED, f"not run here: {missing}; {_last_recorded(article, script)}"
                continue
            self._warn_of_unpinned(article, script, header, environment)
            outcome = run(script, environment, timeout_s=self.options["timeout"])
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

    def _warn_of_unpinned(self, article: Article, script: Script, header: Header, environment: Environment) -> None:
        """Name the packages of a script whose version nobody has chosen, and those that it runs with now."""
        for dependency in unpinned(header.dependencies, constraints_of(article.folder.parent)):
            found = environment.packages.get(str(canonicalize_name(dependency.name)))
            pin = f"write {dependency.name}=={found} if that is the one" if found else "name its version"
            message = f"{article.slug}/{script.name}: {str(dependency)!r} is not pinned: {pin}"
            self.stdout.write(f"{self.style.WARNING('WARNING')}  {message}")

    def _judge(self, article: Article, script: Script, environment: Environment, outcome: Outcome) -> Judgement:
        if script.name.startswith("fixed"):
            return judge_fix(outcome, self.catalogue)
        known = records.find_record(article, script, environment)
        return judge_repro(article, script, outcome, self.catalogue, known=known, is_draft=is_draft(article))

    @contextmanager
    def _installing(self, wanted: Iterable[tuple[Article, Pair]]) -> Iterator[None]:
        """Make each environment once, in turn, beside the scripts that run: installing takes more time than running."""
        pool = ThreadPoolExecutor(1)
        self.environments: dict[_Needs, Future[Environment]] = {}
        try:
            for article, pair in wanted:
                for script in (pair.repro, pair.fixed):
                    with suppress(ScriptError):  # it is told when the script has its turn
                        needs = _needs(article, read_header(script.text))
                        if needs not in self.environments:
                            self.environments[needs] = pool.submit(self._environment, *needs)
            yield
        finally:
            pool.shutdown(cancel_futures=True)

    def _environment(self, header: Header, folder: Path, wants_cuda: bool) -> Environment:
        environment = self._prepared(header, folder, wants_cuda=wants_cuda)
        if source := self.options["stand_in"]:
            return environments.with_stand_in(environment, source, root=settings.VAR_DIR / "envs")
        return environment

    def _prepared(self, header: Header, folder: Path, *, wants_cuda: bool) -> Environment:
        if self.options["as_is"]:
            return environments.probe(self.python, wants_cuda=wants_cuda)
        if wants_cuda and not self.options["cuda_wheels"]:
            return self._as_it_is
        if not header.requires_python.contains(self._as_it_is.version, prereleases=True):
            return self._as_it_is  # nothing is installed for a script that cannot run
        return environments.prepare(
            header.dependencies,
            python=self.python,
            constraints=constraints_of(folder),
            root=settings.VAR_DIR / "envs",
            wants_cuda=wants_cuda,
            tell=self._tell,
        )

    def _tell(self, line: str) -> None:
        """Write a line about an environment; it is made beside the scripts, in a thread of its own."""
        self.stdout.write(f"… {line}")
        self.stdout.flush()

    @cached_property
    def _as_it_is(self) -> Environment:
        """The interpreter with its own packages. Asking starts a process, and every script wants to know."""
        return environments.probe(self.python)

    def _missing(self, article: Article, requires_python: SpecifierSet, environment: Environment) -> str:
        if not requires_python.contains(environment.version, prereleases=True):
            return f"needs Python {requires_python}, this is {environment.version}"
        missing = environments.missing_requirements(article.requires, environment)
        return f"needs {' and '.join(REQUIREMENTS[name] for name in missing)}" if missing else ""

    def _record(
        self, article: Article, script: Script, environment: Environment, outcome: Outcome, judgement: Judgement
    ) -> str:
        today = datetime.datetime.now(datetime.UTC).date()
        reproduced = judgement.is_reproduced
        path = records.record(article, script, environment, outcome, reproduced=reproduced, date=today)
        is_gone = not reproduced and not script.name.startswith("fixed")
        end = " as no longer occurring" if is_gone else "; no signature fits it yet" if judgement.is_new else ""
        return f"recorded in {shown_path(path, article)}{end}"


def _needs(article: Article, header: Header) -> _Needs:
    return header, article.folder.parent, any(name.startswith("cuda") for name in article.requires)


def _name(pair: Pair) -> str:
    return pair.name or "main"


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


def _find_python(name: str) -> Path:
    """The interpreter that --python means: a path, a command, or a version such as 3.12.

    A version manager has commands for versions that it has not, so the one that is found is asked, too.
    """
    for candidate in (name, f"python{name}"):
        found = shutil.which(candidate)
        if found:
            try:
                environments.probe(Path(found).absolute())
            except PreparationError:
                continue
            return Path(found).absolute()
    raise CommandError(f"there is no Python {name!r} here: install it, or name another one by its path")
