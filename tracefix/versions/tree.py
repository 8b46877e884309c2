"""The tree of the names of a package, with the releases in which each lives."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import groupby
from operator import or_
from threading import RLock

from tracefix.versions.model import Release

_READING = RLock()  # several threads of a server ask the same history


def _is_read_by_this_thread(node: "Node") -> None:
    """In place of `grow` while it runs."""


@dataclass(slots=True, eq=False)
class Node:
    """A name in the tree. `mask` has a bit for each release that was read, the oldest lowest.

    `is_seen`: no source shows it; the releases of `mask` had it when they were run, and others may have it, too.

    `grow` reads what it holds out of a file when that is first asked for: an answer needs few of a package's names.
    """

    name: str
    sign: str  # one of / : () ()+ = < > and "" for an attribute
    mask: int
    parent: "Node | None" = None
    replacement: str | None = None
    target: str = ""  # of < and >
    is_seen: bool = False
    grow: "Callable[[Node], None] | None" = None
    _children: "dict[str, list[Node]]" = field(default_factory=dict)
    _bases: "list[Node]" = field(default_factory=list)

    @property
    def children(self) -> "dict[str, list[Node]]":
        """The names that it holds, arguments too, by name."""
        self.read()
        return self._children

    @children.setter
    def children(self, children: "dict[str, list[Node]]") -> None:
        self.grow = None
        self._children = children

    @property
    def inner(self) -> "list[Node]":
        """The same in one list."""
        return [child for found in self.children.values() for child in found]

    @property
    def bases(self) -> "list[Node]":
        """The classes that a class inherits from."""
        self.read()
        return self._bases

    def read(self) -> None:
        """Read the names below it, unless they were read before. A thread that comes meanwhile waits until all are."""
        if self.grow is None:
            return
        with _READING:
            grow = self.grow
            if grow is None or grow is _is_read_by_this_thread:
                return
            self.grow = _is_read_by_this_thread
            try:
                grow(self)
            except BaseException:
                self.grow = grow
                raise
            self.grow = None

    def add(self, child: "Node") -> None:
        """Add a name below this one."""
        child.parent = self
        if child.sign == "<":
            self.bases.append(child)
        else:
            self.children.setdefault(child.name, []).append(child)

    @property
    def label(self) -> str:
        """The name as a caller writes it, an argument in parentheses."""
        return f"({self.name})" if self.sign == "=" else self.name

    @property
    def root(self) -> "Node":
        """The first of the modules that hold it."""
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    @property
    def whole_target(self) -> str:
        """The whole name of what it stands for, or of a base class; "" if that is not known."""
        return self.root.name + self.target if self.target.startswith(".") else self.target

    @property
    def path(self) -> str:
        """The whole name."""
        above = self.parent.path if self.parent is not None else ""
        return join(above, self.label)


def union(masks: Iterable[int]) -> int:
    """The releases that are in one of these masks at least."""
    return reduce(or_, masks, 0)


def join(above: str, label: str) -> str:
    """The full name of a label below another name. An argument follows its callable in parentheses."""
    return f"{above}.{label}" if above and not label.startswith("(") else above + label


def split(name: str) -> tuple[str, str]:
    """The full name above and the label below that join() puts together.

    >>> split("pkg.Class"), split("pkg.f(k)")
    (('pkg', 'Class'), ('pkg.f', '(k)'))
    """
    path, bracket, argument = name.partition("(")
    if bracket:
        return path, bracket + argument
    above, _, label = path.rpartition(".")
    return above, label


class SpansText:
    """Masks as text and back, for one list of releases that were read."""

    def __init__(self, versions: Iterable[str]) -> None:
        self.versions = tuple(versions)
        self._places = {version: place for place, version in enumerate(self.versions)}
        self._known: dict[str, int] = {}
        self._written: dict[int, str] = {}

    @property
    def whole(self) -> int:
        """The mask of all releases."""
        return (1 << len(self.versions)) - 1

    def runs(self, mask: int) -> Iterator[tuple[int, int]]:
        """The runs of releases, first and last place of each."""
        places = (place for place in range(mask.bit_length()) if mask >> place & 1)
        for _, run in groupby(enumerate(places), lambda pair: pair[1] - pair[0]):
            run_places = [place for _, place in run]
            yield run_places[0], run_places[-1]

    def write(self, mask: int) -> str:
        """`4.0.0..4.45.2,4.47.0..`."""
        if mask not in self._written:
            newest = len(self.versions) - 1
            self._written[mask] = ",".join(
                self.versions[first] + ".." + ("" if last == newest else self.versions[last])
                for first, last in self.runs(mask)
            )
        return self._written[mask]

    def read(self, text: str) -> int:
        """The mask that a text stands for; raises KeyError for a release that was not read."""
        if text not in self._known:
            self._known[text] = sum(self._run(run) for run in text.split(","))
        return self._known[text]

    def _run(self, text: str) -> int:
        first, last = text.split("..", 1) if ".." in text else (text, text)
        start = self._places[first]
        end = self._places[last] if last else len(self.versions) - 1
        return (1 << (end + 1)) - (1 << start)


@dataclass(frozen=True, slots=True)
class PackageHistory:
    """What a file of history/ says: the package, the modules it brings, its releases and the tree of its names."""

    package: str
    imports: tuple[str, ...]
    releases: tuple[Release, ...]
    roots: tuple[Node, ...]
    find_named: Callable[[str], Sequence[Node]] = field(default=lambda name: (), repr=False, compare=False)
