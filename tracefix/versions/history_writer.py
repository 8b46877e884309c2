"""Write the tree of a package's names as the text of history/<package>.tsv."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from tracefix.versions.history_format import BLANKS, FORMAT, LEVELS, OPEN, SHORT, WORDS
from tracefix.versions.model import Release
from tracefix.versions.tree import Drawing, Node, SpansText, module_of
from tracefix.versions.words import choose_words

_OPENABLE = ("/", ":")
_LARGE = 20_000  # characters of a file in which what comes often has numbers
_A_LINE = 20  # releases

_Row = tuple[int, str, str, str]  # a level, and the columns of a line: a name, its life, what to use instead


def draw(drawing: Drawing, *, in_full: bool = False) -> str:
    """The text of a file: the same bytes for the same names. `in_full`: without numbers for what comes often."""
    spans = SpansText(release.version for release in drawing.releases if release.read)
    head = [FORMAT, f"# package {drawing.package}", f"# imports {' '.join(drawing.imports)}"]
    rows = [row for root in sorted(drawing.roots, key=_order) for row in _lines(root, 0, spans.whole, spans)]
    levels: Mapping[int, str] = dict(enumerate(BLANKS.values()))
    is_large = sum(level + len(token) + len(life) for level, token, life, _ in rows) > _LARGE
    if in_full or not is_large:
        head += _releases(drawing.releases, 1)
    else:
        head += _releases(drawing.releases, _A_LINE)
        rows = _number(rows, head)
        levels = dict(enumerate(LEVELS))
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
    head.append(SHORT)
    head += [f"# span {number} {life}" for life, number in numbers.items()]
    head += [WORDS + line for line in words.lines()]
    return [(level, words.shorten(token), numbers.get(life, life), now) for level, token, life, now in rows]


def _lines(node: Node, depth: int, above: int, spans: SpansText) -> Iterator[_Row]:
    """The rows of a name and of the names below it."""
    is_open = _is_open(node)
    children = [child for name, each in node.children.items() if not (is_open and name == OPEN) for child in each]
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
    marks = node.children.get(OPEN, ())
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
    """The target as written: `~.` for its own module, `^.` for the package of that module."""
    own = module_of(node.parent)
    above = own.rpartition(".")[0]
    if own and node.target.startswith(own + "."):
        return "~" + node.target[len(own) :]
    return "^" + node.target[len(above) :] if above and node.target.startswith(above + ".") else node.target


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
