"""Lint: the `affects` of an article are of packages that exist, and agree with what its runs show of their versions."""

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from packaging.utils import canonicalize_name
from packaging.version import Version

from authoring.lint.install_commands import find_wrong_needs
from authoring.lint.lines import line_of
from tracefix.articles.distributions import is_known, near_module
from tracefix.articles.files import read_file
from tracefix.articles.model import Affected, Article, Problem, Run


def check(article: Article) -> Iterator[Problem]:
    """The problems of the affected versions."""
    yield from _check_packages(article)
    yield from _check_versions(article)
    for item in article.affects:
        for message in find_wrong_affects(item):
            yield Problem(article.path, line_of(article.path, "affects"), message)


def find_wrong_affects(item: Affected) -> Iterator[str]:
    """The releases that never were of those that an error is said to affect, and bounds that hold none."""
    yield from find_wrong_needs(item.package, item.versions)


def _check_packages(article: Article) -> Iterator[Problem]:
    """Each package is one of PyPI or of a run, or the article speaks of it elsewhere: a misspelt name stands alone."""
    recorded = {canonicalize_name(name) for run in article.runs for name in ("python", *run.packages)}
    text = read_file(article.path)
    names = [item.package for item in article.affects]
    for name in dict.fromkeys(names):
        if name in sys.stdlib_module_names and canonicalize_name(name) not in recorded:
            message = f"affects names {name!r}, which is a module of Python itself: write `package: python`"
            yield Problem(article.path, line_of(article.path, "affects"), message)
            continue
        said = re.findall(rf"(?i)(?<![\w-]){re.escape(name)}(?![\w-])", text)  # our own file, never a reader's paste
        if is_known(name) or canonicalize_name(name) in recorded or len(said) > names.count(name):
            continue
        near = near_module(name, ("python", *sorted(recorded))).replace("_", "-")
        remedy = f"did you mean {near!r}?" if near else "correct it"
        message = f"affects names the package {name!r}, which no run has and nothing else names: {remedy}"
        yield Problem(article.path, line_of(article.path, "affects"), message)


def _check_versions(article: Article) -> Iterator[Problem]:
    """The error was run with no version that the article says is free of it, and no version that it says has the error
    was run without it alone, unless a note says why. Several items of a package add up.
    """
    affected: defaultdict[str, list[Affected]] = defaultdict(list)
    for item in article.affects:
        affected[canonicalize_name(item.package)].append(item)
    runs = [(run, _versions(run)) for run in article.runs if not run.is_fix]
    told = set()
    indifferent = {name: set(_indifferent(name, runs)) for name in affected}
    for run, versions in runs:
        holding = {name: _holding(items, versions[name]) for name, items in affected.items() if name in versions}
        for name, items in holding.items():
            said, version = f"affects says {name} {_told(affected[name])}, and {run.path.name}", versions[name]
            failing = [each[name] for other, each in runs if other.reproduced and name in each]
            message = ""
            if run.reproduced and not items and run.script not in indifferent[name]:
                message = f"{said} shows the error with {version}: add that version"
            elif all(holding.values()) and version not in failing and not _is_explained(items, version, failing):
                message = f"{said} ran without the error with {version}: leave it out, or say why in the `note`"
            if message and (name, version) not in told:
                told.add((name, version))
                yield Problem(article.path, line_of(article.path, "affects"), message)


def _indifferent(name: str, runs: Sequence[tuple[Run, dict[str, str]]]) -> Iterator[str]:
    """The scripts that show their error whatever the release of a package, while that of another one goes with it."""
    seen: defaultdict[str, dict[bool, set[str]]] = defaultdict(lambda: {True: set(), False: set()})
    for run, versions in runs:
        if name in versions:
            seen[run.script][run.reproduced].add(versions[name])
    clean = set().union(*(each[False] for each in seen.values() if each[True]))
    for script, each in seen.items():
        if not each[False] and each[True] & clean:
            yield script


def _is_explained(items: Iterable[Affected], version: str, failing: Iterable[str]) -> bool:
    """Whether a note may say why a version did not fail. One that names it as older or newer than all that did, as run
    and free of the error, says that it is not affected."""
    note = " ".join(item.note for item in items)
    known = sorted(map(Version, failing))
    is_between = bool(known) and known[0] < Version(version) < known[-1]
    is_named = re.search(rf"(?<![\w.]){re.escape(Version(version).public)}(?![\w.]*\d)", note)
    return bool(note) and (is_between or not is_named)


def _versions(run: Run) -> dict[str, str]:
    return {canonicalize_name(name): version for name, version in {**run.packages, "python": run.python}.items()}


def _holding(items: Iterable[Affected], version: str) -> list[Affected]:
    return [item for item in items if item.versions.contains(version, prereleases=True)]


def _told(items: Iterable[Affected]) -> str:
    return " and ".join(f"“{item.versions}”" for item in items)
