"""Find a name as people type it, in the histories of all packages: np.bool, pandas.append, ANTIALIAS.

Only the files that define the name's last part are read whole, and of those not all: it is a search, not an answer.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tracefix.versions.browsing import find_names, group_lives, is_class
from tracefix.versions.clues import COMMON_ALIASES
from tracefix.versions.history import FOLDER, History, find_history, packages, packages_of
from tracefix.versions.history_files import text_of
from tracefix.versions.model import Life

MOST_PACKAGES = 5  # in which a name is shown
_MOST_LIVES = 3  # of one package
_MOST_ALIKE = 60  # things of one name in a package that is still searched


@dataclass(frozen=True, slots=True)
class Found:
    """The lives of a name in one package, those of the same thing together, what is gone first. `more` are left out."""

    history: History
    groups: tuple[tuple[tuple[Life, ...], ...], ...]
    more: int = 0

    @property
    def lives(self) -> tuple[Life, ...]:
        """One life of each thing in each of its spans: modules hand it on under several names."""
        return tuple(lives[0] for of_one in self.groups for lives in of_one)


def spell_out(name: str) -> str:
    """The name with the usual short form of a module written out.

    >>> spell_out("np.bool"), spell_out("bool")
    ('numpy.bool', 'bool')
    """
    first, dot, rest = name.lstrip(".").partition(".")
    modules = COMMON_ALIASES.get(first, ())
    return f"{modules[0]}.{rest}" if dot and modules else name.lstrip(".")


def find_everywhere(name: str, folder: Path = FOLDER) -> tuple[Found, ...]:
    """The packages that had the name in some release: the one whose module it is, then those from which it has gone.

    Of a name that begins with a package, only that one is searched. If its module has no such name, what stands in its
    classes is meant: pandas.append is DataFrame.append.
    """
    name = spell_out(name)
    owners = packages_of(name.partition(".")[0], folder) if "." in name else ()
    if owners:
        return tuple(_in_packages(name, owners, folder)) or tuple(_in_classes(name, owners, folder))
    others = [package for package in _defining(name, folder) if package not in packages_of(name, folder)]
    found = sorted(_in_packages(name, others, folder), key=_order)
    return (*_in_packages(name, packages_of(name, folder), folder), *found)[:MOST_PACKAGES]


def missing_name_errors(name: str, life: Life | None = None) -> tuple[str, ...]:
    """What Python says where a name that was typed is missing. `life` is that of the name, if some release has it.

    >>> missing_name_errors("tf.contrib")[0]
    "AttributeError: module 'tensorflow' has no attribute 'contrib'"
    """
    whole, _, argument = (life.name if life else spell_out(name)).partition("(")
    owner, _, last = whole.rpartition(".")
    if not owner:
        return ()
    if argument:
        called = f"{owner.rpartition('.')[2]}.{last}" if last == "__init__" else last
        return (f"TypeError: {called}() got an unexpected keyword argument '{argument.rstrip(')')}'",)
    if life and life.kind == "method":
        return (f"AttributeError: '{owner.rpartition('.')[2]}' object has no attribute '{last}'",)
    if life is None and owner.rpartition(".")[2][:1].isupper():
        return (f"AttributeError: '{owner.rpartition('.')[2]}' object has no attribute '{last}'",)
    missing = f"AttributeError: module '{owner}' has no attribute '{last}'"
    return missing, f"ModuleNotFoundError: No module named '{whole}'"


def _in_packages(name: str, names: Sequence[str], folder: Path) -> Iterator[Found]:
    for package in names:
        if (history := find_history(package, folder)) and (found := _found(history, find_names(history, name))):
            yield found


def _in_classes(name: str, names: tuple[str, ...], folder: Path) -> Iterator[Found]:
    owner, _, last = name.rpartition(".")
    for package in names:
        history = find_history(package, folder)
        if history and not is_class(history, owner):  # else another class is not the one that was asked for
            methods = [life for life in find_names(history, last) if life.kind == "method"]
            tails = dict.fromkeys(".".join(life.name.split(".")[-2:]) for life in methods)
            public = [next(iter(find_names(history, tail))) for tail in tails]
            if found := _found(history, tuple(public)):
                yield found


def _found(history: History, lives: tuple[Life, ...]) -> Found | None:
    groups = sorted(group_lives(history, lives), key=lambda lives_of_one: not lives_of_one[0][0].is_over)
    return Found(history, tuple(groups[:_MOST_LIVES]), max(0, len(groups) - _MOST_LIVES)) if groups else None


def _order(found: Found) -> bool:
    return not found.groups[0][0][0].is_over


def _defining(name: str, folder: Path) -> tuple[str, ...]:
    """The packages that define all parts of a name, first those from which the last has gone, then where it is highest.

    Where very much has that name, such as `forward`, it says nothing, and to look at all of it would take long.
    """
    parts = re.findall(r"\w+", name)
    ranked = []
    for package in packages(folder):
        history = text_of(package, folder)
        if all(part in history for part in parts):
            found = min(_definitions(parts[-1], history), default=None)
            if found and any(len(list(_definitions(part, history))) <= _MOST_ALIKE for part in parts):
                ranked.append((found, package))
    return tuple(package for _, package in sorted(ranked)[:MOST_PACKAGES])


def _definitions(part: str, history: str) -> Iterator[tuple[bool, int]]:
    """For each line of a history that begins with a name: whether some release has it no more, and its depth."""
    for found in re.finditer(rf" {part}(?![\w.])", history):
        start = history.rfind("\n", 0, found.start()) + 1
        if not history[start : found.start()].strip(" "):
            _, *columns = history[start : history.find("\n", start)].split("\t")
            is_over = bool(columns and columns[0]) and not columns[0].endswith("..")
            yield not is_over, found.start() - start
