"""The packages of a script's header, at other versions than the header says."""

from collections.abc import Iterable

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name


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
    further = {str(canonicalize_name(Requirement(each).name)): each for each in more}
    mine = [further.pop(str(canonicalize_name(Requirement(each).name)), each) for each in dependencies]
    return (*mine, *further.values())


def lift_versions(dependencies: Iterable[str], kept: Iterable[str] = ()) -> tuple[str, ...]:
    """The dependencies without their versions, but for the packages that are kept as they are.

    >>> lift_versions(["ray[serve]==2.9.0", "numpy<2"], kept=["numpy"])
    ('ray[serve]', 'numpy<2')
    """
    stay = [*kept]
    return tuple(each if any(names([each], package) for package in stay) else _with(each, "") for each in dependencies)


def differing_packages(one: Iterable[str], other: Iterable[str]) -> tuple[str, ...]:
    """The packages whose versions differ between two scripts, or that only one of them requires.

    If a repro and its fix differ so, the version is the fix: without it there would be nothing left to show.

    >>> differing_packages(["a==1", "b==1", "c"], ["A==1", "b==2"])
    ('b', 'c')
    """
    firsts, seconds = _by_name(one), _by_name(other)
    every = dict.fromkeys([*firsts, *seconds])
    return tuple(name for name in every if firsts.get(name) != seconds.get(name))


def names(dependencies: Iterable[str], package: str) -> bool:
    """Whether the dependencies name a package."""
    return any(canonicalize_name(Requirement(each).name) == canonicalize_name(package) for each in dependencies)


def _by_name(dependencies: Iterable[str]) -> dict[str, str]:
    wanted = [Requirement(each) for each in dependencies]
    return {str(canonicalize_name(each.name)): str(each.specifier) for each in wanted}


def _with(dependency: str, versions: str) -> str:
    wanted = Requirement(dependency)
    wanted.specifier = SpecifierSet(versions)
    return str(wanted)
