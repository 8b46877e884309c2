"""The text of history/<package>.tsv, and the tree of names that it draws.

One line a name, one blank of indentation a level. The sign behind a name says what it is:

    transformers/           a module            TrainingArguments:   a class
     get_scheduler()        a function          __init__()+          a constructor made of the fields, bases' too
       lr=                  an argument         **=                  takes any argument; in a module or class: any name
      output_dir            an attribute        <.trainer.Trainer    a base class, its names count
     Trainer>.trainer.      the same name in another module         nn>   something of another package

Targets begin with a dot for the module at the root: `.trainer.Trainer` is transformers.trainer.Trainer. Where one ends
with a dot, the name itself follows.

A tab, then the releases that have it, as `4.0.0..4.45.2,4.47.0..`; nothing where it lives as long as what holds it.
A second tab, then what to use instead.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby

from kb.core.versions.model import Release

FORMAT = "# tracefix history 1"


@dataclass(slots=True, eq=False)
class Node:
    """A name in the tree. `mask` has a bit for each release that was read, the oldest lowest."""

    name: str
    sign: str  # one of / : () ()+ = < > and "" for an attribute
    mask: int
    parent: "Node | None" = None
    now: str | None = None
    target: str = ""  # of < and >
    children: "dict[str, list[Node]]" = field(default_factory=dict)
    bases: "list[Node]" = field(default_factory=list)

    def add(self, child: "Node") -> None:
        """Hang a name below this one."""
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
    def path(self) -> str:
        """The whole name."""
        above = self.parent.path if self.parent is not None else ""
        return join(above, self.label)


def join(above: str, label: str) -> str:
    """A name below another; an argument stands in parentheses behind what takes it."""
    return f"{above}.{label}" if above and not label.startswith("(") else above + label


class SpansText:
    """Masks as text and back, for one list of releases that were read."""

    def __init__(self, versions: Iterable[str]) -> None:
        self.versions = tuple(versions)
        self._places = {version: place for place, version in enumerate(self.versions)}
        self._known: dict[str, int] = {}

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
        newest = len(self.versions) - 1
        return ",".join(
            self.versions[first] + ".." + ("" if last == newest else self.versions[last])
            for first, last in self.runs(mask)
        )

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


def draw(drawing: Drawing) -> str:
    """The text of a file: the same bytes for the same names."""
    spans = SpansText(release.version for release in drawing.releases if release.read)
    lines = [FORMAT, f"# package {drawing.package}", f"# imports {' '.join(drawing.imports)}"]
    for release in drawing.releases:
        marks = " yanked" * release.yanked + " unread" * (not release.read)
        lines.append(f"# release {release.version}{marks}")
    for root in sorted(drawing.roots, key=_order):
        lines.extend(_lines(root, 0, spans.whole, spans))
    return "\n".join(lines) + "\n"


def _lines(node: Node, depth: int, above: int, spans: SpansText) -> Iterator[str]:
    columns = [" " * depth + _token(node), "" if node.mask == above else spans.write(node.mask), node.now or ""]
    yield "\t".join(columns).rstrip("\t")
    for base in node.bases:
        yield from _lines(base, depth + 1, node.mask, spans)
    for child in sorted((child for each in node.children.values() for child in each), key=_order):
        yield from _lines(child, depth + 1, node.mask, spans)


def _order(node: Node) -> tuple[str, str, str]:
    return node.name, node.sign, node.target


def _token(node: Node) -> str:
    if node.sign == "<":
        return "<" + node.target
    if node.sign == ">":
        target = node.target
        return (
            f"{node.name}>{target[: -len(node.name)]}" if target.endswith(f".{node.name}") else f"{node.name}>{target}"
        )
    return node.name + node.sign


def undraw(text: str) -> Drawing:
    """The tree of a file's text."""
    lines = text.split("\n")
    package, imports, releases = "", [], []
    start = 1
    for start, line in enumerate(lines):  # noqa: B007 - where the tree starts
        if not line.startswith("#"):
            break
        word, *values = line[2:].split(" ")
        if word == "package":
            package = values[0]
        elif word == "imports":
            imports = values
        elif word == "release":
            releases.append(Release(values[0], "yanked" in values[1:], "unread" not in values[1:]))
    spans = SpansText(release.version for release in releases if release.read)
    return Drawing(package, tuple(imports), tuple(releases), tuple(_grow(lines[start:], spans)))


def _grow(lines: Iterable[str], spans: SpansText) -> list[Node]:
    roots: list[Node] = []
    branch: list[Node] = []  # the holders of the line that is read
    for line in lines:
        token = line.lstrip(" ")
        if not token:
            continue
        depth = len(line) - len(token)
        del branch[depth:]
        node = _node(token.split("\t"), branch[-1].mask if branch else spans.whole, spans)
        if branch:
            branch[-1].add(node)
        else:
            roots.append(node)
        branch.append(node)
    return roots


def _node(columns: list[str], above: int, spans: SpansText) -> Node:
    token = columns[0]
    mask = spans.read(columns[1]) if len(columns) > 1 and columns[1] else above
    now = columns[2] if len(columns) > 2 else None
    if token.startswith("<"):
        return Node("<", "<", mask, now=now, target=token[1:])
    if ">" in token:
        name, target = token.split(">", 1)
        return Node(name, ">", mask, now=now, target=target + name if target.endswith(".") else target)
    for sign in ("/", ":", "()", "()+", "="):
        if token.endswith(sign):
            return Node(token[: -len(sign)], sign, mask, now=now)
    return Node(token, "", mask, now=now)
