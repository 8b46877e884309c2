"""The facts of many releases merged into one tree of names, each with the releases that have it."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from authoring.release_scanner.decorators import MARK
from authoring.release_scanner.modules import ModuleFile
from authoring.release_scanner.packages import WHOLE_STUBS
from authoring.release_scanner.source import GENERATED, is_stand_in
from authoring.release_scanner.source_names import MADE
from authoring.release_scanner.star_imports import OPEN, StarImports, public_names
from authoring.release_scanner.thinning import thin
from tracefix.versions.model import Release
from tracefix.versions.tree import Node, PackageHistory, union

_Entry = list[Any]  # as source_names.Scope.dump() writes it
_ADDING = MARK + "validate_hf_hub_args"
_IGNORED = ("proxies", "resume_download", "force_filename", "local_dir_use_symlinks")  # by that decorator, since 1.0
_OLD_API = "._old_api"  # the end of a module's name whose names only say what to write today


class HistoryMerger:
    """Takes the files of the releases that were read, and makes the tree."""

    def __init__(self, package: str, releases: Sequence[Release]) -> None:
        self.package = package
        self.releases = tuple(releases)
        self._modules: dict[str, Node] = {}
        self._files: dict[str, list[tuple[int, list[Any]]]] = {}  # module -> its different files
        self._defined: dict[tuple[str, str], int] = {}  # module and class, where source has it and not only a stub

    def merge(
        self, files: Mapping[tuple[str, str], tuple[ModuleFile, int]], facts: Mapping[str, list[Any] | None]
    ) -> PackageHistory:
        """The history of all files: each by path and key, with the releases that have it."""
        stubbed: dict[str, int] = {}
        stubs: list[tuple[str, int, list[Any]]] = []
        given: list[tuple[str, int, _Entry]] = []
        for (_, key), (file, mask) in sorted(files.items(), key=lambda each: each[1][0].is_stub):  # source first
            name = file.place.module
            module = self._module(name, mask)
            known = facts.get(key)
            if file.is_stub:
                stubbed[name] = stubbed.get(name, 0) | mask
            if file.is_binary:
                _merge(module, [OPEN, "=", ""], mask)
            elif known is not None:
                for entry in known[0]:
                    if "." in entry[0]:  # of a class elsewhere, or a module below
                        given.append((name, mask, entry))
                        continue
                    if entry[1] == ":" and file.is_stub:
                        self._merge_stubbed(module, entry, mask)
                        continue
                    _merge(module, entry, mask)
                    if entry[1] == ":":
                        place = (name, entry[0])
                        self._defined[place] = self._defined.get(place, 0) | mask
                if file.is_stub:
                    stubs.append((name, mask, known))
                else:
                    self._files.setdefault(name, []).append((mask, known))
        self._add_exports()
        for name, mask, entry in given:
            owner, _, label = entry[0].rpartition(".")
            for node in self._owners(owner, is_below=owner.startswith(name + ".")):
                _merge(node, [label, *entry[1:]], mask & node.mask)
        self._add_stubs(stubs)
        imports = StarImports(self._files)
        for name in sorted(self._files):
            self._take_stars(name, imports)
        for name, mask in stubbed.items():
            self._close(name, mask)
        self._know_torch()
        self._know_torchaudio()
        self._know_tokens()
        self._know_decorators()
        roots = tuple(node for name, node in sorted(self._modules.items()) if "." not in name)
        roots = thin(self.package, roots)
        _sort_namesakes(roots)
        return PackageHistory(self.package, _imports(roots, self._files), self.releases, roots)

    def _merge_stubbed(self, module: Node, entry: _Entry, mask: int) -> None:
        """Merge a class of a stub. What its source does not define it gets while it runs, with the arguments of a
        function that is elsewhere: gradio's stubs leave some of those out."""
        sourced = self._defined.get((module.path, entry[0]), 0)
        classes = [each for each in module.children.get(entry[0], ()) if each.sign == ":"]
        for below in entry[4] if len(entry) > 4 else ():
            is_made = below[1] == "()" and below[0] != "__init__"
            told = union(each.mask for cls in classes for each in cls.children.get(below[0], ())) if is_made else -1
            alone = [*below[:2], "", None, [[OPEN, "=", ""]]]
            for each, within in ((below, mask & (told | ~sourced)), (alone, mask & sourced & ~told)):
                _merge(module, [*entry[:4], [each]], within)
        _merge(module, entry[:3], mask)

    def _add_exports(self) -> None:
        """Add what decorators put into the `__all__` of a module."""
        exporting = {
            MARK + name
            for files in self._files.values()
            for _, (*_, decorators) in files
            for name, *_, is_exporting in decorators
            if is_exporting
        }
        for files in self._files.values() if exporting else ():
            for place, (mask, (entries, stars, lazy, exports, *more)) in enumerate(files):
                marked = (
                    entry for entry in entries if len(entry) > 4 and exporting.intersection(x[0] for x in entry[4])
                )
                names = [entry[0] for entry in marked]
                if exports is not None and names:
                    files[place] = mask, [entries, stars, lazy, [*exports, *names], *more]

    def _owners(self, whole: str, *, is_below: bool) -> Iterator[Node]:
        """What gets a name from another file: a module below that, or a class, by whichever module it was imported."""
        if whole in self._modules:
            yield from [self._modules[whole]] if is_below else []
            return
        waiting = [whole]
        for path in waiting:  # it grows, but with no name twice
            module, _, label = path.rpartition(".")
            found = self._modules[module].children.get(label, ()) if module in self._modules else ()
            yield from (node for node in found if node.sign == ":")
            waiting += {node.whole_target for node in found if node.sign == ">"}.difference(waiting)

    def _add_stubs(self, stubs: Iterable[tuple[str, int, list[Any]]]) -> None:
        """Add what stubs hand on: all of it where no source tells, else what stands in them, and that only for releases
        in which the source of the module itself does not tell it all."""
        imports = StarImports(self._files)
        left = []
        for name, mask, (entries, star_imports, lazy_packages, exports, *more) in stubs:
            untold = union(within for label, within in imports.taken("", name, mask) if label == OPEN)
            sourced = union(each for each, _ in self._files.get(name, ()))
            listed = [*public_names(entries), *(f"*{each}" for each in star_imports)] if exports is None else exports
            left.append((name, mask & ~sourced, [entries, star_imports, lazy_packages, exports, *more]))
            left.append((name, mask & sourced & untold, [entries, star_imports, lazy_packages, listed, *more]))
        for name, mask, known in left:
            if mask:
                self._files.setdefault(name, []).append((mask, known))

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

    def _take_stars(self, name: str, imports: StarImports) -> None:
        """`from .x import *`, and transformers' walk through a folder, written out."""
        module = self._modules[name]
        for mask, (_, star_imports, lazy_packages, exports, deleted, answered, _) in self._files[name]:
            for star in (star for star in star_imports if not (is_stand_in(star) or _OLD_API in star)):
                for label, within in imports.taken(name, star, mask):
                    if label not in deleted:
                        _alias(module, label, star, within)
            for label in exports or ():  # of compiled modules, at least what is said to be there
                if not label.startswith("_") and label.isidentifier():
                    _merge(module, [label, "", ""], mask & ~_covered_releases(module, label))
            for label in answered:  # by `__getattr__`, for what its star imports do not bring
                _merge(module, [label, "", ""], mask & ~_covered_releases(module, label))
            for folder in lazy_packages:
                for inner in self._below(folder):
                    for other_mask, (_, _, _, inner_exports, *_) in self._files[inner]:
                        for label in inner_exports or ():
                            _alias(module, label, inner, mask & other_mask)

    def _close(self, name: str, stubbed: int) -> None:
        """A package with a stub has the names that the stub lists, however they are made.

        Stubs of other modules leave names out, and so do those of classes that are compiled: that no source defines.
        """
        module = self._modules[name]
        is_whole = self.package in WHOLE_STUBS or name.endswith(GENERATED)
        if is_whole or any(each.sign == "/" for each in module.inner):
            for node in module.children.get(OPEN, []):
                node.mask &= ~stubbed
            if all(not node.mask for node in module.children.get(OPEN, [])):
                module.children.pop(OPEN, None)
        for node in module.inner if not is_whole else ():
            if node.sign == ":":
                _merge(node, ["<", "<", MADE], node.mask & stubbed & ~self._defined.get((name, node.name), 0))

    def _know_decorators(self) -> None:
        """What the package's own decorators give to functions and classes; the marks of decorators go."""
        known: dict[str, list[tuple[int, list[Any]]]] = {}
        for files in self._files.values():
            for mask, (*_, decorators) in files:
                for name, *gift in decorators:
                    known.setdefault(MARK + name, []).append((mask, gift))
        waiting = list(self._modules.values())
        while waiting:
            node = waiting.pop()
            waiting += (child for child in node.inner if child.sign in (":", "()"))
            for label in [label for label in node.children if label.startswith(MARK)]:
                for mark in node.children.pop(label):
                    for mask, (arguments, any_argument, any_member, _) in known.get(label, ()):
                        given = arguments if node.sign == "()" else []
                        for name in (*given, *([OPEN] if any_argument and node.sign == "()" else [])):
                            _merge(node, [name, "=", ""], mark.mask & mask)
                        if any_member and node.sign == ":":
                            _merge(node, ["<", "<", MADE], mark.mask & mask)

    def _below(self, folder: str) -> Iterator[str]:
        return (name for name in sorted(self._files) if name.startswith(folder + "."))

    def _know_torch(self) -> None:
        """torch gives itself, in a loop, every function of torch._C._VariableFunctions."""
        functions = self._modules.get("torch._C._VariableFunctions")
        root = self._modules.get("torch")
        for children in list(functions.children.values()) if functions and root else ():
            for child in children:
                if root and child.sign == "()":
                    _alias(root, child.name, "torch._C._VariableFunctions", child.mask)

    def _know_torchaudio(self) -> None:
        """torchaudio gives itself, in a function, what the backend of the day can: each of them has the same names."""
        root = self._modules.get("torchaudio")
        for name in ("torchaudio.backend.sox_io_backend", "torchaudio.backend._sox_io_backend"):
            backend = self._modules.get(name)
            for label in ("info", "load", "load_wav", "save") if root and backend else ():
                for child in backend.children.get(label, ()) if backend else ():
                    if root and child.sign in ("", "()"):
                        _alias(root, label, name, child.mask & ~_covered_releases(root, label))

    def _know_tokens(self) -> None:
        """huggingface_hub's decorator takes `use_auth_token` for each function that has `token`.

        From 1.0 on it takes, and ignores, other arguments that were removed, for every function.
        """
        means = self._modules.get("huggingface_hub.utils._validators")
        shims = means.children.get("smoothly_deprecate_use_auth_token", []) if means else []
        ignoring = means.children.get("smoothly_deprecate_legacy_arguments", []) if means else []
        waiting = list(self._modules.values())
        while waiting:
            node = waiting.pop()
            waiting += (child for each in node.children.values() for child in each if child.sign != "/")
            for mark in node.children.get(_ADDING, []) if node.sign == "()" else ():
                for token in node.children.get("token", []) if shims else ():
                    mask = mark.mask & token.mask & shims[0].mask
                    _merge(node, ["use_auth_token", "=", "", "token", []], mask)
                for name in _IGNORED if ignoring else ():
                    if name in node.children:
                        _merge(node, [name, "=", "", "", []], mark.mask & ignoring[0].mask)


def _sort_namesakes(nodes: Iterable[Node]) -> None:
    """Put of several nodes of one name those first that hold nothing: after `from .tqdm import tqdm`, the function is
    meant, not the module."""
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        for found in node.children.values():
            found.sort(key=lambda each: (bool(each.inner), each.sign, each.target))
            waiting += found


def _covered_releases(module: Node, label: str) -> int:
    """The releases in which a module is known to have a name."""
    return union(node.mask for node in module.children.get(label, ()))


def _alias(module: Node, label: str, source: str, mask: int) -> None:
    if label == OPEN:
        _merge(module, [OPEN, "=", ""], mask)
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
        if entry[3] and (node.replacement is None or mask > node.mask):
            node.replacement = entry[3]
        for below in entry[4]:
            _merge(node, below, mask)
    node.mask |= mask


def _imports(roots: Sequence[Node], files: Collection[str]) -> tuple[str, ...]:
    """The modules that are the package's own: google.protobuf, where `google` is everybody's, as each folder is that
    has no file of its own. `files` are the modules that have one."""
    names = []
    for root in roots:
        inner = [each for children in root.children.values() for each in children if each.sign == "/"]
        is_shared = (root.name == "google" or root.name not in files) and len(inner) == 1
        names.append(f"{root.name}.{inner[0].name}" if is_shared else root.name)
    return tuple(sorted(names))


def find_changes(history: PackageHistory) -> list[int]:
    """The places of the releases that were read whose names differ from those of the next one."""
    differences = 0
    waiting = list(history.roots)
    while waiting:
        node = waiting.pop()
        differences |= node.mask ^ (node.mask >> 1)
        waiting += node.bases
        waiting += (child for children in node.children.values() for child in children)
    read = sum(release.read for release in history.releases)
    return [place for place in range(read - 1) if differences >> place & 1]
