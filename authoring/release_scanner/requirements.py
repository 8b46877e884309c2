"""What the releases of a package ask of its partners, from the metadata in its wheels.

First the ends of each minor version are read, then what lies between two that ask for other things.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from pathlib import Path
from typing import NamedTuple

from packaging.metadata import parse_email
from packaging.requirements import InvalidRequirement
from packaging.requirements import Requirement as Asked
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

from authoring.release_scanner.index import Archive, Index
from authoring.release_scanner.pythons import scan_pythons
from authoring.release_scanner.release_choice import between, ends
from tracefix.versions.requirements import Requirement, in_order

PARTNERS = Path(__file__).with_name("partners.txt")  # packages that people meet in pairs
_EXTRA = re.compile(r"extra == \"([^\"]+)\"")
_SPECIAL = re.compile(r"(?i)dev|test|doc|lint|quality|ci\b|bench|example|tutorial|typing|build|train")  # extras of few
_BUILD = re.compile(r"\+[\w.]+")  # of a version: `+cpu`
_OF_PYTHON_ALONE = re.compile(r"(?:python(?:_full)?_version|and|or|[()<>=!~]+|\"[\d.*]+\"|\s)+")


class Wish(NamedTuple):
    """What one release asks of a partner, perhaps on some Pythons only."""

    package: str
    wanted: str
    marker: str


def read_partners() -> tuple[str, ...]:
    """The packages whose requirements of each other are kept."""
    return tuple(PARTNERS.read_text(encoding="utf-8").split())


def scan_requirements(package: str, index: Index, partners: Collection[str]) -> list[Requirement]:
    """What the releases of a package ask of its partners and of Python; raises PackageIndexError."""
    files = index.archives(package)
    wheels = {
        version: max(found, key=_richness)
        for version, archives in files.items()
        if (found := [archive for archive in archives if archive.is_wheel])
    }
    read: dict[Version, tuple[Wish, ...]] = {}
    chosen: Sequence[Version] = ends(wheels)
    while chosen:
        read |= {version: wishes(index.metadata(wheels[version]), partners) for version in chosen}
        changed = [pair for pair in pairwise(sorted(read)) if read[pair[0]] != read[pair[1]]]
        chosen = between(sorted(wheels), read, (), changed)
    return sorted([*_runs(read), *scan_pythons(files)], key=lambda each: (each.package, Version(each.first), each))


def _richness(wheel: Archive) -> tuple[int, str]:
    """Its size: wheels of some systems are empty and only ask for another package."""
    return wheel.size, wheel.name


def wishes(metadata: str, partners: Collection[str]) -> tuple[Wish, ...]:
    """What a release asks of these partners. Of what few need, as its developers do, or one system, nothing is kept."""
    of_partners: dict[str, list[Asked]] = {}
    for line in parse_email(metadata)[0].get("requires_dist", []):
        try:
            asked = Asked(_BUILD.sub("", line))
        except InvalidRequirement:  # as old tools wrote it
            continue
        if asked.specifier and (name := canonicalize_name(asked.name)) in partners:
            of_partners.setdefault(name, []).append(asked)
    return tuple(wish for name in sorted(of_partners) for wish in _of_one(name, of_partners[name]))


def _of_one(name: str, asked: Sequence[Asked]) -> Iterator[Wish]:
    """What it always asks of a package; else what its extras ask, if they agree."""
    always = [each for each in asked if not _EXTRA.search(str(each.marker or ""))]
    if always:
        by_marker: dict[str, SpecifierSet] = {}
        for each in always:
            marker = str(each.marker or "")
            by_marker[marker] = by_marker.get(marker, SpecifierSet()) & each.specifier
        if all(_OF_PYTHON_ALONE.fullmatch(marker) for marker in by_marker if marker):
            yield from (Wish(name, in_order(wanted), marker) for marker, wanted in sorted(by_marker.items()))
        return
    of_extras = {
        in_order(each.specifier) for each in asked if not any(map(_SPECIAL.search, _EXTRA.findall(str(each.marker))))
    }
    if len(of_extras) == 1 and all(_EXTRA.sub("", str(each.marker)).strip(" or()") == "" for each in asked):
        yield Wish(name, of_extras.pop(), "")


def _runs(read: Mapping[Version, tuple[Wish, ...]]) -> Iterator[Requirement]:
    """Each wish with the first and the last of the releases in a row that have it."""
    order = sorted(read)
    for wish in {wish for asked in read.values() for wish in asked}:
        for is_asked, run in groupby(order, lambda version, wish=wish: wish in read[version]):  # type: ignore[misc]
            first, *rest = run
            if is_asked:
                yield Requirement(wish.package, str(first), str([first, *rest][-1]), wish.wanted, wish.marker)
