"""Which releases of another package a release asks for: read from history/requires/, one package's file at a time.

    # tracefix requirements 1
    # package transformers
    tokenizers	4.40.0..4.44.2	>=0.19,<0.20

A line names a package, the first and the last of the releases that ask so, what they ask for, and, if they ask so for
some Pythons only, which (a marker of PEP 508). The package `python` is Python itself: of a release all of whose wheels
are compiled, the newest Python with a wheel is the newest that it asks for.
"""

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache, reduce
from operator import and_
from pathlib import Path
from typing import NamedTuple

from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion, Version

from tracefix.articles.distributions import normalised
from tracefix.versions.history import FOLDER

FORMAT = "# tracefix requirements 1"
SUBFOLDER = "requires"
PYTHON = "python"


class Requirement(NamedTuple):
    """What a run of releases asks of another package."""

    package: str
    first: str
    last: str
    wanted: str  # a PEP 440 specifier
    marker: str = ""  # of Pythons; "": for all


def find_requirement(
    caller: str, version: str, called: str, python: str = "", folder: Path = FOLDER
) -> SpecifierSet | None:
    """The releases of `called` that a release of `caller` asks for; None if it asks for none, or nobody read it.

    What it asks for on some Pythons only counts if `python`, the reader's own, is known.
    """
    try:
        release = Version(Version(version).public)  # torch 2.1.0+cu118 is 2.1.0
    except InvalidVersion:
        return None
    wanted = [
        SpecifierSet(each.wanted)
        for each in _requirements(normalised(caller), folder)
        if each.package == normalised(called)
        and Version(each.first) <= release <= Version(each.last)
        and _is_for(each.marker, python)
    ]
    return reduce(and_, wanted) if wanted else None


def all_asked(caller: str, called: str, folder: Path = FOLDER) -> list[Requirement]:
    """What each release of `caller` asks of `called`; none if none asks for it, or nobody read what they ask for."""
    return [each for each in _requirements(normalised(caller), folder) if each.package == called]


def oldest_asked(caller: str, called: str, versions: Iterable[str], folder: Path = FOLDER) -> str:
    """The first of these releases of `called` that some release of `caller` asks for; "" if none does, or nobody read
    what it asks for."""
    asked = [SpecifierSet(each) for each in sorted({each.wanted for each in all_asked(caller, called, folder)})]
    return next((version for version in versions if any(each.contains(version) for each in asked)), "")


@lru_cache(maxsize=10_000)
def runs_on(package: str, version: str, python: str, folder: Path = FOLDER) -> bool | None:
    """Whether a release is made for a Python, such as 3.12; None if that is not known. An answer asks for hundreds."""
    wanted = find_pythons(package, version, folder) if python else None
    return wanted.contains(python) if wanted is not None else None


def find_pythons(package: str, version: str, folder: Path = FOLDER) -> SpecifierSet | None:
    """The Pythons that a release is made for; None if that is not known."""
    release = Version(version)
    known = _pythons(normalised(package), folder)
    return next((wanted for first, last, wanted in known if first <= release <= last), None)


@lru_cache(maxsize=16)
def _pythons(package: str, folder: Path) -> tuple[tuple[Version, Version, SpecifierSet], ...]:
    """The same of all releases, parsed: an answer asks for hundreds of them."""
    of_python = (each for each in _requirements(package, folder) if each.package == PYTHON)
    return tuple((Version(each.first), Version(each.last), SpecifierSet(each.wanted)) for each in of_python)


def in_order(wanted: SpecifierSet) -> str:
    """A specifier with its lower bounds first, as people write it.

    >>> in_order(SpecifierSet("<0.20,>=0.19"))
    '>=0.19,<0.20'
    """
    return ",".join(map(str, sorted(wanted, key=lambda each: (each.operator in ("<", "<=", "!="), str(each)))))


def narrow(asked: SpecifierSet, having: str, releases: Collection[str]) -> str:
    """The shortest specifier of the releases that are asked for and have a name; of those that have it if none is both.

    >>> narrow(SpecifierSet(">=0.19,<0.20"), "<0.21", ["0.18", "0.19", "0.20", "0.21"])
    '>=0.19,<0.20'
    """
    both = asked & SpecifierSet(having)
    wanted = list(both.filter(releases))
    shorter = (text for text in (in_order(asked), having) if list(SpecifierSet(text).filter(releases)) == wanted)
    return next(shorter, in_order(both)) if wanted else having


def _is_for(marker: str, python: str) -> bool:
    if not marker or not python:
        return not marker
    from packaging.markers import Marker  # here: it brings four modules, and few requirements have a marker

    short = ".".join(python.split(".")[:2])
    return Marker(marker).evaluate({"python_version": short, "python_full_version": python})


@lru_cache(maxsize=16)
def _requirements(package: str, folder: Path) -> tuple[Requirement, ...]:
    try:
        text = (folder / SUBFOLDER / f"{package}.tsv").read_text(encoding="utf-8")
    except OSError:  # the package has no such file; a name from a paste may even be too long for one
        return ()
    return tuple(parse_requirements(text))


def parse_requirements(text: str) -> Iterator[Requirement]:
    """The lines of a file."""
    for line in text.splitlines():
        if not line.startswith("#"):
            package, releases, wanted, *marker = line.split("\t")
            first, last = releases.split("..")
            yield Requirement(package, first, last, wanted, *marker)


def format_requirements(package: str, requirements: Iterable[Requirement]) -> str:
    """The text of a package's file, which parse_requirements() reads."""
    lines = [
        "\t".join(filter(None, (each.package, f"{each.first}..{each.last}", each.wanted, each.marker)))
        for each in requirements
    ]
    return "\n".join([FORMAT, f"# package {package}", *lines, ""])
