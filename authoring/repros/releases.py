"""The releases of a package that pip can install, as it is set up here: index, folders of files, environment."""

import logging
from pathlib import Path
from typing import Any

from packaging.version import InvalidVersion, Version

from tracefix.repros.environments import probe


class NoReleasesError(Exception):
    """The index has no release of a package that could be installed."""


def installable(package: str, python: Path) -> tuple[str, ...]:
    """The final releases with a wheel for this Python that were not withdrawn, the oldest first.

    Of a package without any wheel, those with a source archive. Raises NoReleasesError and PreparationError.
    """
    version = probe(python).version
    for only in ("--only-binary=:all:", "--no-binary=:all:"):
        if found := _releases(package, version, only):
            return tuple(map(str, sorted(found)))
    raise NoReleasesError(f"pip finds no release of {package!r} for Python {version}. Is that its name on the index?")


def _releases(package: str, python: str, only: str) -> set[Version]:
    """pip's command `index versions` does not say which releases were withdrawn; so its parts are asked."""
    from pip._internal.cli import cmdoptions
    from pip._internal.commands.index import IndexCommand

    command: Any = IndexCommand("index", "")
    options, _ = command.parse_args(["versions", "--python-version", python, only, package])
    finder: Any = command._build_package_finder(
        options=options, session=command._build_session(options), target_python=cmdoptions.make_target_python(options)
    )
    logging.getLogger("pip").setLevel(logging.ERROR)  # that a folder of files lacks the package is no news
    found: dict[Version, bool] = {}
    for candidate in finder.find_all_candidates(package):
        if version := _final(str(candidate.version)):
            found[version] = found.get(version, True) and candidate.link.is_yanked
    return {version for version, is_yanked in found.items() if not is_yanked}


def _final(text: str) -> Version | None:
    try:
        version = Version(text)
    except InvalidVersion:
        return None
    return None if version.is_prerelease or version.local else version
