"""Read the text of history/<package>.tsv into the tree of the package's names."""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import count
from pathlib import Path
from zlib import crc32

from tracefix.versions.history_format import CUT, OPEN, SEEN
from tracefix.versions.model import Release
from tracefix.versions.tree import Node, PackageHistory, SpansText

_ENDS = frozenset("/:()=>?,\t\n")  # what stands behind a name
_BEGINNINGS = frozenset(" (")  # and before it
_NAME = re.compile(r"[^\W\d]\w*")


def parse_history(text: str) -> PackageHistory:
    """Read a file's text. Names are read out of it when they are first asked for."""
    package, imports, releases = "", tuple[str, ...](), []
    start = 0
    while text.startswith("#", start):
        end = text.find("\n", start)
        word, *values = text[start + 2 : end].split(" ")
        if word == "package":
            package = values[0]
        elif word == "imports":
            imports = tuple(values)
        elif word == "release":
            releases.append(Release(values[0], "yanked" in values[1:], "unread" not in values[1:]))
        start = end + 1
    reader = _TreeReader(text[start:], SpansText(release.version for release in releases if release.read))
    return PackageHistory(package, imports, tuple(releases), reader.roots(), reader.find_named)


def read_history(path: Path) -> PackageHistory:
    """Read a file. Raises OSError if it cannot be read."""
    return parse_history(path.read_text(encoding="utf-8"))


class _TreeReader:
    """Reads the names of a file level by level, each when it is asked for: an answer needs few of them.

    The text is kept as it is, with the places in it where lines begin: that takes the least memory.
    """

    def __init__(self, text: str, spans: SpansText) -> None:
        self._text = "\n" + text
        self._spans = spans
        self._found: dict[int, array[int]] = {}  # by depth: where lines begin
        self._nodes: dict[int, Node] = {}  # by where their line begins: those that were read
        self._has_missed = False

    def _starts(self, depth: int) -> "array[int]":
        """Where the lines of a depth begin. Most errors ask for the upper ones only."""
        if depth not in self._found:
            lines = re.finditer("\n" + " " * depth + "[^ ]", self._text)  # `^` takes eight times as long
            self._found[depth] = array("I", (line.start() + 1 for line in lines))
        return self._found[depth]

    def roots(self) -> tuple[Node, ...]:
        """The modules that hold all others."""
        return tuple(self._read(place, 0, None) for place in self._starts(0))

    def find_named(self, name: str) -> Sequence[Node]:
        """Every node of this name. What is no name, as a paste may have it, costs no search.

        Nor does, from the second on, a name that stands nowhere in the file: a program that answers once needs no sums.
        """
        if not name.isidentifier() or (self._has_missed and not self._may_hold(name)):
            return ()
        roots = (self._nodes[place] for place in self._starts(0))
        found = {id(root): root for root in roots if root.name == name}
        place = self._text.find(name)  # once for all: with what stands before it, that is twice the time
        while place >= 0:
            end = place + len(name)
            if self._text[place - 1] in _BEGINNINGS and self._text[end] in _ENDS:
                node = self._at(self._text.rfind("\n", 0, place) + 1)
                arguments = node.children.get(name, ()) if node.sign.startswith("(") else ()
                found |= {id(each): each for each in (node, *arguments) if each.name == name}
            place = self._text.find(name, end)
        self._has_missed = self._has_missed or not found
        return tuple(found.values())

    def _may_hold(self, name: str) -> bool:
        checksum = crc32(name.encode())
        place = bisect_left(self._checksums, checksum)
        return self._checksums[place : place + 1] == array("I", [checksum])

    @cached_property
    def _checksums(self) -> "array[int]":
        """A checksum of each name in the file, the lowest first: far smaller than the names."""
        return array("I", sorted({crc32(name.encode()) for name in _NAME.findall(self._text)}))

    def _at(self, place: int) -> Node:
        """The node of a line, after reading the nodes above it."""
        if place not in self._nodes:
            depth = next(depth for depth in count() if self._text[place + depth] != " ")
            holders = self._starts(depth - 1)
            self._at(holders[bisect_left(holders, place) - 1]).read()
        return self._nodes[place]

    def _read(self, place: int, depth: int, above: Node | None) -> Node:
        end = self._text.index("\n", place)
        token, life, replacement, *_ = (self._text[place + depth : end] + "\t\t").split("\t")
        inherited = above.mask if above else self._spans.whole
        node = _node(token, self._spans.read(life) if life else inherited)
        node.parent = above
        node.replacement = replacement or None
        self._nodes[place] = node
        if self._text.startswith(" " * (depth + 1), end + 1):
            node.grow = lambda node: self._read_below(node, place, depth)
        return node

    def _read_below(self, node: Node, place: int, depth: int) -> None:
        """Add the nodes of the following, deeper lines below a node."""
        levels = ((starts, bisect_right(starts, place)) for starts in map(self._starts, range(depth + 1)))
        end = min((starts[next_] for starts, next_ in levels if next_ < len(starts)), default=len(self._text))
        inner = self._starts(depth + 1)
        for below in inner[bisect_right(inner, place) : bisect_left(inner, end)]:
            node.add(self._read(below, depth + 1, node))


def _node(token: str, mask: int) -> Node:
    """The name of a line, with the arguments that stand in it."""
    if token.startswith("<"):
        return Node("<", "<", mask, target=token[1:])
    if token.endswith((")", ")+")):
        name, _, arguments = token.rstrip("+")[:-1].partition("(")
        function = Node(name, "()+" if token.endswith("+") else "()", mask)
        for argument in arguments.split(", ") if arguments else ():
            function.add(Node(argument, "=", mask))
        return function
    if ">" in token:
        name, target = token.split(">", 1)
        return Node(name, ">", mask, target=target + name if target.endswith(".") else target)
    if token.endswith(SEEN):
        seen = _node(token.removesuffix(SEEN), mask)
        seen.is_seen = True
        return seen
    sign = token[-1] if token[-1] in "/:=" else ""
    return Node(token.removesuffix(sign), "=" if token in (CUT, OPEN) else sign, mask)
