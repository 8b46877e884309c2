"""Read the text of history/<package>.tsv into the tree of the package's names."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from tracefix.versions.history_format import BLANKS, OPEN, SHORT, WORDS
from tracefix.versions.model import Release
from tracefix.versions.tree import Drawing, Node, SpansText, module_of
from tracefix.versions.words import Words, read_words


def undraw(text: str) -> Drawing:
    """The tree of a file's text."""
    head, lines, words = open_text(text)
    package, imports, releases = "", [], []
    numbered = []
    for line in head:
        word, *values = line[2:].split(" ")
        if word == "package":
            package = values[0]
        elif word == "imports":
            imports = values
        elif word == "release":
            releases.append(Release(values[0], "yanked" in values[1:], "unread" not in values[1:]))
        elif word == "releases":
            releases += [Release(version) for version in values]
        elif word == "span":
            numbered.append(values)
    spans = SpansText(release.version for release in releases if release.read)
    for number, life in numbered:
        spans.number(number, life)
    grower = _Grower(lines, spans, words)
    return Drawing(package, tuple(imports), tuple(releases), grower.roots(), grower.named)


def open_text(text: str) -> tuple[Sequence[str], Sequence[str], Words]:
    """A file's text: the lines of its head, those of the tree with blanks before them, and the words by number."""
    lines = text.split("\n")
    start = next((place for place, line in enumerate(lines) if not line.startswith("#")), len(lines))
    words = [each for line in lines[:start] if line.startswith(WORDS) for each in line[len(WORDS) :].split(" ")]
    inner = lines[start:]
    if SHORT in lines[:start]:
        inner = [BLANKS[line[:1]] + line[1:] for line in inner]
    return lines[:start], inner, read_words(words)


class _Grower:
    """Reads the names of a file level by level, each when it is asked for."""

    def __init__(self, lines: Sequence[str], spans: SpansText, words: Words) -> None:
        self._lines = lines
        self._spans = spans
        self._words = words
        self._at_depth: list[list[int]] = []  # by depth: the numbers of the lines
        self._nodes: dict[int, list[Node]] = {}  # by line: those that were read
        for number, line in enumerate(lines):
            depth = len(line) - len(line.lstrip(" "))
            while len(self._at_depth) <= depth:
                self._at_depth.append([])
            if line:
                self._at_depth[depth].append(number)

    def roots(self) -> tuple[Node, ...]:
        """The modules that hold all others."""
        return tuple(node for number in self._at_depth[0] for node in self._read(number, 0, None))

    def named(self, name: str) -> Sequence[Node]:
        """Every node of this name, and those of the lines on which it is an argument."""
        found: dict[int, Node] = {}
        written = self._words.number(name)
        for number, line in enumerate(self._lines):
            if written in line and _has_word(line, written):
                for node in self._at(number):
                    above = node.parent
                    for holder in (above, above.parent if above else None):
                        for each in holder.children.get(name, ()) if holder else ():
                            found[id(each)] = each
                    for each in (node, *node.children.get(name, ())):
                        if each.name == name:
                            found[id(each)] = each
        return tuple(found.values())

    def _at(self, number: int) -> Sequence[Node]:
        """The nodes of a line, after reading the nodes above it."""
        if number not in self._nodes:
            line = self._lines[number]
            depth = len(line) - len(line.lstrip(" "))
            holders = self._at_depth[depth - 1]
            above = self._at(holders[bisect_left(holders, number) - 1])
            above[-1].read()
        return self._nodes[number]

    def _read(self, number: int, depth: int, above: Node | None) -> list[Node]:
        columns = self._lines[number][depth:].split("\t")
        mask = self._spans.read(columns[1]) if len(columns) > 1 and columns[1] else above.mask if above else -1
        mask = self._spans.whole if mask < 0 else mask
        now = columns[2] if len(columns) > 2 else None
        nodes = self._nodes[number] = list(_nodes(self._words.restore(columns[0]), mask, now, above))
        following = self._lines[number + 1] if number + 1 < len(self._lines) else ""
        if following.startswith(" " * (depth + 1)):
            nodes[-1].grow = lambda node: self._read_below(node, number, depth)
        return nodes

    def _read_below(self, node: Node, number: int, depth: int) -> None:
        """Add the nodes of the following, deeper lines below a node."""
        places = ((level, bisect_right(level, number)) for level in self._at_depth[: depth + 1])
        last = min((level[place] for level, place in places if place < len(level)), default=len(self._lines))
        inner = self._at_depth[depth + 1]
        for below in inner[bisect_right(inner, number) : bisect_left(inner, last)]:
            for child in self._read(below, depth + 1, node):
                node.add(child)
                if child.name == "__init__":  # its arguments may be attributes, too
                    child.read()


def _has_word(line: str, name: str) -> bool:
    """Whether a line has a name that is no part of a longer one, nor the end of a target."""
    line = line.partition("\t")[0]
    place = line.find(name)
    while place >= 0:
        around = line[place - 1 : place] + line[place + len(name) : place + len(name) + 1].replace(".", " ")
        if not any(char.isalnum() or char in "_." for char in around):
            return True
        place = line.find(name, place + 1)
    return False


_SHARED = {".": "", "(": "=", ":": ":", "/": "/", ":*": ":", "/*": "/"}


def _nodes(token: str, mask: int, now: str | None, above: Node | None) -> Iterator[Node]:
    """The names of a line."""
    if token.startswith("<"):
        yield Node("<", "<", mask, now=now, target=_far(token[1:], above))
    elif token.startswith("(") and not token.startswith("( "):
        inner, _, together = token[1:].partition(") ")
        for name in together.split(" "):
            function = Node(name, "()", mask, parent=above)
            for argument in inner.split():
                function.add(Node(argument, "=", mask))
            yield function
    elif " " in token and not token.endswith((")", ")+")):
        mark, *names = token.split(" ")
        for name in names:
            if mark.startswith(">"):
                yield Node(name, ">", mask, target=_far(mark[1:], above) + name if len(mark) > 1 else "")
            elif mark == "(" and above:
                yield _argument(name, mask, above)
            else:
                yield _mark_open(Node(name, _SHARED[mark], mask), mark[-1:] == "*")
    elif token.endswith((")", ")+")):
        name, _, inner = token.partition("(")
        node = Node(name, "()+" if token.endswith("+") else "()", mask, parent=above, now=now)
        for argument in inner.rstrip("+")[:-1].split():
            node.add(_argument(argument, mask, node))
        yield node
    elif ">" in token:
        name, target = token.split(">", 1)
        yield Node(name, ">", mask, now=now, target=_far(target, above))
    else:
        is_open = token.endswith(("/*", ":*"))
        token = token[:-1] if is_open else token
        sign = token[-1] if token[-1] in "/:=" else ""
        yield _mark_open(Node(token.removesuffix(sign), sign, mask, parent=above, now=now), is_open)


def _mark_open(node: Node, is_open: bool) -> Node:
    """A module or class, with the sign that it may hold any name."""
    if is_open:
        node.add(Node(OPEN, "=", node.mask))
    return node


def _argument(name: str, mask: int, function: Node) -> Node:
    """A node for an argument. In a constructor, an argument with a dot is also an attribute of the class."""
    if name.endswith(".") and function.parent is not None:
        name = name[:-1]
        function.parent.add(Node(name, "", mask))
    return Node(name, "=", mask)


def _far(target: str, holder: Node | None) -> str:
    """The target with `~` and `^` replaced by the names that they stand for."""
    own = module_of(holder) if target[:1] in "~^" else ""
    return {"~": own, "^": own.rpartition(".")[0]}.get(target[:1], target[:1]) + target[1:]
