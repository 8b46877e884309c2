"""Write the tree of a package's names as the text of history/<package>.tsv."""

from collections.abc import Iterator

from tracefix.versions.history_format import CUT, FORMAT, OPEN, SEEN
from tracefix.versions.tree import Node, PackageHistory, SpansText


def format_history(history: PackageHistory) -> str:
    """The text of a package's file: the same bytes for the same names."""
    spans = SpansText(release.version for release in history.releases if release.read)
    head = [FORMAT, f"# package {history.package}", f"# imports {' '.join(history.imports)}"]
    for release in history.releases:
        head.append(f"# release {release.version}{' yanked' * release.yanked}{' unread' * (not release.read)}")
    lines = (line for root in sorted(history.roots, key=_by_name) for line in _lines(root, 0, spans.whole, spans))
    return "\n".join([*head, *lines]) + "\n"


def _lines(node: Node, depth: int, above: int, spans: SpansText) -> Iterator[str]:
    """The lines of a name and of the names below it; `above` has the releases of the name that holds it."""
    inline: list[Node] = []
    below: list[Node] = []
    for child in sorted(node.inner, key=_by_name):
        is_like_it = (child.mask, child.replacement, child.is_seen) == (node.mask, None, False)
        is_inline = node.sign.startswith("(") and is_like_it
        (inline if is_inline else below).append(child)
    life = "" if node.mask == above else spans.write(node.mask)
    columns = (_token(node, [child.name for child in inline]), life, node.replacement or "")
    yield " " * depth + "\t".join(columns).rstrip("\t")
    for child in (*node.bases, *below):
        yield from _lines(child, depth + 1, node.mask, spans)


def _token(node: Node, arguments: list[str]) -> str:
    if node.sign.startswith("("):
        return f"{node.name}({', '.join(arguments)}){node.sign[2:]}"
    if node.sign == "<":
        return node.sign + node.target
    if node.sign == ">":
        is_same = node.target.endswith(f".{node.name}")
        return f"{node.name}>{node.target.removesuffix(node.name) if is_same else node.target}"
    return node.name if node.name in (CUT, OPEN) else node.name + node.sign + SEEN * node.is_seen


def _by_name(node: Node) -> str:
    """The order of lines. Several nodes of one name stay as they are: where they disagree, the first one counts."""
    return node.name
