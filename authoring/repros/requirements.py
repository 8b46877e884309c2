"""The packages of a script's header: which version of each is pinned, and the same at other versions."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

_BOUNDS = {"==", "===", "~=", "<", "<="}  # operators that keep later versions out


def read_pins(constraints: Path) -> tuple[str, ...]:
    """Read the lines of a constraints file, without its comments; none if there is no such file."""
    text = constraints.read_text(encoding="utf-8") if constraints.exists() else ""
    return tuple(filter(None, (line.partition("#")[0].strip() for line in text.splitlines())))


def applicable_pins(pins: Iterable[str], dependencies: Iterable[str]) -> tuple[str, ...]:
    """The pins, without those for packages whose version a script asks for itself.

    >>> applicable_pins(["tinypkg==1.0", "other==3"], ["tinypkg==2.0", "Other"])
    ('other==3',)
    """
    chosen = {package_of(each) for each in dependencies if Requirement(each).specifier}
    return tuple(pin for pin in pins if package_of(pin) not in chosen)


def find_unpinned(dependencies: Iterable[str], pins: Iterable[str]) -> list[Requirement]:
    """The dependencies that no version pins: next year, another version will be installed.

    >>> [str(each) for each in find_unpinned(["numpy==2.0", "torch>=2", "py-yaml", "rich<15"], ["Py_YAML==6"])]
    ['torch>=2']
    """
    pinned = {package_of(pin) for pin in pins}
    wanted = [Requirement(each) for each in dependencies if package_of(each) not in pinned]
    return [each for each in wanted if not {item.operator for item in each.specifier} & _BOUNDS]


@cache
def package_of(requirement: str) -> str:
    """The canonical name of the package that a requirement is for. The same pins are read again for every script."""
    return canonicalize_name(Requirement(requirement).name)


def at_version(dependencies: Iterable[str], package: str, version: str) -> tuple[str, ...]:
    """The dependencies with one package at this version, whatever they say of it.

    >>> at_version(["ray[serve]>=2", "numpy"], "Ray", "2.9.0")
    ('ray[serve]==2.9.0', 'numpy')
    >>> at_version(["numpy"], "ray", "2.9.0")
    ('numpy', 'ray==2.9.0')
    """
    wanted = [*dependencies]
    if not names(wanted, package):
        wanted.append(package)
    return tuple(_with(each, f"=={version}") if names([each], package) else each for each in wanted)


def with_more(dependencies: Iterable[str], more: Iterable[str]) -> tuple[str, ...]:
    """The dependencies with further ones, which replace those for the same packages.

    >>> with_more(["ray", "numpy"], ["numpy<2", "rich"])
    ('ray', 'numpy<2', 'rich')
    """
    return tuple({package_of(each): each for each in [*dependencies, *more]}.values())


def lift_versions(dependencies: Iterable[str], kept: Iterable[str] = ()) -> tuple[str, ...]:
    """The dependencies without their versions, but for the packages that are kept as they are.

    >>> lift_versions(["ray[serve]==2.9.0", "numpy<2"], kept=["numpy"])
    ('ray[serve]', 'numpy<2')
    """
    stay = {package_of(each) for each in kept}
    return tuple(each if package_of(each) in stay else _with(each, "") for each in dependencies)


def differing_packages(one: Iterable[str], other: Iterable[str]) -> tuple[str, ...]:
    """The packages whose versions differ between two scripts, or that only one of them requires.

    If a repro and its fix differ so, the version is the fix: without it there would be nothing left to show.

    >>> differing_packages(["a==1", "b==1", "c"], ["A==1", "b==2"])
    ('b', 'c')
    """
    firsts, seconds = ({package_of(each): Requirement(each).specifier for each in mine} for mine in (one, other))
    return tuple(name for name in {**firsts, **seconds} if firsts.get(name) != seconds.get(name))


def names(dependencies: Iterable[str], package: str) -> bool:
    """Whether the dependencies name a package."""
    return package_of(package) in map(package_of, dependencies)


def _with(dependency: str, versions: str) -> str:
    wanted = Requirement(dependency)
    wanted.specifier = SpecifierSet(versions)
    return str(wanted)
