"""Drop the insides of private names, and keep only an outline of thousands of model classes.

Whatever is cut is not known: its module or class may then have any name, and of none it is said that no release has it.
The client's wheel holds all histories in 6.5 MB; whole, one release of transformers has 5.9 MB of text in place of 1.6,
and one of scipy 0.6 in place of 0.2.
"""

from collections.abc import Iterator, Sequence

from authoring.release_scanner.inheritance import drop_inherited
from authoring.release_scanner.outlines import follow, outline, outline_inner
from authoring.release_scanner.packages import (
    BESIDE,
    CLOSED,
    COMPILED,
    FILLED_BY_OTHERS,
    LEFT_BEHIND,
    MOSTLY_INNER,
    OF_MODELS,
)
from tracefix.versions.history_format import CUT, OPEN
from tracefix.versions.tree import Node, union

_FEW = 10_000  # names of a package that is small enough to keep its private functions: others use them, too


def thin(package: str, everything: Sequence[Node]) -> tuple[Node, ...]:
    """Take out of a package's names what need not be kept; the modules that are left."""
    roots = tuple(root for root in everything if root.name not in BESIDE)
    for module in (each for root in roots for each in (root, *_modules_below(root))):
        _drop_tests(module)
    for module in (node for root in roots for node in _modules_below(root) if node.path in CLOSED):
        if module.path in LEFT_BEHIND:
            module.mask &= union(node.mask for node in module.children.get(LEFT_BEHIND[module.path], ()))
        module.children = {OPEN: [Node(OPEN, "=", module.mask, module)]}
    if package in FILLED_BY_OTHERS:
        for root in roots:
            _keep_own_names(root)
    if package in COMPILED:
        for module in (each for root in roots for each in (root, *_modules_below(root))):
            module.children[OPEN] = [Node(OPEN, "=", module.mask, module)]
    if package in OF_MODELS:
        outline(roots)
    if package in MOSTLY_INNER:
        outline_inner(roots, MOSTLY_INNER[package])
    prune(roots, find_referenced(roots), keeps_functions=_count(roots) < _FEW)
    drop_inherited(roots)
    return roots


def _modules_below(module: Node) -> Iterator[Node]:
    for node in [child for child in module.inner if child.sign == "/"]:
        yield node
        yield from _modules_below(node)


def _drop_tests(module: Node) -> None:
    """Leave out the tests of a module that lie beside it: `core_test` where there is `core`, as keras has hundreds."""
    modules = {node.name for node in module.inner if node.sign == "/"}
    for name in modules:
        if name.removesuffix("_test") in modules - {name}:
            module.children[name] = [node for node in module.children[name] if node.sign != "/"]


def _keep_own_names(root: Node) -> None:
    """Keep that a root has names; of its modules, which other packages may bring, nothing is said."""
    masks = {name: union(node.mask for node in found if node.sign != "/") for name, found in root.children.items()}
    root.children = {name: [Node(name, ">", mask, root)] for name, mask in masks.items() if mask}
    root.children[OPEN] = [Node(OPEN, "=", root.mask, root)]


def _count(nodes: Sequence[Node]) -> int:
    return sum(1 + _count(node.inner) for node in nodes)


def find_referenced(roots: Sequence[Node]) -> set[str]:
    """The names that a public module hands on or that its classes build on, and the way to them: other modules only
    where the package itself does, as `tensorflow` tensorflow._api.v2.nn."""
    ways: dict[str, list[Node]] = {}  # what private names stand for and build on
    waiting: list[Node] = []
    modules = [*roots, *(node for root in roots for node in _modules_below(root))]
    paths = {module.path for module in modules}
    for module in modules:
        is_private = _is_private(module.path)
        for node in module.inner:
            is_module = node.sign == "/" or (module.parent is not None and node.whole_target in paths)
            if is_module:  # its own one, or another that it only uses
                continue
            targets = [each for each in (node, *_bases_below(node)) if each.target]
            if is_private or node.name.startswith("_"):
                ways.setdefault(node.path, []).extend(targets)
            else:
                waiting += targets
    return follow(waiting, ways)


def _bases_below(node: Node) -> Iterator[Node]:
    """The bases of a class and of the classes in it."""
    yield from node.bases
    for child in node.inner if node.sign == ":" else ():
        yield from _bases_below(child)


def _is_private(path: str) -> bool:
    return "._" in path or path.startswith("_")


def prune(nodes: Sequence[Node], referenced: set[str], private: bool = False, *, keeps_functions: bool = False) -> None:
    """Leave out what is inside private names that nobody public hands on; of private modules, also the names that live
    as long as the module: nobody misses those. Below a private package, only modules are left; and private functions,
    where those are kept. Where they are not, private names of public modules that live as long as those go, too.

    Of a private name it is never said that no release has it.
    """
    emptied = (":", "()+") if keeps_functions else (":", "()", "()+")
    for node in nodes:
        is_private = private or node.name.startswith("_")
        _drop_doubled(node)
        if node.sign == "/":
            is_private = is_private and node.path not in referenced  # such as tensorflow._api.v2.nn, which is tf.nn
            _drop_imported(node)
            prune(node.inner, referenced, is_private, keeps_functions=keeps_functions)
            if is_private:
                before = len(node.children)
                _drop_private(node, referenced, list(node.children), every=private, keeps_functions=keeps_functions)
                if len(node.children) < before:  # a public name may lead here
                    node.children.setdefault(CUT, [Node(CUT, "=", node.mask, node)])
            elif not keeps_functions:
                names = [name for name in node.children if name.startswith("_") and name != "__version__"]
                _drop_private(node, referenced, names)
        elif node.sign in emptied and is_private and node.path not in referenced:
            node.children.clear()
            node.bases.clear()


def _drop_private(
    module: Node, referenced: set[str], names: Sequence[str], *, every: bool = False, keeps_functions: bool = False
) -> None:
    """Leave out those of these names that live as long as the module, or all, but for what is handed on."""
    signs = ("/", "()") if keeps_functions else ("/",)
    for name in names:
        found = module.children[name]
        lives_as_long = not module.mask & ~union(node.mask for node in found)
        kept = [
            node
            for node in found
            if node.sign in signs or name in (CUT, OPEN) or node.path in referenced or not (every or lives_as_long)
        ]
        if kept:
            module.children[name] = kept
        else:
            del module.children[name]


def _drop_imported(module: Node) -> None:
    """Leave out private names that a module only imports, in all releases: it never had one of its own to lose."""
    for name, found in list(module.children.items()):
        is_private = name.startswith("_") and not name.startswith("__")
        if is_private and all(node.sign == ">" for node in found):
            del module.children[name]


def _drop_doubled(holder: Node) -> None:
    """Of a name that is known to be a module, a class or another's, that it is there need not be said again."""
    for name, found in list(holder.children.items()):
        known = union(node.mask for node in found if node.sign in ("/", ":", "()", "()+", ">"))
        for node in found:
            node.mask &= ~known if not node.sign else -1
        holder.children[name] = [node for node in found if node.mask]
        if not holder.children[name]:
            del holder.children[name]
