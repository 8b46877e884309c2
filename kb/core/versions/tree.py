"""The text of history/<package>.tsv, and the tree of names that it draws.

A line for a name, one blank of indentation a level; names that hold nothing and live equally long share a line. Signs:

    transformers/           a module            / a b      modules that hold nothing
     TrainingArguments:     a class             : A B      such classes
      <.trainer.Trainer     a base class, its names count
      __init__(lr seed.)+   a constructor made of fields, those of the bases too; `seed.` is also an attribute
       ( evaluation_strategy                    arguments that lived otherwise than the function
      . a b c               attributes          (x y) f g  functions with the same arguments, or none
     >.trainer. Trainer     names of another module, handed on; `>` alone: of another package
     Old>.new.New           another name for it

`**` is an argument of a function that takes any; a module or class with a star behind its sign (`x/*`, `X:*`) may have
any name beside those that are told. Targets begin with a dot for the module at the root, with ~ for the module they
stand in and with ^ for the package of that; where one ends with a dot, the name itself follows. A tab, then the
releases that have it, as `4.0.0..4.45.2,4.47.0..`; nothing if that is as long as what holds it. A second tab: what
to use instead.

In a large file, what comes often is written once, at its head: `# span 3 4.0.0..` where 3 stands for these releases,
and `# words …` for names whose numbers count from 0 on, as kb.core.versions.words does; and instead of blanks, each
line begins with one digit or letter that says how many. `manage.py scan_releases --show` prints it in full.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from kb.core.versions.model import Release
from kb.core.versions.words import Words, choose_words, read_words

FORMAT = "# tracefix history 3"
_OPEN = "**"
_WORDS = "# words "
_SHORT = "# short"  # with numbers for what comes often
_OPENABLE = ("/", ":")
_LARGE = 20_000  # characters of a file in which what comes often has numbers

_A_LINE = 20  # releases
_LEVELS = "0123456789abcdefghijklmnopqrstuvwxyz"
_BLANKS = {sign: " " * level for level, sign in enumerate(_LEVELS)} | {"": ""}

_Row = tuple[int, str, str, str]  # a level, and the columns of a line: a name, its life, what to use instead


@dataclass(slots=True, eq=False)
class Node:
    """A name in the tree. `mask` has a bit for each release that was read, the oldest lowest.

    `grow` reads what it holds out of a file when that is first asked for: an answer needs few of a package's names.
    """

    name: str
    sign: str  # one of / : () ()+ = < > and "" for an attribute
    mask: int
    parent: "Node | None" = None
    now: str | None = None
    target: str = ""  # of < and >
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
        """Read the names below it, unless they were read before."""
        if self.grow is not None:
            grow, self.grow = self.grow, None
            grow(self)

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


def join(above: str, label: str) -> str:
    """The full name of a label below another name. An argument follows its callable in parentheses."""
    return f"{above}.{label}" if above and not label.startswith("(") else above + label


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

    def number(self, number: str, text: str) -> None:
        """Let a number stand for a text."""
        self._known[number] = self.read(text)

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
class Drawing:
    """A file of history/, read: the package, the modules it brings, its releases and the tree of its names."""

    package: str
    imports: tuple[str, ...]
    releases: tuple[Release, ...]
    roots: tuple[Node, ...]
    named: Callable[[str], Sequence[Node]] = field(default=lambda name: (), repr=False, compare=False)  # of a file read


def draw(drawing: Drawing, *, in_full: bool = False) -> str:
    """The text of a file: the same bytes for the same names. `in_full`: without numbers for what comes often."""
    spans = SpansText(release.version for release in drawing.releases if release.read)
    head = [FORMAT, f"# package {drawing.package}", f"# imports {' '.join(drawing.imports)}"]
    rows = [row for root in sorted(drawing.roots, key=_order) for row in _lines(root, 0, spans.whole, spans)]
    levels: Mapping[int, str] = dict(enumerate(_BLANKS.values()))
    is_large = sum(level + len(token) + len(life) for level, token, life, _ in rows) > _LARGE
    if in_full or not is_large:
        head += _releases(drawing.releases, 1)
    else:
        head += _releases(drawing.releases, _A_LINE)
        rows = _number(rows, head)
        levels = dict(enumerate(_LEVELS))
    lines = (levels[level] + "\t".join(columns).rstrip("\t") for level, *columns in rows)
    return "\n".join([*head, *lines]) + "\n"


def _releases(releases: Sequence[Release], together: int) -> Iterator[str]:
    """The head's lines that list the releases, `together` of them per line unless a release has a mark."""
    waiting: list[str] = []
    for release in releases:
        marks = " yanked" * release.yanked + " unread" * (not release.read)
        if waiting and (marks or len(waiting) == together):
            yield f"# releases {' '.join(waiting)}" if together > 1 else f"# release {waiting[0]}"
            waiting = []
        if marks:
            yield f"# release {release.version}{marks}"
        else:
            waiting.append(release.version)
    if waiting:
        yield f"# releases {' '.join(waiting)}" if together > 1 else f"# release {waiting[0]}"


def _number(rows: Sequence[_Row], head: list[str]) -> list[_Row]:
    """The rows with numbers in place of frequent lives and names. The meaning of each number is added to the head."""
    often = Counter(life for _, _, life, _ in rows if life)
    repeated = sorted((life for life, times in often.items() if times > 1), key=lambda life: (-often[life], life))
    numbers = {life: str(number) for number, life in enumerate(repeated)}
    words = choose_words([token for _, token, _, _ in rows])
    head.append(_SHORT)
    head += [f"# span {number} {life}" for life, number in numbers.items()]
    head += [_WORDS + line for line in words.lines()]
    return [(level, words.shorten(token), numbers.get(life, life), now) for level, token, life, now in rows]


def _lines(node: Node, depth: int, above: int, spans: SpansText) -> Iterator[_Row]:
    """The rows of a name and of the names below it."""
    is_open = _is_open(node)
    children = [child for name, each in node.children.items() if not (is_open and name == _OPEN) for child in each]
    leaves: dict[tuple[str, int], list[str]] = {}  # sign and mask: the names
    others = []
    together = _together(children)
    doubled = _find_doubled(node)
    twins = _find_doubled(node.parent) if node.parent is not None and node.name == "__init__" else ()
    for child in sorted(children, key=_order):
        if child.name in doubled and not child.sign:
            continue
        mark = together.get(id(child))
        if mark is None:
            others.append(child)
        else:
            is_both = child.sign == "=" and child.name in twins
            leaves.setdefault((mark, child.mask), []).append(child.name + "." * is_both)
    inline = leaves.pop(("(", node.mask), []) if node.sign in ("()", "()+") else []
    token = f"{node.name}({' '.join(inline)}){node.sign[2:]}" if node.sign in ("()", "()+") else _token(node)
    yield _line(depth, token, "" if node.mask == above else spans.write(node.mask), node.now)
    for base in node.bases:
        yield from _lines(base, depth + 1, node.mask, spans)
    for (mark, mask), names in sorted(leaves.items()):
        yield _line(depth + 1, f"{mark} {' '.join(names)}", "" if mask == node.mask else spans.write(mask), None)
    for child in others:
        yield from _lines(child, depth + 1, node.mask, spans)


def _together(children: Sequence[Node]) -> dict[int, str]:
    """The names that share a line with others, and its sign; functions with arguments only if there are several."""
    marks = [(_group(child), child.mask) for child in children]
    times = Counter(marks)
    return {
        id(child): mark
        for child, (mark, mask) in zip(children, marks, strict=True)
        if mark is not None and (times[mark, mask] > 1 or mark in ("(", "()") or not mark.startswith("("))
    }


def _line(depth: int, token: str, life: str, now: str | None) -> _Row:
    return depth, token, life, now or ""


def _is_open(node: Node) -> bool:
    """Whether a module or a class may have any name for as long as it lives."""
    marks = node.children.get(_OPEN, ())
    return node.sign in _OPENABLE and len(marks) == 1 and (marks[0].sign, marks[0].mask) == ("=", node.mask)


def _group(node: Node) -> str | None:
    """The sign of the line that a name shares with others; None if it needs its own."""
    if node.bases or node.now:
        return None
    if node.sign == "()" and node.name != "__init__" and _is_plain(node):
        return f"({' '.join(sorted(node.children))})"
    if node.children:
        return node.sign + "*" if _is_open(node) and len(node.children) == 1 else None
    if node.sign == ">":
        if not node.target:
            return ">"
        return ">" + _near(node)[: -len(node.name)] if node.target.endswith("." + node.name) else None
    return {"": ".", "=": "(", "()": "()", ":": ":", "/": "/"}.get(node.sign)


def _is_plain(function: Node) -> bool:
    """Whether every argument of a function lives as long as the function."""
    return all((each.sign, each.mask, each.now) == ("=", function.mask, None) for each in function.inner)


def _near(node: Node) -> str:
    """A target as it is written: `~.` for its own module, `^.` for the package of that."""
    own = _module(node.parent)
    above = own.rpartition(".")[0]
    if own and node.target.startswith(own + "."):
        return "~" + node.target[len(own) :]
    return "^" + node.target[len(above) :] if above and node.target.startswith(above + ".") else node.target


def _far(target: str, holder: Node | None) -> str:
    """A target as it is meant."""
    own = _module(holder) if target[:1] in "~^" else ""
    return {"~": own, "^": own.rpartition(".")[0]}.get(target[:1], target[:1]) + target[1:]


def _module(holder: Node | None) -> str:
    """The module that a name is in, from the root on: `.models.llama`."""
    names = []
    while holder is not None and holder.parent is not None:
        names += [holder.name] if holder.sign == "/" else []
        holder = holder.parent
    return "".join("." + name for name in reversed(names))


def _find_doubled(node: Node) -> frozenset[str]:
    """The attributes of a class that its constructor takes, too, in the same releases: they are written once."""
    if node.sign != ":":
        return frozenset()
    found = set()
    for constructor in node.children.get("__init__", ()):
        for children in constructor.children.values():
            for argument in children:
                twins = node.children.get(argument.name, ())
                wanted = ("", argument.mask, None, None)
                if [(twin.sign, twin.mask, twin.now, argument.now) for twin in twins] == [wanted]:
                    found.add(argument.name)
    return frozenset(found)


def _order(node: Node) -> tuple[str, str, str]:
    return node.name, node.sign, node.target


def _token(node: Node) -> str:
    if node.sign == "<":
        return "<" + _near(node)
    if node.sign == ">":
        return f"{node.name}>{_near(node)}"
    return node.name + node.sign + "*" * _is_open(node)


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
    words = [each for line in lines[:start] if line.startswith(_WORDS) for each in line[len(_WORDS) :].split(" ")]
    inner = lines[start:]
    if _SHORT in lines[:start]:
        inner = [_BLANKS[line[:1]] + line[1:] for line in inner]
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
        node.add(Node(_OPEN, "=", node.mask))
    return node


def _argument(name: str, mask: int, function: Node) -> Node:
    """A node for an argument. In a constructor, an argument with a dot is also an attribute of the class."""
    if name.endswith(".") and function.parent is not None:
        name = name[:-1]
        function.parent.add(Node(name, "", mask))
    return Node(name, "=", mask)
