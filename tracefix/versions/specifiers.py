"""Version specifiers and the commands that install a release with a name: pip's, and uv's for another Python.

pip takes the newest release that fits and is not yanked, so that is the one that must have the name.
"""

import shlex
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from packaging.specifiers import SpecifierSet
from packaging.version import Version

from tracefix.articles.distributions import normalised
from tracefix.versions.findings import Finding
from tracefix.versions.model import STANDARD_LIBRARY, Boundaries
from tracefix.versions.requirements import oldest_asked

_INSTALL = "python -m pip install"
# A new major release of these breaks nothing that others ask of them.
_HARMLESS_MAJORS = frozenset(("click", "markupsafe", "packaging", "setuptools", "typing-extensions"))
_OLDEST_PYTHON = Version("3.8")  # that uv installs: `uv python list --all-versions`


def specifier(edge: Boundaries) -> str:
    """The releases of a span as a PEP 440 specifier; "" for all. It holds none that is not known to have the name.

    >>> from tracefix.versions.model import Span
    >>> specifier(Boundaries(Span("4.0", "4.2"), "3.9", "4.3", True, True))
    '>=4.0,<4.3'
    """
    is_known_from = edge.before is not None or not edge.starts_exactly
    lower = f">={edge.span.first}" if is_known_from else ""
    upper = ""
    if edge.span.last is not None:
        is_next_known = edge.ends_exactly and edge.after is not None  # else its owner may be gone there, too
        upper = f"<{edge.after}" if is_next_known else f"<={edge.span.last}"
    return ",".join(filter(None, (lower, upper)))


def install_command(finding: Finding, edge: Boundaries) -> str:
    """The command that installs a release of a span; "" if every one of them was yanked, or is for other Pythons.

    No yanked release is ever named, and none that may lack the name is installed.
    """
    is_bounded_below = edge.before is not None or edge.span.last is None  # else, pip takes the newest of the span
    wanted = specifier(edge if is_bounded_below else replace(edge, starts_exactly=True))
    chosen = _fitting(finding, wanted)
    if edge.span.last is None:
        wanted, chosen = _within_major(finding.history.package, wanted, edge.span.first, chosen)
    wanted = _without_yanked(finding, wanted, chosen)
    if finding.history.package == STANDARD_LIBRARY:
        return python_command(wanted) if chosen and Version(chosen[-1]) >= _OLDEST_PYTHON else ""
    if chosen and finding.has(chosen[-1]):
        return f"{_INSTALL} '{finding.history.package}{wanted}'" if wanted else ""
    known = [version for version in chosen if finding.has(version)]
    return f"{_INSTALL} '{finding.history.package}=={known[-1]}'" if known else ""


def _within_major(package: str, wanted: str, first: str, chosen: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Without the releases that are a major one newer than the first with the name: they may lack much else that the
    reader's code and its other packages ask for, and the smallest step is enough."""
    major = _parsed(first).major
    near = [version for version in chosen if _parsed(version).major == major]
    if not near or len(near) == len(chosen) or package in (STANDARD_LIBRARY, *_HARMLESS_MAJORS):
        return wanted, chosen
    return f"{wanted},<{major + 1}", near


def _without_yanked(finding: Finding, wanted: str, chosen: Sequence[str]) -> str:
    """The specifier, in which the nearest release that pip may take stands for a bound that was yanked."""
    parts = wanted.split(",")
    for release in finding.history.releases if chosen else ():
        if release.yanked:
            nearest = {f">={release.version}": f">={chosen[0]}", f"<={release.version}": f"<={chosen[-1]}"}
            parts = [nearest.get(part, part) for part in parts]
    return ",".join(parts)


def _fitting(finding: Finding, wanted: str) -> Sequence[str]:
    """The releases that pip may take for a specifier and that run on the reader's Python, the oldest first; none that
    is older than all that the package that asked for the name ever took."""
    history = finding.history
    usable = [release.version for release in history.releases if not release.yanked]
    oldest = oldest_asked(finding.caller, normalised(history.package), usable, history.folder) if finding.caller else ""
    usable = usable[usable.index(oldest) :] if oldest else usable
    fits = _within(wanted, tuple(usable))
    return finding.running([version for version in usable if version in fits])


@lru_cache(maxsize=1_000)
def _within(wanted: str, versions: tuple[str, ...]) -> frozenset[str]:
    """Those of the releases that a specifier allows. Kept: a name's bounds are asked for again with each such paste."""
    fits = SpecifierSet(wanted)
    return frozenset(version for version in versions if _parsed(version) in fits)


@lru_cache(maxsize=10_000)
def _parsed(version: str) -> Version:
    """A release of a history, parsed once: an answer asks for hundreds of them."""
    return Version(version)


def python_command(wanted: str) -> str:
    """The command that makes an environment of a Python."""
    return f"uv venv --python '{wanted}'"


def install_before(finding: Finding, edge: Boundaries) -> str:
    """The command that installs a release from before a name came; "" if every one of them was yanked, or is for other
    Pythons."""
    wanted = f"<{edge.span.first}" if edge.starts_exactly else f"<={edge.before}"
    chosen = _fitting(finding, wanted)
    if chosen and chosen[-1] in finding.without:
        return f"{_INSTALL} '{finding.history.package}{wanted}'"
    known = [version for version in chosen if version in finding.without]
    return f"{_INSTALL} '{finding.history.package}=={known[-1]}'" if known else ""


def installs(command: str) -> frozenset[tuple[str, SpecifierSet]]:
    """The packages that a command of ours installs, and their releases, however they are written.

    >>> installs("pip install 'Pillow<10'") == installs('python -m pip install "pillow<10.0.0"')
    True
    """
    from packaging.requirements import InvalidRequirement, Requirement  # here: slow to import, and few need it

    _, _, arguments = command.partition("pip install ")
    found = set()
    try:
        words = shlex.split(arguments)
    except ValueError:  # a quote without its other half
        return frozenset()
    for word in words:
        try:
            requirement = Requirement(word)
        except InvalidRequirement:  # an option
            continue
        found.add((normalised(requirement.name), requirement.specifier))
    return frozenset(found)
