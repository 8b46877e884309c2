"""Lint: every repro has its fix, the two differ little, and each names the Pythons and packages it wants."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

from packaging.utils import canonicalize_name

from authoring.lint import faked_errors, swallowed_errors
from authoring.repros.requirements import find_unpinned, read_pins
from tracefix.articles.model import Article, Problem, Proof, Script
from tracefix.repros.script_header import ScriptError, read_header

_CONSTRAINTS = Path(__file__).parents[2] / "articles" / "constraints.txt"  # of a folder that has none of its own
LARGEST_DIFFERENCE = 0.4  # share of the lines of a pair

# This runs on our own files only, never on a paste of a reader.
_SCRIPT_NAME = re.compile(r"(repro|fixed)((?:_[a-z0-9_]+)?)\.py")


def check(article: Article) -> Iterator[Problem]:
    """The problems of an article's scripts."""
    yield from _check_names(article)
    for pair in article.pairs:
        yield from _check_header(pair.repro)
        yield from _check_header(pair.fixed)
        for script in (pair.repro, pair.fixed):
            yield from _check_pins(script, article)
        yield from _check_difference(pair.repro, pair.fixed)
        yield from _check_process_group(pair.fixed)
        yield from faked_errors.check(article, pair.repro)
        yield from swallowed_errors.check(pair.repro, pair.fixed)


def _check_names(article: Article) -> Iterator[Problem]:
    """There is a repro.py, unless nobody could run one, and every repro has its fix beside it."""
    scripts = {path.name for path in article.folder.glob("*.py")}
    for name in sorted(scripts):
        found = _SCRIPT_NAME.fullmatch(name)
        other = f"{'fixed' if found[1] == 'repro' else 'repro'}{found[2]}.py" if found else ""
        if not found:
            message = "is neither a repro nor a fix: name it repro.py, fixed.py, repro_<name>.py or fixed_<name>.py"
            yield Problem(article.folder / name, 1, message)
        elif other not in scripts:
            yield Problem(article.folder / name, 1, f"has no {other} beside it: add it, or remove this one")
    if "repro.py" not in scripts and (scripts or article.proof is not Proof.SOURCED):
        yield Problem(article.path, 1, "the folder has no repro.py: add the smallest script that shows the error")


def _check_header(script: Script) -> Iterator[Problem]:
    """A script has a header that can be read (PEP 723)."""
    try:
        read_header(script.text)
    except ScriptError as error:
        yield Problem(script.path, 1, str(error))


def _check_pins(script: Script, article: Article) -> Iterator[Problem]:
    """Next year the script still installs what it ran with."""
    own = article.folder.parent / "constraints.txt"
    ran_with = next((run.packages for run in reversed(article.runs) if run.script == script.name), {})
    versions = {canonicalize_name(name): version for name, version in ran_with.items()}
    try:
        header = read_header(script.text)
    except ScriptError:
        return
    for dependency in find_unpinned(header.dependencies, read_pins(own if own.is_file() else _CONSTRAINTS)):
        version = versions.get(canonicalize_name(dependency.name))
        pin = f"{dependency.name}=={version}, as it ran" if version else f"{dependency.name}==… with your version"

        message = f"{str(dependency)!r} is not pinned, so the script will run with another version next year"
        yield Problem(script.path, 1, f"{message}: write {pin}")


def _check_difference(repro: Script, fixed: Script) -> Iterator[Problem]:
    """A fix changes something, and little: the difference is the lesson."""
    if _without_comments(repro.text) == _without_comments(fixed.text):
        yield Problem(fixed.path, 1, f"does the same as {repro.name}: fix it")
        return
    lines = SequenceMatcher(None, repro.text.splitlines(), fixed.text.splitlines(), autojunk=False)
    difference = 1 - lines.ratio()
    if difference > LARGEST_DIFFERENCE:
        message = (
            f"differs from {repro.name} in {difference:.0%} of the lines: "
            f"keep to {LARGEST_DIFFERENCE:.0%}, so that the difference shows the fix"
        )
        yield Problem(fixed.path, 1, message)


def _check_process_group(fixed: Script) -> Iterator[Problem]:
    """A fix leaves the process groups that it opened, as PyTorch asks for.

    Gloo's threads may outlive one that is left open: one run in a hundred then ends with "terminate called without an
    an active exception", after all its work is done.
    """
    lines = fixed.text.splitlines()
    opened = next((number for number, line in enumerate(lines, 1) if "init_process_group(" in line), None)
    if opened and "destroy_process_group(" not in fixed.text:
        message = "opens a process group that nobody closes: end with `dist.destroy_process_group()`"
        yield Problem(fixed.path, opened, message)


def _without_comments(text: str) -> list[str]:
    """The header, which is comments that count, and the lines of code."""
    header, _, code = text.partition("\n# ///\n")
    return [header, *(line for line in code.splitlines() if line.strip() and not line.lstrip().startswith("#"))]
