"""Lint: the recorded runs still fit the scripts, and one of each repro has the versions that its header names."""

from collections.abc import Iterator

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tracefix.articles import browser_record
from tracefix.articles.model import Article, Pair, Problem, Run, Script
from tracefix.repros.script_header import Header, ScriptError, read_header


def check(article: Article) -> Iterator[Problem]:
    """The problems of an article's runs beside its scripts."""
    scripts = {script.name: script for script in article.scripts}
    for run in article.runs:
        if script := scripts.get(run.script):
            yield from _check_hash(article, run, script)
    yield from _check_browser(article)
    for pair in article.pairs:
        yield from _check_versions(article, pair)


def _check_hash(article: Article, run: Run, script: Script) -> Iterator[Problem]:
    """The script is the one that ran."""
    again = f"`manage.py verify_repros --record {article.slug}`, with the --python of this run, or remove it"
    if not run.script_hash:
        yield Problem(run.path, 1, f"does not say which {run.script} it ran: record it again, {again}")
    elif run.script_hash != script.hash:
        yield Problem(run.path, 1, f"{run.script} was edited since this run of it: record it again, {again}")


def _check_browser(article: Article) -> Iterator[Problem]:
    """The scripts are those that were tried in a browser."""
    path = article.folder / browser_record.NAME
    untried = [script.name for script in article.scripts if script.name not in article.in_browser]
    if untried and path.exists():
        remedy = f"`make playground`, then `manage.py verify_in_browser --record {article.slug}`"
        yield Problem(path, 1, f"does not know {', '.join(untried)} as it is now: {remedy}")


def _check_versions(article: Article, pair: Pair) -> Iterator[Problem]:
    """A run that shows the error, and one of the fix, are of versions that the header names."""
    for script, is_wanted in ((pair.repro, "its error"), (pair.fixed, "success")):
        runs = [run for run in article.runs if run.script == script.name and (run.is_fix or run.reproduced)]
        try:
            header = read_header(script.text)
        except ScriptError:  # scripts.py says so
            continue
        if runs and not any(_fits(run, header) for run in runs):
            requirements = ", ".join([f"Python {header.requires_python}", *header.dependencies])
            message = f"has runs, but none that shows {is_wanted} with what its header asks for ({requirements})"
            remedy = f"`manage.py verify_repros --record {article.slug}`, or correct the header"
            yield Problem(script.path, 1, f"{message}: {remedy}")


def _fits(run: Run, header: Header) -> bool:
    """Whether a run's Python and package versions are those that the header asks for."""
    versions = {canonicalize_name(name): version for name, version in run.packages.items()}
    if not header.requires_python.contains(run.python, prereleases=True):
        return False
    short = {"python_version": ".".join(run.python.split(".")[:2])}
    for dependency in map(Requirement, header.dependencies):
        if dependency.marker and not dependency.marker.evaluate(short):
            continue
        version = versions.get(canonicalize_name(dependency.name))
        if version is None or not dependency.specifier.contains(version, prereleases=True):
            return False
    return True
