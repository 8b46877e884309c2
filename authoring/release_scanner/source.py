"""A source file read: the names that it defines, imports and hands on. Nothing is run or imported.

Python's own parser reads it. Both ways of an `if` and of a `try` count, and what no caller names is left out: private
names but for the functions and classes of a module, imports of the standard library, tests.
"""

import ast
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from authoring.release_scanner.decorators import calls, find_property_aliases, is_namespace, mark_decorators, read_gift
from authoring.release_scanner.deprecations import callee_name, own_replacement
from authoring.release_scanner.functions import DeprecationLines, read_class, read_function
from authoring.release_scanner.literals import (
    find_answered_names,
    find_made_answers,
    keys,
    lazy_homes,
    lazy_table,
    strings,
    text_of,
)
from authoring.release_scanner.newer_syntax import without_type_parameters
from authoring.release_scanner.source_names import MADE, Scope, SourceNames

_SILENT = frozenset(sys.stdlib_module_names) - {"builtins", "math", "collections", "queue"}
_OTHER_FRAMEWORKS = ("modeling_tf_", "modeling_flax_")
GENERATED = "_pb2"  # the end of the name of a module that protoc writes, whose names are made when it is imported
_OF_PROTOC = "global___"  # the beginning of a name that only its stubs have
_LAZY_LOADER = "LazyLoader"  # TensorFlow's, which puts only the name that it is assigned to into the namespace it gets
_TABLES = (
    "import_structure",
    "submod_attrs",
    "_lazy",
    "lazy_",
    "dynamic_imports",
    "module_attrs",
    "_import_map",
    "all_by_module",
    "module_lookup",
)


class UnreadableError(Exception):
    """A file that is no source of this Python: broken, or of Python 2."""


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a file in its package."""

    module: str  # whole dotted name
    is_package: bool = False  # __init__
    is_model: bool = False  # below models/
    is_stub: bool = False  # .pyi, whose imports are not handed on, but for `x as x`

    @property
    def root(self) -> str:
        return self.module.partition(".")[0]

    def absolute(self, module: str | None, level: int) -> str:
        """The module that an import names."""
        if not level:
            return module or ""
        above = self.module.split(".")
        up = level - 1 if self.is_package else level
        parts = above[: len(above) - up] if up else above
        return ".".join([*parts, module] if module else parts)


def is_stand_in(module: str) -> bool:
    """Whether a module's classes only say what is not installed.

    >>> is_stand_in("transformers.utils.dummy_pt_objects"), is_stand_in("stable_baselines3.vec_env.dummy_vec_env")
    (True, False)
    """
    name = module.rpartition(".")[2]
    return name.startswith("dummy_") and name.endswith("_objects")


def read_source(source: bytes, place: Place) -> SourceNames:
    """The facts of a file; raises UnreadableError."""
    is_outlined = place.is_model and place.module.rpartition(".")[2].startswith(_OTHER_FRAMEWORKS)
    if is_outlined:
        source = _outline(source)
    source, tree = _parse(source)
    reader = _Reader(place, DeprecationLines(source), sets_attributes=b"setattr(" in source)
    try:
        reader.read(tree.body)
    except RecursionError as error:
        raise UnreadableError(str(error)) from error
    if is_outlined:
        reader.scope.add("**", "=")
    return reader.facts


def _parse(source: bytes) -> tuple[bytes, ast.Module]:
    """A source and its tree; of a newer Python than this one, without its type parameters."""
    try:
        return source, ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        plain = without_type_parameters(source) if isinstance(error, SyntaxError) else None
        if plain is None:
            raise UnreadableError(str(error)) from error
    return _parse(plain)  # which has none left


def _outline(source: bytes) -> bytes:
    """The classes and the `__all__` of a model for another framework than PyTorch: no more of them is kept."""
    lines = []
    in_all = False
    for line in source.split(b"\n"):
        in_all = in_all or line.startswith(b"__all__")
        if in_all:
            lines.append(line)
            in_all = b"]" not in line
        elif line.startswith(b"class ") and line.rstrip().endswith(b":"):
            lines.append(line.rstrip() + b" pass")
    return b"\n".join(lines)


class _Reader:
    def __init__(self, place: Place, deprecations: DeprecationLines, *, sets_attributes: bool) -> None:
        self.place = place
        self._deprecations = deprecations
        self._sets_attributes = sets_attributes
        self.facts = SourceNames()
        self.scope: Scope = self.facts.scope
        self._imported: dict[str, str] = {}  # local name -> whole dotted name
        self._also_imported: dict[str, list[str]] = {}  # the whole names that it has in other branches
        self._defined: set[str] = set()
        self._known: dict[str, list[ast.expr]] = {}  # what module-level names are set to
        self._module_classes: set[str] = set()  # Werkzeug's: one stands for the module and finds old names by a table
        self._body: list[ast.stmt] = []
        self._deprecated: list[str] = []  # names that a call gives to this module, and to its `__all__`

    def read(self, body: list[ast.stmt]) -> None:
        self._body = body
        statements = list(flat(body))
        for statement in statements:
            self._note(statement)
        for statement in body:
            self._note_types(statement)
        for statement in statements:
            self._read(statement)
        self._open_classes(statements)
        self._read_exports(statements)

    def _open_classes(self, statements: Iterable[ast.stmt]) -> None:
        """Open the classes whose name another branch sets, as what is installed decides which of them is there; and
        those, and this module, to which a function gives names: `setattr(Config, name, …)`. `object` has none."""
        for named in self.scope.names.values():
            if named.sign == ":" and any(self.resolve(each) != "object" for each in self._known.get(named.name, ())):
                named.below.add("<", "<", MADE)
        functions = (each for each in statements if isinstance(each, ast.FunctionDef) and self._sets_attributes)
        for function in functions:
            for call in calls(function):
                if callee_name(call) == "setattr":
                    self._open_given(call)
                    if function.name != "__getattr__" and self._is_given_some(call, function):
                        self.scope.add("**", "=")

    def _is_given_some(self, call: ast.Call, function: ast.FunctionDef) -> bool:
        """Whether a call in a function gives this module names that are not written out, as DGL's backends do."""
        return len(call.args) == 3 and text_of(call.args[1]) is None and self._is_itself(call.args[0], function)

    def _note(self, statement: ast.stmt) -> None:
        """Note the facts that are needed before names are resolved."""
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                if isinstance(target, ast.Name):
                    self._known.setdefault(target.id, []).append(_pin(statement.value, self._known))
                    self._defined.add(target.id)
                elif isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
                    row = ast.Dict([target.slice], [statement.value])
                    self._known.setdefault(target.value.id, []).append(row)
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name) and statement.value:
            self._known.setdefault(statement.target.id, []).append(statement.value)
        elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            self._defined.add(statement.name)
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            function = statement.value.func
            is_update = isinstance(function, ast.Attribute) and function.attr == "update" and statement.value.args
            if is_update and isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
                table = _pin(statement.value.args[0], self._known)
                self._known.setdefault(function.value.id, []).append(table)

    def _note_types(self, statement: ast.stmt) -> None:
        """Note imports for type checkers only: they show the home of a name that is created dynamically."""
        if isinstance(statement, ast.If) and _is_for_checkers(ast.unparse(statement.test)):
            for each in statement.body:
                if isinstance(each, ast.ImportFrom):
                    module = self.place.absolute(each.module, each.level)
                    for alias in each.names:
                        self._imported.setdefault(alias.asname or alias.name, f"{module}.{alias.name}")

    def _read(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            self._read_function(statement)
        elif isinstance(statement, ast.ClassDef):
            self._read_class(statement)
        elif isinstance(statement, ast.Import):
            self._read_import(statement)
        elif isinstance(statement, ast.ImportFrom):
            self._read_from(statement)
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            self._read_assignment(statement)
        elif isinstance(statement, ast.Delete):
            for target in statement.targets:
                if isinstance(target, ast.Name):
                    self.scope.remove(target.id)
                    self.facts.deleted.append(target.id)
        elif isinstance(statement, ast.For):
            self._read_loop(statement)
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            self._read_call(statement.value)
            self._open_given(statement.value)

    def _read_loop(self, loop: ast.For) -> None:
        """A loop: its variables and those set in it stay, and it may give names to the module or to a class."""
        for target in _leaves(_loop_targets(loop)):
            if isinstance(target, ast.Name) and not target.id.startswith("_") and not self.scope.has(target.id):
                self.scope.add(target.id)
        if not _makes_names(loop) or sum(self._open_given(each) for each in calls(loop)):
            return
        names = strings(loop.iter, self._known) if _gives_each(loop) else None
        for name in names if names is not None else ():
            self.scope.add(name)
        if names is None:
            self.scope.add("**", "=")  # torch's, at least, are known: see merging.py

    def _open_given(self, call: ast.Call) -> bool:
        """Open a class of this file to which a call may give names: setattr(Frame, name, …), add_methods(Frame),
        Frame.add_methods(). Whether it is such a call."""
        callee = callee_name(call)
        holder = call.func.value if isinstance(call.func, ast.Attribute) else None
        given = [each.id for each in (holder, *call.args[:1]) if isinstance(each, ast.Name)]
        classes = [self.scope.names[name, ":", ""] for name in given if (name, ":", "") in self.scope.names]
        if "register" in callee:
            return False
        for each in classes:
            each.below.add("<", "<", MADE)
        return callee == "setattr" and bool(classes)

    def _read_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if node.name == "__getattr__":
            if self.place.is_stub:
                return
            names, is_all = find_answered_names(node, self._known) if isinstance(node, ast.FunctionDef) else ([], False)
            self._answer(names, is_all=is_all)
        elif not node.name.startswith("__"):
            read_function(node, self.scope, self._deprecations, in_class=False)
            self._note_decorator(node)

    def _answer(self, names: Iterable[str], *, is_all: bool) -> None:
        """Add the names that `__getattr__` answers; unless those are all of them, the module may have any."""
        for name in names:
            is_own = not name.startswith("__") or name == "__version__"
            if name.isidentifier() and is_own and not self.scope.has(name):
                self._add_exported(name)
                if not self.scope.has(name):  # what is taken over whole may bring it
                    self.facts.answered.append(name)
        if not is_all:
            self.scope.add("**", "=")

    def _read_class(self, node: ast.ClassDef) -> None:
        bases = [whole for base in node.bases for whole in self._resolve_each(base)]
        if node.name == "__getattr__":  # matplotlib's: each of its members is a name of the module
            for name in _members(node):
                self.scope.add(name)
            return
        if any(base.rpartition(".")[2] == "ModuleType" for base in bases):
            self._module_classes.add(node.name)
        named = self.scope.add(node.name, ":", replacement=own_replacement(node.decorator_list))
        for base in bases:
            if base not in ("object", "Generic", "Protocol", "ABC", "abc.ABC", ""):
                named.below.add("<", "<", self.relative(base))
        mark_decorators(node, named.below)
        read_class(node, named.below, self._deprecations)
        if self.place.is_stub and self.place.module.endswith(GENERATED):
            named.below.keep_values()  # the methods are those of google.protobuf's Message, said in some stubs only
        for alias in find_property_aliases(node, named.below):
            named.below.add(alias, "()")
        self._note_decorator(node)

    def _note_decorator(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        """Note what a function or a class gives to what it decorates, should it be a decorator."""
        if (gift := read_gift(node)) is not None:
            self.facts.decorators.append([node.name, *gift])

    def resolve(self, node: ast.expr) -> str:
        """The whole name of what an expression names, as far as this file tells."""
        if isinstance(node, ast.Subscript):
            return self.resolve(node.value)
        if isinstance(node, ast.Attribute):
            above = self.resolve(node.value)
            return f"{above}.{node.attr}" if above else ""
        if isinstance(node, ast.Name):
            if node.id in self._imported:
                return self._imported[node.id].removeprefix("typing.").removeprefix("typing_extensions.")
            return f"{self.place.module}.{node.id}" if node.id in self._defined else node.id
        return MADE  # a call: namedtuple(...), with_metaclass(...)

    def _resolve_each(self, node: ast.expr) -> Iterator[str]:
        """The same, in each branch: keras' Layer builds on that of whichever backend is asked for."""
        yield self.resolve(node)
        if isinstance(node, ast.Name):
            yield from self._also_imported.get(node.id, ())

    def relative(self, whole: str) -> str:
        """A whole name as a target of the tree: from the root where it is below it."""
        root = self.place.root
        return whole[len(root) :] if whole.startswith(root + ".") else whole

    def _read_import(self, node: ast.Import) -> None:
        for alias in node.names:
            first = alias.name.partition(".")[0]
            local = alias.asname or first
            whole = self._imported[local] = alias.name if alias.asname else first
            is_renamed = local != whole.rpartition(".")[2]
            # `import numpy as np` of another package is no name that anybody imports from here
            is_handed_on = first == self.place.root or (is_renamed and "." in whole)
            if is_handed_on and not local.startswith("_") and self._is_kept(alias):
                self._hand_on(local, whole)

    def _read_from(self, node: ast.ImportFrom) -> None:
        module = self.place.absolute(node.module, node.level)
        for alias in node.names:
            if alias.name == "*":
                if module == self.place.root or module.startswith(self.place.root + "."):
                    self.facts.star_imports.append(module)
                elif module.partition(".")[0] not in _SILENT:
                    self.scope.add("**", "=")
                continue
            local = alias.asname or alias.name
            if local in self._imported:
                self._also_imported.setdefault(local, []).append(self._imported[local])
            self._imported[local] = f"{module}.{alias.name}"
            if not local.startswith("__") and self._is_kept(alias):
                self._hand_on(local, f"{module}.{alias.name}")

    def _is_kept(self, alias: ast.alias) -> bool:
        """Whether the module has what it imports: a stub says that as `x as x`, its other imports are for its types."""
        return not self.place.is_stub or alias.asname == alias.name

    def _hand_on(self, name: str, whole: str) -> None:
        """Write down an imported name, if somebody may import it from here; a private one of the package, too, for it
        may have moved."""
        first = whole.partition(".")[0]
        internal = first == self.place.root
        if whole == f"{self.place.module}.{name}" or is_stand_in(whole):
            return
        if internal:
            self.scope.add(name, ">", self.relative(whole))
        elif not name.startswith("_") and first not in (*_SILENT, "typing_extensions", "packaging"):
            self.scope.add(name, ">")

    def _read_assignment(self, node: ast.Assign | ast.AnnAssign) -> None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in _leaves(targets):
            if isinstance(target, ast.Name) and (not target.id.startswith("_") or target.id == "__version__"):
                self._assign(target.id, node.value)
            elif isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
                self._fill_table(target, node.value)
            elif isinstance(target, ast.Subscript) and (
                isinstance(target.value, ast.Call) or self._is_replaced(target, node.value)
            ):
                self.scope.add("**", "=")  # globals()[name] = …, sys.modules[__name__] = numpy
            elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
                self._give(target.value.id, target.attr)
            elif isinstance(target, ast.Attribute) and not target.attr.startswith("_"):
                self._give_deeper(target)
        if is_namespace(node.value) and not all(self._is_only_asked(target) for target in targets):
            self.scope.add("**", "=")
        if isinstance(targets[0], ast.Name) and targets[0].id == "__getattr__":
            names = find_made_answers(node.value, self._known)
            self._answer(names or (), is_all=names is not None)
        if isinstance(node.value, ast.Call):
            self._read_call(node.value)
        for target in targets:
            if isinstance(target, ast.Name) and any(word in target.id.lower() for word in _TABLES):
                self._add_table(lazy_table(node.value))
                self._add_homes(lazy_homes(node.value))

    def _is_replaced(self, target: ast.Subscript, value: ast.expr | None) -> bool:
        """Whether `sys.modules["jax.experimental.array_api"] = numpy` puts a module in its own place."""
        is_own = ast.unparse(target.slice) in ("__name__", repr(self.place.module))
        is_imported = isinstance(value, ast.Name) and value.id in self._imported
        return is_own and is_imported and ast.unparse(target.value).endswith("sys.modules")

    def _is_only_asked(self, target: ast.expr) -> bool:
        """Whether this file only asks a namespace for what it has: `names[each].__module__ = "openai"`."""
        nodes = [node for statement in self._body for node in ast.walk(statement)]
        asked = {id(node.value) for node in nodes if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)}
        return isinstance(target, ast.Name) and all(
            id(node) in asked
            for node in nodes
            if isinstance(node, ast.Name) and node.id == target.id and isinstance(node.ctx, ast.Load)
        )

    def _give(self, owner: str, name: str) -> None:
        """A name that a class gets behind its own lines: `Environment.template_class = Template`; also one of another
        file of the package."""
        cls = self.scope.names.get((owner, ":", ""))
        if cls and not name.startswith("_") and not cls.below.has(name):
            cls.below.add(name)
        whole = self._imported.get(owner, "")
        if not name.startswith("_") and whole.startswith(self.place.root + "."):
            self.scope.add(f"{whole}.{name}")

    def _give_deeper(self, target: ast.Attribute) -> None:
        """A name that a module below this one gets from here: `this_module.app.flags = flags`."""
        if isinstance(target.value, ast.Attribute) and self._is_itself(target.value.value):
            self._stand_in(f"{target.value.attr}.{target.attr}")

    def _assign(self, name: str, value: ast.expr | None) -> None:
        is_type = isinstance(value, ast.Name) and value.id == "int"  # cv2's, of values that are there themselves
        if self.place.is_stub and (is_type or name.lower().startswith(_OF_PROTOC)):
            return
        if isinstance(value, ast.Name | ast.Attribute):
            whole = self.resolve(value)
            if whole.startswith(self.place.root + ".") and whole != f"{self.place.module}.{name}":
                self.scope.add(name, ">", self.relative(whole))
                return
        if isinstance(value, ast.Call) and callee_name(value) in ("namedtuple", "NamedTuple"):
            self.scope.add(name, ":").below.add("<", "<", MADE)
            return
        if isinstance(value, ast.Call) and callee_name(value).endswith(_LAZY_LOADER):
            self._stand_in(name)
        self.scope.add(name)

    def _stand_in(self, inner: str) -> None:
        """Write down what a file gives to a module below its own, or puts in its place, which then may have any name:
        only where there is one, which other files tell."""
        self.scope.add(f"{self.place.module}.{inner}")
        self.scope.add(f"{self.place.module}.{inner}.**", "=")

    def _fill_table(self, target: ast.Subscript, value: ast.expr | None) -> None:
        name = target.value.id if isinstance(target.value, ast.Name) else ""
        module = text_of(target.slice)
        names = strings(value, self._known)
        if module is not None and names is not None and any(word in name.lower() for word in _TABLES):
            self._add_table({module: names})

    def _add_table(self, table: dict[str, list[str]] | None) -> None:
        for module, names in (table or {}).items():
            if is_stand_in(module):
                continue
            inner = ".".join(part for part in module.split(".") if part)
            whole = f"{self.place.module}.{inner}" if inner else self.place.module
            if inner.startswith(self.place.root + "."):  # Werkzeug's table has whole names
                whole = inner
            for name in names:
                if name.isidentifier():
                    self.scope.add(name, ">", self.relative(f"{whole}.{name}"))

    def _add_homes(self, homes: dict[str, str]) -> None:
        for name, module in homes.items():
            is_whole = module == self.place.root or module.startswith(self.place.root + ".")
            whole = (
                module if is_whole else self.place.absolute(module.lstrip("."), len(module) - len(module.lstrip(".")))
            )
            if whole.startswith(self.place.root):
                self.scope.add(name, ">", self.relative(f"{whole}.{name}"))

    def _read_call(self, call: ast.Call) -> None:
        callee = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if callee in ("extend", "append") and isinstance(call.func, ast.Attribute):
            holder = call.func.value
            if isinstance(holder, ast.Subscript) and isinstance(holder.value, ast.Name) and call.args:
                value = call.args[0] if callee == "extend" else ast.List([call.args[0]])
                self._fill_table(holder, value)
        elif callee == "define_import_structure":
            self.facts.lazy_packages.append(self._deep(call))
        elif callee in self._module_classes:
            for value in call.args:
                self._add_table(lazy_table(value))
        elif callee in ("attach", "_attach", "_LazyModule"):
            for value in [*call.args, *(word.value for word in call.keywords)]:
                if isinstance(value, ast.Call):
                    self._read_call(value)
                self._add_table(lazy_table(value))
                if isinstance(value, ast.Name):
                    for each in self._known.get(value.id, ()):
                        self._add_table(lazy_table(each))
        elif "deprecat" in callee and call.args and ast.unparse(call.args[0]) == "__name__":
            self._add_deprecated(call.args[1:])
        elif callee == "extend_all":  # numpy's own way to say `__all__ += module.__all__`
            modules = [self.resolve(value) for value in call.args]
            self.facts.exports = [*(self.facts.exports or []), *("*" + module for module in modules)]
        elif callee.endswith(_LAZY_LOADER):
            pass
        elif callee == "setattr" and (name := self._own_name(call)):
            self.scope.add(name)
        elif (
            callee == "attach_stub"
            or any(is_namespace(value) for value in call.args)
            or (callee == "setattr" and not self._open_given(call))
        ):
            self.scope.add("**", "=")
        elif callee == "update" and isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Call):
            self.scope.add("**", "=")  # globals().update(…)

    def _add_deprecated(self, tables: Iterable[ast.expr]) -> None:
        """The old names in a table, as timm's `register_model_deprecations(__name__, {"old": "new"})` gives them."""
        for name in (name for table in tables if isinstance(table, ast.Dict) for name in keys(table, {}) or ()):
            if name.isidentifier():
                self.scope.add(name)
                self._deprecated.append(name)

    def _own_name(self, call: ast.Call) -> str:
        """The name that `setattr(module, "name", …)` gives to this module; "" if it is another's, or is computed."""
        is_own = len(call.args) == 3 and self._is_itself(call.args[0])
        return (text_of(call.args[1]) or "") if is_own else ""

    def _is_itself(self, node: ast.expr, function: ast.FunctionDef | None = None) -> bool:
        """Whether this is `sys.modules[__name__]`, or what the file or the function sets to that."""
        values = [node]
        if isinstance(node, ast.Name):
            inner = ast.walk(function) if function else ()
            assigned = (each for each in inner if isinstance(each, ast.Assign))
            values += self._known.get(node.id, [])
            values += (each.value for each in assigned if any(ast.unparse(to) == node.id for to in each.targets))
        return any(ast.unparse(value).endswith("sys.modules[__name__]") for value in values)

    def _deep(self, call: ast.Call) -> str:
        """The folder that transformers' define_import_structure walks."""
        texts = [text for each in ast.walk(call) if (text := text_of(each)) and text.isidentifier()]
        below = texts[0] if texts and "parent" in ast.unparse(call.args[0]) else ""
        return f"{self.place.module}.{below}" if below else self.place.module

    def _read_exports(self, statements: Iterable[ast.stmt]) -> None:
        """`__all__`: what is written out of it, "*module" for that of another module, "**" for what cannot be read."""
        found = self.facts.exports or []
        seen = bool(found)
        for statement in statements:
            if _is_open_for_all(statement):
                found.append("**")
            for value in _parts_of_all(statement):
                seen = True
                found += self._exported_names(value)
        if not seen:
            return
        found += self._deprecated
        for name in found:
            if name.isidentifier() and not name.startswith("__") and not self.scope.has(name):
                self._add_exported(name)
        self.facts.exports = sorted(set(found))

    def _exported_names(self, value: ast.expr) -> list[str]:
        names = strings(value, self._known)
        if names is not None:
            return names
        if isinstance(value, ast.BinOp):
            return self._exported_names(value.left) + self._exported_names(value.right)
        if isinstance(value, ast.List | ast.Tuple):
            return [name for each in value.elts for name in self._exported_names(each) or ()]
        inner = value.value if isinstance(value, ast.Starred) else value
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            return [inner.value]
        module = self.resolve(inner.value) if isinstance(inner, ast.Attribute) and inner.attr == "__all__" else "?"
        if f"{self.place.module}.{module}" in self.facts.star_imports:  # `from .a import *` makes `a` known, too
            module = f"{self.place.module}.{module}"
        return ["*" + module] if module.startswith(self.place.root + ".") else ["**"]

    def _add_exported(self, name: str) -> None:
        whole = self._imported.get(name, "")
        internal = whole.startswith(self.place.root + ".")
        if whole != f"{self.place.module}.{name}":
            if internal:
                self.scope.add(name, ">", self.relative(whole))
            elif not self.facts.star_imports:
                self.scope.add(name, ">" if whole else "")


def flat(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements, with those of every branch that may run when the file is imported.

    `if TYPE_CHECKING or sys.version_info >= (3, 8)` runs; `if TYPE_CHECKING or os.getenv("DOCS")` is for documentation.
    """
    for statement in body:
        if isinstance(statement, ast.If):
            test = ast.unparse(statement.test) if not isinstance(statement.test, ast.Name) else statement.test.id
            if not _is_for_checkers(test) or test.startswith("not "):
                if not test.startswith("__name__"):
                    yield from flat(statement.body)
            elif " or " in test and "environ" not in test and "getenv" not in test:
                yield from flat(statement.body)
            yield from flat(statement.orelse)
        elif isinstance(statement, ast.Try):
            for part in (statement.body, *(handler.body for handler in statement.handlers), statement.orelse):
                yield from flat(part)
            yield from flat(statement.finalbody)
        elif isinstance(statement, ast.With):
            for item in statement.items:
                if item.optional_vars is not None:  # stays, too
                    yield ast.Assign([item.optional_vars], item.context_expr)
            yield from flat(statement.body)
        else:
            yield statement


def _is_for_checkers(test: str) -> bool:
    """Whether only type checkers run a branch: `TYPE_CHECKING`, before Python had it `MYPY_CHECK_RUNNING`."""
    return "TYPE_CHECKING" in test or "MYPY" in test


def _leaves(targets: Iterable[ast.expr]) -> Iterator[ast.expr]:
    for target in targets:
        if isinstance(target, ast.Tuple | ast.List):
            yield from _leaves(target.elts)
        else:
            yield target


def _loop_targets(loop: ast.For) -> Iterator[ast.expr]:
    """What a loop sets, and those inside of it."""
    yield loop.target
    for statement in flat(loop.body):
        if isinstance(statement, ast.For):
            yield from _loop_targets(statement)
        elif isinstance(statement, ast.Assign):
            yield from statement.targets


def _makes_names(node: ast.For) -> bool:
    """Whether a loop gives the module names that are not written out."""
    for each in ast.walk(node):
        if isinstance(each, ast.Call):
            callee = each.func.id if isinstance(each.func, ast.Name) else ""
            is_of_names = (
                callee != "setattr" or len(each.args) < 2 or not (text_of(each.args[1]) or "").startswith("__")
            )
            if callee in ("globals", "locals", "setattr", "vars") and is_of_names:
                return True
        elif isinstance(each, ast.Subscript) and isinstance(each.ctx, ast.Store):
            holder = each.value  # this_module.__dict__[name] = …
            if isinstance(holder, ast.Attribute) and holder.attr == "__dict__":
                return True
    return False


def _gives_each(node: ast.For) -> bool:
    """Whether all that a loop does is `locals()[name] = …` for each name, as scipy.signal did for its windows."""
    if len(node.body) != 1 or not isinstance(node.body[0], ast.Assign) or not isinstance(node.target, ast.Name):
        return False
    (target,) = node.body[0].targets[:1]
    is_own = isinstance(target, ast.Subscript) and isinstance(target.value, ast.Call)
    return is_own and isinstance(target, ast.Subscript) and ast.unparse(target.slice) == node.target.id


def _members(node: ast.ClassDef) -> Iterator[str]:
    """The public names that a class defines."""
    for statement in node.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement]
        for target in targets:
            name = target.id if isinstance(target, ast.Name) else getattr(target, "name", "_")
            if not name.startswith("_"):
                yield name


def _is_open_for_all(statement: ast.stmt) -> bool:
    is_known = isinstance(statement, ast.FunctionDef) and statement.name in ("extend_all", "__dir__")
    return isinstance(statement, ast.For | ast.FunctionDef) and not is_known and _names_all(statement)


def _names_all(statement: ast.AST) -> bool:
    """Whether a loop or a function may add to `__all__`."""
    return any(_is_all(each) for each in ast.walk(statement) if isinstance(each, ast.Name))


def _pin(value: ast.expr, known: dict[str, list[ast.expr]]) -> ast.expr:
    """A table made out of another one, with that one as it is at this place: the name may be given to others later."""
    if isinstance(value, ast.DictComp | ast.ListComp | ast.SetComp):
        source = value.generators[0].iter
        if isinstance(source, ast.Name) and known.get(source.id):
            value.generators[0].iter = known[source.id][-1]
    return value


def _parts_of_all(statement: ast.stmt) -> Iterator[ast.expr]:
    """The expressions that a statement adds to `__all__`."""
    if isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        if statement.value and any(_is_all(target) for target in targets):
            yield statement.value
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        call = statement.value
        if isinstance(call.func, ast.Attribute) and _is_all(call.func.value) and call.args:
            if call.func.attr == "extend":
                yield call.args[0]
            elif call.func.attr == "append":
                yield ast.List([call.args[0]])


def _is_all(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "__all__"
