"""The grid of tested versions: for each environment, whether the error occurred there, and whether the fix worked."""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from packaging.version import InvalidVersion, Version

from tracefix.articles.model import Pair, Run


@dataclass(frozen=True, slots=True)
class EnvironmentRow:
    """An environment, with the run of the repro and that of the fix in it; None if one was not run."""

    python: str
    packages: Mapping[str, str]
    error: Run | None
    fix: Run | None

    @property
    def date(self) -> datetime.date:
        """The day of the newest of both runs."""
        return max(run.date for run in (self.error, self.fix) if run)

    @property
    def platform(self) -> str:
        return next(run.platform for run in (self.error, self.fix) if run)

    @property
    def changed_packages(self) -> Mapping[str, str]:
        """The packages that the fix had in other versions, which may be the fix itself."""
        if self.fix is None:
            return {}
        return {name: version for name, version in self.fix.packages.items() if self.packages.get(name) != version}


def environment_rows(pair: Pair, runs: Iterable[Run]) -> list[EnvironmentRow]:
    """The environments of a pair, the newest Python first, and of one Python the newest packages.

    A fix that was run with other packages than any repro stands beside a repro on the same Python that has no fix of
    its own: there, the packages are what changed.
    """
    errors = [run for run in runs if run.script == pair.repro.name]
    fixes = [run for run in runs if run.script == pair.fixed.name]
    found: dict[int, Run] = {}  # the fix for each error, by its place
    for is_near in (_is_same_environment, _is_same_python):
        for fix in list(fixes):
            place = next((n for n, run in enumerate(errors) if n not in found and is_near(run, fix)), None)
            if place is not None:
                found[place] = fix
                fixes.remove(fix)
    rows = [EnvironmentRow(run.python, run.packages, run, found.get(place)) for place, run in enumerate(errors)]
    rows += [EnvironmentRow(fix.python, fix.packages, None, fix) for fix in fixes]
    rows.sort(key=lambda row: _versions(row.packages), reverse=True)
    return sorted(rows, key=lambda row: [-part for part in version_numbers(row.python)])


def newest_run(pair: Pair, runs: Iterable[Run]) -> Run | None:
    """The run of a pair's repro with the newest packages, then the newest Python: is its error still there?

    The packages count in the order in which the script names them.
    """
    mine = (run for run in runs if run.script == pair.repro.name)
    return max(mine, key=lambda run: (_versions(run.packages), version_numbers(run.python), run.date), default=None)


def _is_same_environment(run: Run, fix: Run) -> bool:
    return run.python == fix.python and dict(run.packages) == dict(fix.packages)


def _is_same_python(run: Run, fix: Run) -> bool:
    return run.reproduced and run.python == fix.python


def _versions(packages: Mapping[str, str]) -> list[Version]:
    return [_version(text) for text in packages.values()]


def _version(text: str) -> Version:
    try:
        return Version(text)
    except InvalidVersion:  # of an old package, or one built from a repository
        return Version("0")


def version_numbers(version: str) -> list[int]:
    """The numbers of a version, to compare it with others.

    >>> version_numbers("3.11.2")
    [3, 11, 2]
    """
    return [int(part) for part in version.split(".") if part.isdigit()]
