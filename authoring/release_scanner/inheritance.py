"""Find what classes inherit: before an outline cuts their bases, and to say once what a class and its base define."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence

from tracefix.versions.history_format import OPEN
from tracefix.versions.tree import Node, union

_DEEPEST = 8  # steps through bases and other modules
_COMPARED = ("", "()")

_Found = tuple[Node, int]  # a name, and the releases in which it is the one that is meant


def drop_inherited(roots: Sequence[Node]) -> None:
    """Take from each class the names that its bases have in the same releases, with the same arguments: a look-up
    searches those, too."""
    homes = Homes(roots)
    for node in homes.classes:
        for name, found in list(node.children.items()):
            if len(found) == 1 and name != OPEN and homes.has_base_the_same(node, found[0]):
                del node.children[name]


class Homes:
    """Classes, and what modules hand on, by their whole name."""

    def __init__(self, roots: Sequence[Node]) -> None:
        self.classes: list[Node] = []
        self._by_path: dict[str, list[Node]] = {}
        waiting = list(roots)
        while waiting:
            node = waiting.pop()
            if node.sign in ("/", ":"):
                waiting += (child for children in node.children.values() for child in children)
            if node.sign == ":" and node.bases:
                self.classes.append(node)
            if node.sign in (":", ">"):
                self._by_path.setdefault(node.path, []).append(node)

    def has_base_the_same(self, holder: Node, node: Node) -> bool:
        """Whether what a class would inherit, were it not for its own, is the same in all releases of that."""
        if node.sign not in _COMPARED or node.replacement or node.bases:
            return False
        others = list(self.find_inherited(holder, node.name, node.mask))
        known = union(within for _, within in others)
        if node.mask & ~known or any(other.sign != node.sign or other.replacement for other, _ in others):
            return False
        own = _arguments([(node, node.mask)])
        return own is not None and own == _arguments(others)

    def find_inherited(self, holder: Node, name: str, where: int) -> Iterator[_Found]:
        """Find a name in the bases of a class, and in theirs: each class once in each release, the nearest first."""
        searched: dict[int, int] = {}
        waiting = deque([(holder, where, 0)])
        while waiting:
            below, where, depth = waiting.popleft()
            for base in below.bases:
                for home, within in self.find_named(base.whole_target, where & base.mask, depth):
                    left = new = within & ~searched.get(id(home), 0)
                    searched[id(home)] = searched.get(id(home), 0) | new
                    for child in home.children.get(name, ()):
                        if child.mask & new:
                            yield child, child.mask & new
                            left &= ~child.mask
                    if left and depth < _DEEPEST:
                        waiting.append((home, left, depth + 1))

    def find_named(self, path: str, where: int, depth: int) -> Iterator[_Found]:
        """The classes that a name means, also where it is handed on: each name once in each release."""
        searched: dict[str, int] = {}
        waiting = deque([(path, where, depth)])
        while waiting:
            path, where, depth = waiting.popleft()
            new = where & ~searched.get(path, 0)
            if not new or depth >= _DEEPEST:
                continue
            searched[path] = searched.get(path, 0) | new
            for node in self._by_path.get(path, ()):
                if node.sign == ":" and node.mask & new:
                    yield node, node.mask & new
                elif node.target:
                    waiting.append((node.whole_target, new & node.mask, depth + 1))


def _arguments(callables: Sequence[_Found]) -> Mapping[str, int] | None:
    """The arguments of functions, with their releases; None if an argument names its replacement."""
    taken: dict[str, int] = {}
    for node, where in callables:
        for children in node.children.values():
            for child in children:
                if child.replacement or child.sign != "=":
                    return None
                if child.mask & where:
                    taken[child.name] = taken.get(child.name, 0) | child.mask & where
    return taken
