"""`manage.py sweep`: find out in which releases of a package an article's error is, by running its own scripts."""

import datetime
import sys
from collections.abc import Iterator, Mapping, Sequence
from difflib import unified_diff
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from authoring.management.scripts import find_python, load_named, name_of, newest_pins, what_is_missing
from authoring.repros import affected_versions, installing, records, requirements
from authoring.repros.bisecting import PROBES, Seen, Sweep, sweep
from authoring.repros.judging import judge_fix, judge_repro, last_line
from authoring.repros.releases import NoReleasesError, installable
from tracefix.articles.model import Article, Pair, Script
from tracefix.matching.diagnosis import diagnose
from tracefix.repros import environments
from tracefix.repros.environments import Environment, PreparationError
from tracefix.repros.running import Outcome, run
from tracefix.repros.script_header import ScriptError, read_header


class Command(BaseCommand):
    help = (
        "Bisect the releases of a package with the repro and the fix of an article: each is run in an environment "
        "with that release and otherwise the newest packages, recorded in runs/. Says "
        "which versions belong into `affects`. A release that cannot be installed, or fails otherwise, decides nothing."
    )
    requires_system_checks: Sequence[str] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("--package", required=True, metavar="P", help="whose releases are tried")
        parser.add_argument("--only", metavar="PAIR", help="this pair only: `main`, or what follows `repro_`")
        parser.add_argument("--from", dest="start", metavar="V", help="no release before this one")
        parser.add_argument("--to", dest="end", metavar="V", help="no release after this one")
        parser.add_argument("--with", dest="more", action="append", default=[], metavar="R", help="e.g. 'numpy<2'")
        parser.add_argument("--probes", type=int, default=PROBES, metavar="N", help=f"first looks (default {PROBES})")
        parser.add_argument("--python", default=sys.executable, help="interpreter: a path, a command or 3.12")
        parser.add_argument("--timeout", type=float, default=180, help="seconds for one script (default 180)")
        parser.add_argument("--dry-run", action="store_true", help="say which releases there are, and run nothing")
        parser.add_argument("--no-record", action="store_true", help="leave runs/ as it is")
        parser.add_argument("--write", action="store_true", help="put the versions into article.md")

    def handle(self, *args: Any, **options: Any) -> None:
        self.options = options
        self.package: str = options["package"]
        known, self.catalogue = load_named([options["slug"]], options["only"])
        self.article = known[options["slug"]]
        self.python = find_python(options["python"])
        releases = self._releases()
        pairs = list(self._pairs())
        self.stdout.write(f"{self.package}: {len(releases)} releases, {releases[0]} to {releases[-1]}")
        if options["dry_run"]:
            self.stdout.write(f"pairs: {', '.join(map(name_of, pairs))}\n{' '.join(releases)}")
            return
        self.also = [self.package, *(Requirement(each).name for each in options["more"])]
        self.recorded = 0
        sweeps = {name_of(pair): self._sweep(pair, releases) for pair in pairs}
        if self.recorded:
            self.stdout.write(
                f"{self.recorded} runs are written to {self.article.slug}/runs/: commit them with the article"
            )
        self._propose(sweeps)

    def _releases(self) -> tuple[str, ...]:
        start, end = (_version(self.options[name]) for name in ("start", "end"))
        try:
            found = installable(self.package, self.python)
        except (NoReleasesError, PreparationError) as error:
            raise CommandError(str(error)) from error
        chosen = tuple(
            each for each in found if (not start or Version(each) >= start) and (not end or Version(each) <= end)
        )
        if not chosen:
            raise CommandError(f"none of its releases lies there: they are {found[0]} to {found[-1]}")
        return chosen

    def _pairs(self) -> Iterator[Pair]:
        """The pairs whose repro names the package; one that was named in any case."""
        only = self.options["only"]
        found = False
        for pair in self.article.pairs:
            try:
                repro, fix = (read_header(script.text) for script in (pair.repro, pair.fixed))
            except ScriptError as error:
                raise CommandError(f"{self.article.slug}/{pair.repro.name} or its fix {error}") from error
            if only == name_of(pair) or (only is None and requirements.names(repro.dependencies, self.package)):
                found = True
                self._check_python(pair, repro.requires_python & fix.requires_python)
                yield pair
        if not found:
            raise CommandError(f"no repro of {self.article.slug} names {self.package}: name a pair with --only")

    def _check_python(self, pair: Pair, versions: SpecifierSet) -> None:
        """Refuse an interpreter that the headers rule out before anything is installed for it."""
        if missing := what_is_missing(versions, (), environments.probe(self.python)):  # all else shows when it runs
            raise CommandError(
                f"{pair.repro.name} {missing}: widen `requires-python` in its header and its fix's, if they run with it"
            )

    def _sweep(self, pair: Pair, releases: Sequence[str]) -> Sweep:
        self.stdout.write(self.style.MIGRATE_HEADING(f"── {name_of(pair)}"))
        found = sweep(releases, lambda release: self._look(pair, release), probes=self.options["probes"])
        for change in found.changes():
            verb = "comes" if change.now is Seen.ERROR else "goes"
            where = f"in {change.newer}" if change.is_exact else f"after {change.older}, not later than {change.newer}"
            self.stdout.write(
                f"the error {verb} {where}; {change.older} was {'clean' if verb == 'comes' else 'with it'}"
            )
        if end := found.unclear_end:
            self.stdout.write(
                f"{', '.join(end)} decided nothing: whether the error is still in them is for you to find out"
            )
        if found.came_back:
            self.stdout.write(
                "it came and went more than once: there may be more changes than these; try more --probes"
            )
        return found

    def _look(self, pair: Pair, release: str) -> Seen:
        """Run a repro, and where it shows its error the fix, with one release of the package."""
        try:
            seen, detail = self._look_at(pair, release)
        except PreparationError as error:
            seen, detail = Seen.UNCLEAR, f"not installed: {' '.join(str(error).split())}"
        style = {Seen.ERROR: self.style.ERROR, Seen.CLEAN: self.style.SUCCESS, Seen.UNCLEAR: self.style.WARNING}[seen]
        self.stdout.write(f"{style(f'{seen:8}')} {release:10} {detail[:300]}")
        self.stdout.flush()
        return seen

    def _look_at(self, pair: Pair, release: str) -> tuple[Seen, str]:
        environment = self._environment(pair.repro, release)
        outcome = run(pair.repro, environment, timeout_s=self.options["timeout"])
        if outcome.is_timeout:
            return Seen.UNCLEAR, f"did not end{last_line(outcome)}"
        record = records.find_record(self.article, pair.repro, environment, also=self.also)
        judged = judge_repro(self.article, pair.repro, outcome, self.catalogue, known=record, is_draft=False)
        if not judged.is_passed:
            return Seen.UNCLEAR, judged.detail
        self._record(pair.repro, environment, outcome, reproduced=judged.is_reproduced)
        if not judged.is_reproduced:
            return Seen.CLEAN, "exit 0, matched nothing"
        first_line = diagnose(outcome.output, self.catalogue).headline
        return Seen.ERROR, f"{first_line}{self._try_fix(pair, release)}"

    def _try_fix(self, pair: Pair, release: str) -> str:
        """Run the fix with the same release, and return the result in words; "" for a fix that is another release."""
        repro, fix = (read_header(script.text).dependencies for script in (pair.repro, pair.fixed))
        if canonicalize_name(self.package) in requirements.differing_packages(repro, fix):
            return ""
        try:
            environment = self._environment(pair.fixed, release)
        except PreparationError:
            return "; its fix cannot be installed"
        outcome = run(pair.fixed, environment, timeout_s=self.options["timeout"])
        if outcome.is_timeout:
            return "; the fix did not end"
        judged = judge_fix(outcome, self.catalogue)
        if not judged.is_passed:
            return f"; THE FIX FAILS: {judged.detail}"
        self._record(pair.fixed, environment, outcome, reproduced=False)
        return "; the fix works"

    def _environment(self, script: Script, release: str) -> Environment:
        dependencies = read_header(script.text).dependencies
        named = requirements.at_version(
            requirements.with_more(dependencies, self.options["more"]), self.package, release
        )
        return installing.prepare(sorted(named), python=self.python, pins=newest_pins())

    def _record(self, script: Script, environment: Environment, outcome: Outcome, *, reproduced: bool) -> None:
        if self.options["no_record"]:
            return
        today = datetime.datetime.now(datetime.UTC).date()
        records.record(self.article, script, environment, outcome, reproduced=reproduced, date=today, also=self.also)
        self.recorded += 1

    def _deciding(self, sweeps: Mapping[str, Sweep]) -> Sequence[Sweep]:
        """The sweeps without those of pairs whose error stays, whatever the release, while that of another one goes."""
        deciding = {name: each for name, each in sweeps.items() if not each.is_indifferent} or sweeps
        for name in sweeps.keys() - deciding.keys():
            self.stdout.write(f"{name} has its error with each of them, so {self.package} has no part in it: left out")
        return tuple(deciding.values())

    def _propose(self, sweeps: Mapping[str, Sweep]) -> None:
        """Say what belongs into `affects`, as a diff of article.md; write it where that is wanted."""
        path = self.article.path
        text = path.read_text(encoding="utf-8")
        error_ranges = affected_versions.merge_sweeps(self._deciding(sweeps))
        if not error_ranges:
            self.stdout.write("no release showed the error: `affects` stays as it is")
            return
        if self.options["only"] and len(self.article.pairs) > 1:
            first_line = " and ".join(map(affected_versions.specifier, error_ranges))
            self.stdout.write(f"this pair has its error in {first_line}; `affects` is for all pairs together")
            return
        old = _affected_range(self.article, self.package) if len(error_ranges) == 1 else None
        wanted = [affected_versions.specifier(error_range, old) for error_range in error_ranges]
        new = affected_versions.rewrite(text, self.package, wanted)
        if new == text:
            self.stdout.write(f"`affects` says so already: {self.package} {' and '.join(wanted)}")
            return
        name = f"{self.article.slug}/article.md"
        diff = unified_diff(text.splitlines(), new.splitlines(), name, name, n=0, lineterm="")
        self.stdout.write("\n".join(diff))
        if self.options["write"]:
            path.write_text(new, encoding="utf-8")
            self.stdout.write("written")


def _affected_range(article: Article, package: str) -> SpecifierSet | None:
    mine = [each for each in article.affects if canonicalize_name(each.package) == canonicalize_name(package)]
    return mine[0].versions if len(mine) == 1 else None


def _version(text: str | None) -> Version | None:
    try:
        return Version(text) if text else None
    except InvalidVersion as error:
        raise CommandError(f"{text!r} is no version") from error
