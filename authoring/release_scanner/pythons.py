"""The Pythons that releases are made for, by their files in the index."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.tags import Tag
from packaging.utils import InvalidWheelFilename, parse_wheel_filename
from packaging.version import Version

from authoring.release_scanner.index import Archive
from tracefix.versions.requirements import PYTHON, Requirement, in_order


def scan_pythons(archives: Mapping[Version, Sequence[Archive]]) -> list[Requirement]:
    """The Pythons of each release, a line for those in a row that agree."""
    of_releases = groupby(sorted(archives), lambda version: pythons(archives[version]))
    runs = [(wanted, list(versions)) for wanted, versions in of_releases]
    return [Requirement(PYTHON, str(run[0]), str(run[-1]), wanted) for wanted, run in runs if wanted]


def pythons(archives: Sequence[Archive]) -> str:
    """What a release requires; where all of its wheels are compiled, no newer Python than those of Linux.

    Without such wheels, as of deepspeed, all but Windows builds the release anew, which a newer Python may do as well.

    "" for any Python, or if the index does not tell.
    """
    asked = next((archive.requires_python for archive in archives if archive.requires_python), "")
    try:
        wanted = SpecifierSet(asked)
    except InvalidSpecifier:  # as old tools wrote it
        return ""
    after = _first_without_wheel([tag for archive in archives if archive.is_wheel for tag in _tags(archive.name)])
    return in_order(wanted & SpecifierSet(f"<{after}") if after in wanted else wanted) if after else in_order(wanted)


def _tags(name: str) -> Iterable[Tag]:
    try:
        return parse_wheel_filename(name)[3]
    except InvalidWheelFilename:
        return ()


def _first_without_wheel(tags: Sequence[Tag]) -> str:
    """The oldest Python that is newer than all for which there is a wheel; "" if some wheel is for any newer one."""
    if any(tag.interpreter.startswith("py") or tag.abi == "abi3" for tag in tags):
        return ""
    for_linux = [tag.interpreter for tag in tags if "linux" in tag.platform]
    minors = [int(name[3:]) for name in for_linux if name.startswith("cp3") and name[3:]]
    return f"3.{max(minors) + 1}" if minors else ""
