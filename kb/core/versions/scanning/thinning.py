"""What a history leaves out so that it stays small: what is said twice, and of thousands of models all but the outline.

Whatever is cut is not known: its module or class may then have any name, and of none it is said that no release has it.
"""

from collections.abc import Iterator, Mapping, Sequence

from kb.core.versions.scanning.inherited import drop_inherited
from kb.core.versions.tree import Node

_OPEN = "**"
_CALLED = ("__init__", "__call__", _OPEN)
_PACKAGES_OF_MODELS = ("transformers", "diffusers")  # of thousands of classes
_FOLDERS_OF_MODELS = ("models", "pipelines", "modular_pipelines")
_BESIDE = ("caffe2", "torchgen")  # of torch's wheels: another library, and what writes torch's own source
_WHOLE = "auto"  # transformers.AutoModel and its like, which are no models of their own


def thin(package: str, everything: Sequence[Node]) -> tuple[Node, ...]:
    """Take out of a package's names what need not be kept; the modules that are left."""
    roots = tuple(root for root in everything if root.name not in _BESIDE)
    if package in _PACKAGES_OF_MODELS:
        handed = _handed_on(roots)
        for folder in _folders_of_models(roots):
            _cut(folder, handed)
    prune(roots, referenced(roots))
    shorten(roots)
    drop_inherited(roots)
    return roots


def shorten(roots: Sequence[Node]) -> None:
    """Where a name is handed on from a package in some releases and from that package's module in others, say the
    first only: the package hands on the same one."""
    homes: dict[str, list[Node]] = {}
    modules = list(roots)
    for module in modules:  # it grows
        for node in _inner(module):
            if node.sign == "/":
                modules.append(node)
            if "*" not in node.name:
                homes.setdefault(node.path, []).append(node)
    for module in modules:
        for name, found in module.children.items():
            if len(found) > 1:
                module.children[name] = _shortened(found, homes)


def _shortened(found: list[Node], homes: Mapping[str, Sequence[Node]]) -> list[Node]:
    ways = sorted((node for node in found if _is_way(node)), key=lambda node: (node.target.count("."), node.target))
    left = list(found)
    for near in ways:
        for far in ways:
            is_deeper = far.target.startswith(near.target.rpartition(".")[0] + ".") and far in left and near in left
            if far is not near and is_deeper and _leads_to(near, far, homes):
                near.mask |= far.mask
                left.remove(far)
    return left


def _is_way(node: Node) -> bool:
    return node.sign == ">" and node.target.endswith("." + node.name) and not node.now


def _leads_to(near: Node, far: Node, homes: Mapping[str, Sequence[Node]]) -> bool:
    """Whether the target of one, in all releases of the other, is that other's target and nothing else."""
    known = 0
    for node in homes.get(near.root.name + near.target if near.target.startswith(".") else near.target, ()):
        if node is near or node is far:
            return False
        if node.sign == ">" and node.target == far.target:
            known |= node.mask
        elif node.mask & far.mask:
            return False
    return not far.mask & ~known


def referenced(roots: Sequence[Node]) -> set[str]:
    """The names that a public module hands on or that its classes build on, and the way to them."""
    ways: dict[str, list[Node]] = {}  # what private names stand for and build on
    waiting: list[Node] = []
    modules = list(roots)
    for module in modules:  # it grows
        is_private = _is_private(module.path)
        for node in _inner(module):
            if node.sign == "/":
                modules.append(node)
                continue
            targets = [each for each in (node, *_bases_below(node)) if each.target]
            if is_private or node.name.startswith("_"):
                ways.setdefault(node.path, []).extend(targets)
            else:
                waiting += targets
    found: set[str] = set()
    while waiting:
        node = waiting.pop()
        target = node.root.name + node.target if node.target.startswith(".") else node.target
        if target not in found:
            found.add(target)
            waiting += ways.get(target, ())
    return found


def _bases_below(node: Node) -> Iterator[Node]:
    """The bases of a class and of the classes in it."""
    yield from node.bases
    for child in _inner(node) if node.sign == ":" else ():
        yield from _bases_below(child)


def _is_private(path: str) -> bool:
    return "._" in path or path.startswith("_")


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
    if is_deep or sum(map(len, kept.values())) < len(_inner(folder)):
        kept[_OPEN] = [Node(_OPEN, "=", folder.mask, folder)]
    folder.children = kept


def _cut_class(node: Node, is_handed_on: bool) -> None:
    if not is_handed_on or node.name.startswith(("TF", "Flax")):  # that it is there is all that is said
        node.sign = ""
        node.children = {}
        node.bases.clear()
        return
    node.children = {name: found for name, found in node.children.items() if name in _CALLED}
    for callables in node.children.values():
        for each in callables:
            forget_taken(each)
    node.children[_OPEN] = [Node(_OPEN, "=", node.mask, node)]
    own = 0
    for constructor in node.children.get("__init__", ()):
        own |= constructor.mask if constructor.sign == "()" else 0
    if not node.mask & ~own:  # of its bases, nothing is asked where it has a constructor of its own
        node.bases.clear()


def forget_taken(function: Node) -> None:
    """Of a function that takes any argument, those need no telling that it takes, too: none is unexpected."""
    anything = 0
    for node in function.children.get(_OPEN, ()):
        anything |= node.mask
    for name, found in list(function.children.items()):
        kept = [node for node in found if name == _OPEN or node.sign != "=" or node.now or node.mask & ~anything]
        if kept:
            function.children[name] = kept
        else:
            del function.children[name]


def prune(nodes: Sequence[Node], referenced: set[str], private: bool = False) -> None:
    """Leave out what is inside private names that nobody public hands on; of private modules, also the names that live
    as long as the module: nobody misses those. Below a private package, only modules are left.

    Of a private name it is never said that no release has it.
    """
    for node in nodes:
        is_private = private or node.name.startswith("_")
        _drop_doubled(node)
        if node.sign == "/":
            prune(_inner(node), referenced, is_private)
            if is_private:
                _drop_private(node, referenced, every=private)
        elif node.sign in (":", "()", "()+") and is_private and node.path not in referenced:
            node.children.clear()
            node.bases.clear()


def _drop_private(module: Node, referenced: set[str], *, every: bool) -> None:
    """Leave out the names of a private module that live as long as it does, or all, but for what is handed on."""
    for name, found in list(module.children.items()):
        kept = [
            node
            for node in found
            if node.sign == "/" or name == _OPEN or node.path in referenced or not (every or node.mask == module.mask)
        ]
        if kept:
            module.children[name] = kept
        else:
            del module.children[name]


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
