"""The facts of many releases woven into one tree of names, each with the releases that have it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kb.core.versions.model import Release
from kb.core.versions.scanning.modules import ModuleFile
from kb.core.versions.tree import Drawing, Node

_Entry = list[Any]  # as facts.Scope.dump() writes it
_OPEN = "**"
_ADDING = "validate_hf_hub_args"
_CALLED = ("__init__", "__call__", _OPEN)
_PACKAGES_OF_MODELS = ("transformers", "diffusers")  # of thousands of classes
_FOLDERS_OF_MODELS = ("models", "pipelines", "modular_pipelines")
_WHOLE = "auto"  # transformers.AutoModel and its like, which are no models of their own
_STAND_INS = ".dummy_"  # modules of classes that only say what is not installed


class Weaver:
    """Takes the files of the releases that were read, and makes the tree."""

    def __init__(self, package: str, releases: Sequence[Release]) -> None:
        self.package = package
        self.releases = tuple(releases)
        self._modules: dict[str, Node] = {}
        self._files: dict[str, list[tuple[int, list[Any]]]] = {}  # module -> its different files

    def weave(
        self, files: Mapping[tuple[str, str], tuple[ModuleFile, int]], facts: Mapping[str, list[Any] | None]
    ) -> Drawing:
        """The drawing of all files: each by path and key, with the releases that have it."""
        stubbed: dict[str, int] = {}
        for file, mask in files.values():
            if file.is_stub:
                stubbed[file.place.module] = stubbed.get(file.place.module, 0) | mask
        for (_, key), (file, mask) in files.items():
            module = self._module(file.place.module, mask)
            known = facts.get(key)
            if file.is_binary:
                _merge(module, [_OPEN, "=", ""], mask)
            elif known is not None:
                for entry in known[0]:
                    _merge(module, entry, mask)
                self._files.setdefault(file.place.module, []).append((mask, known))
        for name in sorted(self._files):
            self._take_stars(name)
        for name, mask in stubbed.items():
            _close(self._modules[name], mask)
        self._know_torch()
        self._know_tokens()
        roots = tuple(node for name, node in sorted(self._modules.items()) if "." not in name)
        if self.package in _PACKAGES_OF_MODELS:
            handed = _handed_on(roots)
            for folder in _folders_of_models(roots):
                _cut(folder, handed)
        _prune(roots, _referenced(roots))
        return Drawing(self.package, _imports(roots), self.releases, roots)

    def _module(self, name: str, mask: int) -> Node:
        """The node of a module, which its packages have, too."""
        node = self._modules.get(name)
        above, _, last = name.rpartition(".")
        parent = self._module(above, mask) if above else None
        if node is None:
            node = self._modules[name] = Node(last, "/", 0)
            if parent is not None:
                parent.add(node)
        node.mask |= mask
        return node

    def _take_stars(self, name: str) -> None:
        """`from .x import *`, and transformers' walk through a folder, written out."""
        module = self._modules[name]
        for mask, (_, stars, deep_stars, exports, deleted) in self._files[name]:
            for star in (star for star in stars if _STAND_INS not in star):
                for label, within in self._public(star, mask, {name}):
                    if label not in deleted:
                        _alias(module, label, star, within)
            for label in exports or ():  # of compiled modules, at least what is said to be there
                if not label.startswith("_") and label.isidentifier():
                    _merge(module, [label, "", ""], mask & ~_covered(module, label))
            for folder in deep_stars:
                for inner in self._below(folder):
                    for other_mask, (_, _, _, inner_exports, _) in self._files[inner]:
                        for label in inner_exports or ():
                            _alias(module, label, inner, mask & other_mask)

    def _below(self, folder: str) -> Iterator[str]:
        return (name for name in sorted(self._files) if name.startswith(folder + "."))

    def _public(self, name: str, mask: int, seen: set[str]) -> Iterator[tuple[str, int]]:
        """What a module hands to whom takes all of it, and in which releases."""
        if name in seen or not mask:
            return
        if name not in self._files:
            yield _OPEN, mask  # a compiled module, or one that is not there
        for other_mask, (entries, stars, _, exports, _) in self._files.get(name, ()):
            within = mask & other_mask
            if not within:
                continue
            labels = exports if exports is not None else [entry[0] for entry in entries if not entry[0].startswith("_")]
            for label in dict.fromkeys(labels):
                if label.startswith("*") and label != _OPEN:
                    yield from self._public(label[1:], within, seen | {name})
                else:
                    yield label, within
            if exports is None:
                for star in stars:
                    yield from self._public(star, within, seen | {name})

    def _know_torch(self) -> None:
        """torch gives itself, in a loop, every function of torch._C._VariableFunctions."""
        functions = self._modules.get("torch._C._VariableFunctions")
        root = self._modules.get("torch")
        for children in list(functions.children.values()) if functions and root else ():
            for child in children:
                if root and child.sign == "()":
                    _alias(root, child.name, "torch._C._VariableFunctions", child.mask)

    def _know_tokens(self) -> None:
        """huggingface_hub's decorator takes `use_auth_token` for each function that has `token`."""
        means = self._modules.get("huggingface_hub.utils._validators")
        shims = means.children.get("smoothly_deprecate_use_auth_token", []) if means else []
        waiting = list(self._modules.values())
        while waiting:
            node = waiting.pop()
            waiting += (child for each in node.children.values() for child in each if child.sign != "/")
            for mark in node.children.pop(_ADDING, []) if node.sign == "()" else ():
                for token in node.children.get("token", []) if shims else ():
                    mask = mark.mask & token.mask & shims[0].mask
                    _merge(node, ["use_auth_token", "=", "", "token", []], mask)


def _close(module: Node, mask: int) -> None:
    """A module with a stub has the names that the stub lists, however they are made."""
    for node in module.children.get(_OPEN, []):
        node.mask &= ~mask
    if all(not node.mask for node in module.children.get(_OPEN, [])):
        module.children.pop(_OPEN, None)


def _covered(module: Node, label: str) -> int:
    """The releases in which a module is known to have a name."""
    mask = 0
    for node in module.children.get(label, ()):
        mask |= node.mask
    return mask


def _alias(module: Node, label: str, source: str, mask: int) -> None:
    if label == _OPEN:
        _merge(module, [_OPEN, "=", ""], mask)
    elif label.isidentifier() and not label.startswith("__"):
        _merge(module, [label, ">", source.removeprefix(module.root.name) + "." + label], mask)


def _merge(parent: Node, entry: _Entry, mask: int) -> None:
    if not mask:
        return
    name, sign, target = entry[:3]
    siblings = parent.bases if sign == "<" else parent.children.get(name, [])
    node = next((each for each in siblings if each.sign == sign and each.target == target), None)
    if node is None:
        node = Node(name, sign, 0, target=target)
        parent.add(node)
    if len(entry) > 3:
        if entry[3] and (node.now is None or mask > node.mask):
            node.now = entry[3]
        for below in entry[4]:
            _merge(node, below, mask)
    node.mask |= mask


def _imports(roots: Sequence[Node]) -> tuple[str, ...]:
    """The modules that are the package's own: google.protobuf, where `google` is everybody's."""
    names = []
    for root in roots:
        inner = [each for children in root.children.values() for each in children if each.sign == "/"]
        is_shared = root.name == "google" and len(inner) == 1
        names.append(f"{root.name}.{inner[0].name}" if is_shared else root.name)
    return tuple(sorted(names))


def _referenced(roots: Sequence[Node]) -> set[str]:
    """The names that another module hands on, or that a class builds on."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        node = waiting.pop()
        if node.target:
            found.add(node.root.name + node.target if node.target.startswith(".") else node.target)
        waiting += node.bases
        waiting += (child for children in node.children.values() for child in children)
    return found


def _folders_of_models(roots: Sequence[Node]) -> Iterator[Node]:
    for root in roots:
        for name in _FOLDERS_OF_MODELS:
            yield from (node for node in root.children.get(name, ()) if node.sign == "/")


def _is_of_models(path: str) -> bool:
    """Whether a name is in a folder below models/ or pipelines/, not in a module that stands there itself."""
    parts = path.split(".")
    return len(parts) > 3 and parts[1] in _FOLDERS_OF_MODELS and parts[2] != _WHOLE


def _handed_on(roots: Sequence[Node]) -> set[str]:
    """The names below models/ and pipelines/ that modules elsewhere hand on or build on, and the way to them."""
    found: set[str] = set()
    waiting = [node for root in roots for node in _inner(root) if node.name not in _FOLDERS_OF_MODELS]
    inside: dict[str, list[Node]] = {}
    within = list(_folders_of_models(roots))
    while within:
        node = within.pop()
        if node.sign == ">":
            inside.setdefault(node.path, []).append(node)
        elif node.sign == "/":
            is_plain = node.path.count(".") == 2 and not any(child.sign == "/" for child in _inner(node))
            if is_plain or node.path.endswith("." + _WHOLE):
                waiting.append(node)
            else:
                within += _inner(node)
    while waiting:
        node = waiting.pop()
        target = node.root.name + node.target if node.target.startswith(".") else node.target
        if target and target not in found:
            found.add(target)
            waiting += inside.get(target, ())
        waiting += (*node.bases, *_inner(node))
    return found


def _inner(node: Node) -> list[Node]:
    return [child for children in node.children.values() for child in children]


def _cut(folder: Node, handed: set[str]) -> None:
    """The cut of transformers and diffusers: of folders below models/ and pipelines/, only classes are kept, with the
    arguments of their constructor and their call where the package itself hands them on.

    All else may be there: whatever was cut is not known, never "in no release".
    """
    if folder.name == _WHOLE:
        return
    kept: dict[str, list[Node]] = {}
    is_deep = _is_of_models(folder.path + ".x")
    holds_modules = any(child.sign == "/" for child in _inner(folder))
    if folder.path.count(".") == 2 and not holds_modules:  # a module that is no folder
        return
    for child in _inner(folder):
        if child.sign == "/":
            _cut(child, handed)
        elif (child.sign == ">" and child.path not in handed) or (is_deep and child.sign not in (":", ">")):
            continue
        elif child.sign == ":" and is_deep:
            _cut_class(child, child.path in handed)
        kept.setdefault(child.name, []).append(child)
    if sum(map(len, kept.values())) < len(_inner(folder)):
        kept[_OPEN] = [Node(_OPEN, "=", folder.mask, folder)]
    folder.children = kept


def _cut_class(node: Node, is_handed_on: bool) -> None:
    if not is_handed_on or node.name.startswith(("TF", "Flax")):  # that it is there is all that is said
        node.sign = ""
        node.children = {}
        node.bases.clear()
        return
    node.children = {name: found for name, found in node.children.items() if name in _CALLED}
    node.children[_OPEN] = [Node(_OPEN, "=", node.mask, node)]
    own = 0
    for constructor in node.children.get("__init__", ()):
        own |= constructor.mask if constructor.sign == "()" else 0
    if not node.mask & ~own:  # of its bases, nothing is asked where it has a constructor of its own
        node.bases.clear()


def _prune(nodes: Sequence[Node], referenced: set[str], private: bool = False) -> None:
    """Leave out what is inside private names that nobody hands on."""
    for node in nodes:
        is_private = private or node.name.startswith("_")
        _drop_doubled(node)
        if node.sign == "/":
            _prune(_inner(node), referenced, is_private)
        elif node.sign in (":", "()") and is_private and node.path not in referenced:
            node.children.clear()
            node.bases.clear()


def _drop_doubled(holder: Node) -> None:
    """Of a name that is known to be a module, a class or another's, that it is there need not be said again."""
    for name, found in list(holder.children.items()):
        known = 0
        for node in found:
            known |= node.mask if node.sign in ("/", ":", "()", "()+", ">") else 0
        for node in found:
            node.mask &= ~known if not node.sign else -1
        holder.children[name] = [node for node in found if node.mask]
        if not holder.children[name]:
            del holder.children[name]


def changed(drawing: Drawing) -> list[int]:
    """The places of the releases that were read whose names differ from those of the next one."""
    differences = 0
    waiting = list(drawing.roots)
    while waiting:
        node = waiting.pop()
        differences |= node.mask ^ (node.mask >> 1)
        waiting += node.bases
        waiting += (child for children in node.children.values() for child in children)
    read = sum(release.read for release in drawing.releases)
    return [place for place in range(read - 1) if differences >> place & 1]
