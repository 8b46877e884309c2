"""Lint: the `affects` of an article are of packages that exist, and hold every version in which the error was run."""

import re
import sys
from collections import defaultdict
from collections.abc import Iterator

from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from authoring.lint.install_commands import find_wrong_releases
from authoring.lint.lines import line_of
from tracefix.articles.distributions import is_known, near_module
from tracefix.articles.files import read_file
from tracefix.articles.model import Affected, Article, Problem


def check(article: Article) -> Iterator[Problem]:
    """The problems of the affected versions."""
    yield from _check_packages(article)
    yield from _check_versions(article)
    for item in article.affects:
        for message in find_wrong_affects(item):
            yield Problem(article.path, line_of(article.path, "affects"), message)


def find_wrong_affects(item: Affected) -> Iterator[str]:
    """The releases that never were of those that an error is said to affect."""
    yield from find_wrong_releases(", ".join(f"{item.package}{part}" for part in item.versions))


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
    """The error was run with no version that the article says is free of it. Several items of a package add up."""
    affected: defaultdict[str, list[SpecifierSet]] = defaultdict(list)
    for item in article.affects:
        affected[canonicalize_name(item.package)].append(item.versions)
    for run in article.runs:
        if not run.reproduced:
            continue
        for name, version in {**run.packages, "python": run.python}.items():
            spans = affected[canonicalize_name(name)]
            if spans and not any(span.contains(version, prereleases=True) for span in spans):
                told = " and ".join(f"“{span}”" for span in spans)
                message = (
                    f"affects says {name} {told}, and {run.path.name} shows the error with {version}: add that version"
                )
                yield Problem(article.path, line_of(article.path, "affects"), message)
