"""Reduce the history of a package with thousands of classes to an outline.

Of models: that a model's class is there, how it is made and called, and what it has from classes that are no models.
Of engines and clients: what the package itself hands on is kept whole, and of all else only that it is there.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from authoring.release_scanner.inheritance import Homes
from tracefix.versions.history_format import CUT, OPEN
from tracefix.versions.tree import Node, union

_CALLED = ("__init__", "__call__", OPEN)
_FOLDERS = ("models", "pipelines", "modular_pipelines")
_WHOLE = "auto"  # transformers.AutoModel and its like, which are no models of their own
_OTHER_FRAMEWORKS = ("TF", "Flax")
_DEEP = 4  # packages above a module that only those who write the package import from
_GENERATED = ("_pb2", "_pb2_grpc")
_DEEPEST = 8  # base classes of base classes


def outline(roots: Sequence[Node]) -> None:
    """Cut what is below models/ and pipelines/.

    Of folders there, only classes are kept: with the arguments of their constructor and their call, and what they
    inherit, where the package itself hands them on. All else may be there: whatever was cut is not known, never "in no
    release".
    """
    handed = _handed_on(roots)
    folders = list(_folders(roots))
    bases = _Bases(Homes(roots), handed, [node for folder in folders for node in _classes(folder)])
    inherited = dict(bases.outlines())
    for folder in folders:
        _cut(folder, handed, inherited)


def outline_inner(roots: Sequence[Node], whole: Collection[str]) -> None:
    """Of what a package does not hand on itself, keep that it is there: classes, functions and values that are not
    private, but no more than the modules where those lie deep or are generated. What modules import for themselves is
    not kept.

    All else may be there, as below models/; but what is kept is kept in all releases.
    """
    handed = _handed_on_by_root(roots)
    waiting = list(roots)
    while waiting:
        module = waiting.pop()
        inner = [child for child in module.inner if child.sign == "/"]
        waiting += (child for child in inner if child.path not in whole)
        is_package = bool(inner) or module.parent is None
        kept: dict[str, list[Node]] = {}
        is_deep = module.path.count(".") >= _DEEP or module.name.endswith(_GENERATED)
        own = {child.name for child in module.inner if child.sign != ">"}
        for child in module.inner:
            is_told = not (is_deep or child.name.startswith("_")) and (child.name in own or is_package)
            if is_told or child.sign == "/" or child.path in handed or child.name == OPEN:
                kept.setdefault(child.name, []).append(child)
            if child.sign in (":", "()", "()+") and child.path not in handed:
                _drop_members(child)
        if sum(map(len, kept.values())) < len(module.inner):
            kept[CUT] = [Node(CUT, "=", module.mask, module)]
        module.children = kept


def _drop_members(node: Node) -> None:
    """Keep the name of a class or function, drop its members."""
    node.bases.clear()
    node.children = {OPEN: [Node(OPEN, "=", node.mask, node)]} if node.sign == ":" else {}
    node.sign = node.sign if node.sign in (":", ">") else ""


def follow(nodes: Iterable[Node], ways: Mapping[str, list[Node]]) -> set[str]:
    """The names that nodes stand for or build on, and those on the way to them; `ways` has the nodes of each name."""
    found: set[str] = set()
    waiting = list(nodes)
    while waiting:
        target = waiting.pop().whole_target
        if target and target not in found:
            found.add(target)
            waiting += ways.get(target, ())
    return found


def _handed_on_by_root(roots: Sequence[Node]) -> set[str]:
    """The names that can be imported from the package itself, what they build on, and the way to them."""
    ways: dict[str, list[Node]] = {}
    modules = list(roots)
    for module in modules:  # it grows
        for node in module.inner:
            if node.sign == "/":
                modules.append(node)
            else:
                ways.setdefault(node.path, []).extend((node, *node.bases))
    found = {node.path for root in roots for node in root.inner if node.sign != "/"}
    return found | follow((node for path in found for node in ways[path]), ways)


def _folders(roots: Sequence[Node]) -> Iterator[Node]:
    for root in roots:
        for name in _FOLDERS:
            yield from (node for node in root.children.get(name, ()) if node.sign == "/")


def _is_of_models(path: str) -> bool:
    """Whether a name is in a folder below models/ or pipelines/, not in a module that stands there itself."""
    parts = path.split(".")
    return len(parts) > 3 and parts[1] in _FOLDERS and parts[2] != _WHOLE


def _is_module(folder: Node) -> bool:
    """Whether it stands directly below models/ and is no folder: that is kept whole."""
    return folder.path.count(".") == 2 and not any(child.sign == "/" for child in folder.inner)


def _handed_on(roots: Sequence[Node]) -> set[str]:
    """The names below models/ and pipelines/ that modules elsewhere hand on or build on, and the way to them."""
    inside: dict[str, list[Node]] = {}
    waiting = [node for root in roots for node in root.inner if node.name not in _FOLDERS]
    within = list(_folders(roots))
    while within:
        node = within.pop()
        if node.sign == ">":
            inside.setdefault(node.path, []).append(node)
        elif node.sign == "/":
            if _is_module(node) or node.path.endswith("." + _WHOLE):
                waiting.append(node)
            else:
                within += node.inner
    for node in waiting:  # it grows
        waiting += (*node.bases, *node.inner)
    return follow(waiting, inside)


_Found = tuple[Node, int]  # a name, and the releases in which it is the one that is meant
_Outline = tuple[list[Node], list[Node]]  # the base classes, and of the class itself what one of those has, too


def _classes(folder: Node) -> Iterator[Node]:
    """The classes of models."""
    if folder.name == _WHOLE or _is_module(folder):
        return
    for child in folder.inner:
        if child.sign == "/":
            yield from _classes(child)
        elif child.sign == ":" and _is_of_models(child.path):
            yield child


class _Bases:
    """The bases of the model classes, resolved before anything is cut."""

    def __init__(self, homes: Homes, handed: set[str], models: Sequence[Node]) -> None:
        self._homes = homes
        self._models = {id(node) for node in models}
        self._kept = [node for node in models if node.path in handed and not node.name.startswith(_OTHER_FRAMEWORKS)]
        self._ids = {id(node) for node in self._kept}

    def outlines(self) -> Iterator[tuple[int, _Outline]]:
        """The classes of which more is kept than their existence."""
        for node in self._kept:
            yield id(node), self._outline(node)

    def _outline(self, node: Node) -> _Outline:
        """The bases that are kept; of it and of all that is between, what those have, too, and not alike."""
        bases: dict[str, Node] = {}
        members: dict[str, list[_Found]] = {}
        for found, mask in [*((child, child.mask) for child in node.inner), *self._kept_ancestors(node, node.mask, 0)]:
            if mask and found.sign == ":" and found.parent is not node:
                target = found.path.removeprefix(found.root.name)
                bases.setdefault(target, Node("<", "<", 0, node, target=target)).mask |= mask
            elif mask and found.sign != "=" and found.name not in _CALLED:
                members.setdefault(found.name, []).append((found, mask))
        outlined = Node(node.name, ":", node.mask, node.parent)
        outlined.bases.extend(bases.values())
        return list(bases.values()), [
            Node(name, "", union(within for _, within in found), replacement=_replacement(found))
            for name, found in members.items()
            if self._is_told(outlined, name, found)
        ]

    def _kept_ancestors(self, node: Node, where: int, depth: int) -> Iterator[_Found]:
        """The nearest ancestors of a class that are kept, and the members of those between, which are cut."""
        for base in node.bases if depth < _DEEPEST else ():
            for home, within in self._homes.find_named(base.whole_target, where & base.mask, 0):
                if id(home) not in self._models or id(home) in self._ids:
                    yield home, within
                else:
                    yield from ((child, child.mask & within) for child in home.inner if child.sign != ":")
                    yield from self._kept_ancestors(home, within, depth + 1)

    def _is_told(self, outlined: Node, name: str, found: Sequence[_Found]) -> bool:
        """Whether a base that is no model has a name, which a class therefore is known to have: otherwise than this."""
        if all(self._homes.has_base_the_same(outlined, node) for node, _ in found):
            return False
        others = self._homes.find_inherited(outlined, name, outlined.mask)
        return any(id(child.parent) not in self._models for child, _ in others)


def _replacement(found: Sequence[_Found]) -> str | None:
    return next((node.replacement for node, _ in found if node.replacement), None)


def _cut(folder: Node, handed: set[str], inherited: dict[int, _Outline]) -> None:
    """Cut what a folder below models/ holds."""
    if folder.name == _WHOLE:
        _forget_imports(folder)
        return
    if _is_module(folder):
        return
    kept: dict[str, list[Node]] = {}
    is_deep = _is_of_models(folder.path + ".x")
    classes = {child.name for child in folder.inner if child.sign == ":"}  # or what was one, in another release
    for child in folder.inner:
        is_told = child.path in handed if child.sign == ">" else child.sign in ("/", ":") or not is_deep
        if not is_told and child.name not in classes:
            continue
        if child.sign == "/":
            _cut(child, handed, inherited)
        elif child.sign == ":" and is_deep:
            _cut_class(child, inherited.get(id(child)))
        elif not is_told:
            _drop_members(child)
        kept.setdefault(child.name, []).append(child)
    if is_deep or sum(map(len, kept.values())) < len(folder.inner):
        kept[OPEN] = [Node(OPEN, "=", folder.mask, folder)]
    folder.children = kept


def _forget_imports(folder: Node) -> None:
    """Take from modules what they import for themselves, but for what was theirs in another release."""
    inner = [child for child in folder.inner if child.sign == "/"]
    for module in inner:
        _forget_imports(module)
    if inner:
        return
    kept = {name: found for name, found in folder.children.items() if any(child.sign != ">" for child in found)}
    if len(kept) < len(folder.children):
        folder.children = {**kept, CUT: [Node(CUT, "=", folder.mask, folder)]}


def _cut_class(node: Node, inherited: _Outline | None) -> None:
    if inherited is None:  # that it is there is all that is said
        node.sign = ""
        node.children = {}
        node.bases.clear()
        return
    node.children = {name: found for name, found in node.children.items() if name in _CALLED}
    for callables in node.children.values():
        for each in callables:
            forget_taken(each)
    node.children[OPEN] = [Node(OPEN, "=", node.mask, node)]
    node.bases.clear()
    bases, members = inherited
    for each in (*bases, *members):
        node.add(each)


def forget_taken(function: Node) -> None:
    """Drop arguments in the releases in which the function takes any argument: none can be unexpected there."""
    anything = union(node.mask for node in function.children.get(OPEN, ()))
    for name, found in list(function.children.items()):
        kept = [node for node in found if name == OPEN or node.sign != "=" or node.replacement or node.mask & ~anything]
        if kept:
            function.children[name] = kept
        else:
            del function.children[name]
