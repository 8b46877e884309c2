"""Put together what each Python says of its standard library."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from packaging.version import Version

from tracefix.versions.history_format import OPEN
from tracefix.versions.model import STANDARD_LIBRARY, Release
from tracefix.versions.tree import Node, PackageHistory

_UNREAD = ("3.0", "3.1", "3.2", "3.3", "3.4", "3.5")  # no such Python is to be had any more
_BROWSER = "browser-"  # begins the file of a Python for the browser

_Key = tuple[str, str, str]  # label, sign and target of a name
Tree: TypeAlias = dict[_Key, "Tree"]


def read_folder(folder: Path) -> PackageHistory:
    """The history in the files that run_time_names.py printed: `3.13.json`, one for each release.

    A release of which there is only a Python for the browser lacks what no browser can do. So it has the names of the
    release before, but for those that differ between the Pythons for the browser of both.
    """
    trees = {path.stem: _read_tree(path) for path in folder.glob("*.json")}
    browsers = [Version(stem.removeprefix(_BROWSER)) for stem in trees if stem.startswith(_BROWSER)]
    for newer in sorted(version for version in browsers if str(version) not in trees):
        older = max(version for version in browsers if version < newer)
        pair = trees[f"{_BROWSER}{older}"], trees[f"{_BROWSER}{newer}"]
        trees[str(newer)] = apply_difference(trees[str(older)], *pair)
    return merge({stem: tree for stem, tree in trees.items() if not stem.startswith(_BROWSER)})


def merge(trees: Mapping[str, Tree]) -> PackageHistory:
    """The history of releases, each with its tree of names."""
    versions = sorted({*trees, *_UNREAD}, key=Version)
    releases = tuple(Release(version, read=version in trees) for version in versions)
    top = Node("", "/", 0)
    for place, version in enumerate(version for version in versions if version in trees):
        _add(top, trees[version], 1 << place)
    roots = tuple(top.inner)
    for root in roots:
        root.parent = None
    return PackageHistory(STANDARD_LIBRARY, tuple(sorted(root.name for root in roots)), releases, roots)


def apply_difference(tree: Tree, before: Tree, after: Tree) -> Tree:
    """The names of a tree, less those that only `before` has, and with those that only `after` has."""
    if (OPEN, "=", "") in after:  # what it has cannot be seen
        return tree
    kept = {key: inner for key, inner in tree.items() if key in after or key not in before}
    changed = {key: apply_difference(inner, before.get(key, {}), after.get(key, {})) for key, inner in kept.items()}
    return {**changed, **{key: inner for key, inner in after.items() if key not in before and key not in tree}}


def _read_tree(path: Path) -> Tree:
    tree: Tree = {}
    for name, entries in json.loads(path.read_text(encoding="utf-8"))["modules"].items():
        module = tree
        for label in name.split("."):
            module = module.setdefault((label, "/", ""), {})
        module.update(_tree_of(entries))
    return tree


def _tree_of(entries: Iterable[list[Any]]) -> Tree:
    return {(label, sign, target): _tree_of(inner) for label, sign, target, inner in entries}


def _add(parent: Node, tree: Tree, mask: int) -> None:
    for (label, sign, target), inner in tree.items():
        siblings = parent.bases if sign == "<" else parent.children.get(label, [])
        node = next((each for each in siblings if (each.sign, each.target) == (sign, target)), None)
        if node is None:
            node = Node(label, sign, 0, target=target)
            parent.add(node)
        node.mask |= mask
        _add(node, inner, mask)
