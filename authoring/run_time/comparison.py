"""What a history says of one release, beside the names that the installed release has."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from authoring.release_scanner.modules import LEFT_OUT
from tracefix.versions.history import History
from tracefix.versions.model import Life
from tracefix.versions.tree import PackageHistory, split

_MARKS = ("*", "**")
_KINDS = {"/": "module", "": "attribute"}  # others are names
_CALLED = ("__init__", "__call__")


@dataclass(frozen=True, slots=True)
class Comparison:
    """A release of a package, compared. `seen` has its names, each with its kind; of those that are `unknown`, the
    history says "?"."""

    package: str
    version: str
    seen: Mapping[str, str]
    denied: tuple[str, ...]
    unknown: tuple[str, ...]
    claims: int
    invented: tuple[str, ...]

    @property
    def names(self) -> int:
        """How many names the release has."""
        return len(self.seen)


def claims(file: PackageHistory, version: str) -> Iterator[tuple[str, str]]:
    """The public names that a history says a release has, each with its kind, as observe.py takes them."""
    read = [release.version for release in file.releases if release.read]
    bit = 1 << read.index(version)
    versions = {f"{root.path}.__version__" for root in file.roots}
    waiting = list(file.roots)
    while waiting:
        node = waiting.pop()
        is_asked = not node.name.startswith("_") or node.name in _CALLED or node.path in versions
        if not node.mask & bit or node.name in _MARKS or not is_asked:
            continue
        waiting += node.inner
        if node.name not in _CALLED:
            yield node.path, _KINDS.get(node.sign, "name")


def find_denied(history: History, version: str, names: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """The names that a release has and the history denies, and those of which it does not know.

    A name is denied where the history knows its owner in that release, says that all of the owner's names are known,
    and does not have this one among them.
    """

    @cache
    def has_owner(owner: str) -> bool:
        return bool(owner) and history.shows(owner, version)

    @cache
    def is_open(owner: str) -> bool:
        spans = history.accepts_anything(owner)
        return version in history.having(Life(history.package, owner, "attribute", spans))

    def is_unsure(owner: str, name: str, kind: str) -> bool:
        life = history.module_life(name) if kind == "module" else history.life(name)
        if life is not None:
            return version in history.unsure(life)
        return is_open(owner) or version in history.may_have(name)

    denied, unknown = [], []
    for name, kind in names.items():
        owner, _ = split(name)
        if history.shows(name, version, is_module=kind == "module"):
            continue
        if not has_owner(owner) or is_unsure(owner, name, kind):
            unknown.append(name)
        else:
            denied.append(name)
    return denied, unknown


def compare(file: PackageHistory, version: str, observe: Callable[[object], dict[str, Any]]) -> Comparison:
    """Compare a release. `observe` asks the environment that has it."""
    history = History(file)
    told = list(claims(file, version))
    seen = observe({"roots": history.imports, "left_out": sorted(LEFT_OUT), "claims": told})
    denied, unknown = find_denied(history, version, seen["names"])
    return Comparison(
        package=file.package,
        version=version,
        seen=seen["names"],
        denied=tuple(sorted(denied)),
        unknown=tuple(sorted(unknown)),
        claims=seen["checked"],
        invented=tuple(sorted(seen["absent"])),
    )
