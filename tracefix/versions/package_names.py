"""Whether a package's history has a class or a function of a name, in whichever module."""

from functools import cached_property, lru_cache
from pathlib import Path

from tracefix.versions.history_files import mentions, text_of

_OUTERMOST = 99  # deeper than any line


class PackageNames:
    """The names of all classes and of all functions, but no methods, in a package's history.

    They are gathered when they are asked for a second time, or when a line of the file begins with the name: a program
    that answers one paste asks a hundred packages once, and most have it nowhere.
    """

    def __init__(self, package: str, folder: Path) -> None:
        self._package = package
        self._folder = folder
        self._may_be_gathered = False

    def has(self, name: str, *, is_function: bool) -> bool:
        """Whether a function of this name is there, or a class. Raises OSError if the file cannot be read."""
        if not self._may_be_gathered:
            self._may_be_gathered = True
            if not mentions(self._package, self._folder, f" {name}{'(' if is_function else ':'}"):
                return False
        return name in self._names[is_function]

    @cached_property
    def _names(self) -> tuple[frozenset[str], frozenset[str]]:
        classes: set[str] = set()
        functions: set[str] = set()
        depth_of_class = _OUTERMOST  # of the class that the line may be below
        for line in text_of(self._package, self._folder).splitlines():
            name, _, behind = line.partition("(")
            if not behind and ":" not in name and "/" not in name:
                continue
            depth = name.count(" ")
            if depth <= depth_of_class:
                depth_of_class = _OUTERMOST
            if behind and depth_of_class == _OUTERMOST:
                functions.add(name.strip())
            elif not behind and ":" in name:
                classes.add(name.partition(":")[0].strip())
                depth_of_class = min(depth, depth_of_class)
        return frozenset(classes), frozenset(functions)


@lru_cache(maxsize=128)
def names_of(package: str, folder: Path) -> PackageNames:
    """The names of a package that has a history in the folder."""
    return PackageNames(package, folder)
