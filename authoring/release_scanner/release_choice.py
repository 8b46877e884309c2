"""Choose the releases to read, and the file of each."""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby

from packaging.version import Version

from authoring.release_scanner.index import Archive
from authoring.release_scanner.packages import READABLE_SINCE

SMALL = 3_000_000  # bytes of a file; of a package of small files, every release is read
_LARGE_WHEEL = 100_000_000  # the sdist is taken instead, if there is one
_STUB = 0.001  # of the largest: a smaller wheel only asks for another package, as TensorFlow's for Windows did
OLDEST = "2016-07"  # what is older is of Python 2


def choose_archive(archives: Sequence[Archive]) -> Archive:
    """The wheel for any platform, else the smallest for the oldest Python, which leaves nothing out; else the sdist.

    Of wheels, one for Linux, unless that is large: those for Windows may bring what an earlier build left behind.
    """
    wheels = [each for each in archives if each.is_wheel]
    least = max((each.size for each in wheels), default=0) * _STUB
    wheels = sorted((each for each in wheels if each.size >= least), key=lambda each: (not each.is_pure, *_age(each)))
    sdists = sorted(
        (each for each in archives if not each.is_wheel), key=lambda each: (each.name.endswith(".zip"), each.name)
    )
    if wheels and (wheels[0].size <= _LARGE_WHEEL or not sdists):
        return wheels[0]
    return sdists[0]


def is_readable(package: str, version: Version) -> bool:
    """Whether a reading of a release's source shows the names that it has."""
    return package not in READABLE_SINCE or version >= READABLE_SINCE[package]


def is_recent(archive: Archive) -> bool:
    """Whether a release is read at all: one of unknown date is."""
    return not archive.uploaded or archive.uploaded >= OLDEST


def firsts(releases: Mapping[Version, Archive]) -> list[Version]:
    """The first release of each minor version."""
    return [next(group) for _, group in groupby(_recent(releases), lambda version: version.release[:2])]


def ends(releases: Mapping[Version, Archive]) -> list[Version]:
    """The first and the last release of each minor version."""
    minors = [list(group) for _, group in groupby(_recent(releases), lambda version: version.release[:2])]
    return sorted({version for series in minors for version in (series[0], series[-1])})


def first_choice(releases: Mapping[Version, Archive], every: bool = False) -> list[Version]:
    """The releases to begin with: all of them where files are small, else the first and last of each minor version."""
    small = {version for version in _recent(releases) if every or releases[version].size <= SMALL}
    return sorted(small.union(ends(releases)))


def between(
    order: Sequence[Version],
    read: Collection[Version],
    refused: Collection[Version],
    changed: Collection[tuple[Version, Version]],
) -> list[Version]:
    """The releases to read next: the middle one of those that lie between two which differ."""
    places = {version: place for place, version in enumerate(order)}
    chosen = []
    for older, newer in changed:
        gap = [each for each in order[places[older] + 1 : places[newer]] if each not in read and each not in refused]
        if gap:
            chosen.append(gap[len(gap) // 2])
    return chosen


def _recent(releases: Mapping[Version, Archive]) -> list[Version]:
    return [version for version, archive in releases.items() if is_recent(archive)]


def _age(archive: Archive) -> tuple[int, bool, int, str]:
    """The Python that a wheel is for, of CPython's Python 3 first; then its system and its size."""
    tags = archive.name.split("-")[-3].split(".")
    digits = tags[0].removeprefix("cp3").removeprefix("py3")
    python = int(digits) if digits.isdigit() else 0 if "py3" in tags else 99
    is_linux = "linux" in archive.name and archive.size <= _LARGE_WHEEL
    return python, not is_linux, archive.size, archive.name
