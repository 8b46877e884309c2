"""Functions and classes of a file: their arguments, fields, methods and attributes."""

import ast
from bisect import bisect_left
from collections.abc import Iterable, Iterator

from authoring.release_scanner.decorators import calls, is_namespace, mark_decorators
from authoring.release_scanner.deprecations import (
    argument_replacements,
    callee_name,
    find_spoken_names,
    is_argument,
    own_replacement,
    renamed_arguments,
)
from authoring.release_scanner.literals import text_of
from authoring.release_scanner.source_names import MADE, Scope

_SPECIAL = ("__init__", "__call__", "__new__", "__version__")
_FIELDS_OF = ("BaseModel", "BaseSettings", "NamedTuple", "TypedDict", "RootModel", "GenericModel", "SQLModel", "Struct")
_FREE_FIELDS = ("BaseModel", "BaseSettings", "RootModel", "GenericModel", "SQLModel")
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_BRANCHES = (ast.If, ast.Try, ast.With)
_COMPOUND = (*_BRANCHES, ast.TryStar, ast.AsyncWith, ast.For, ast.AsyncFor, ast.While)


class DeprecationLines:
    """The lines of a source file that mention a deprecation: functions without such a line need not be searched."""

    def __init__(self, source: bytes) -> None:
        lines = enumerate(source.lower().split(b"\n"), 1) if b"eprec" in source else ()
        self._lines = [number for number, line in lines if b"deprec" in line]

    def within(self, node: _Function | ast.ClassDef) -> bool:
        """Whether a function or class has such a line."""
        place = bisect_left(self._lines, node.lineno)
        return place < len(self._lines) and self._lines[place] <= (node.end_lineno or node.lineno)


def read_function(node: _Function, scope: Scope, deprecations: DeprecationLines, in_class: bool) -> None:
    """A function and its arguments; of a private method, only that it is there."""
    if in_class and any(callee_name(each) in _PROPERTIES for each in node.decorator_list):
        if not node.name.startswith("_"):
            scope.add(node.name, replacement=own_replacement(node.decorator_list))
        return
    named = scope.add(node.name, "()", replacement=own_replacement(node.decorator_list))
    if in_class and node.name.startswith("_") and node.name not in _SPECIAL:
        return
    below = named.below
    for argument in _arguments(node, in_class):
        below.add(argument, "=")
    if node.args.kwarg:
        below.add("**", "=")
        for taken in _taken_names(node, node.args.kwarg.arg):
            below.add(taken, "=")
    for old, new in renamed_arguments(node.decorator_list):
        if old != node.name:  # which `@deprecate_nonkeyword_arguments(name="to_csv")` tells for its message
            below.add(old, "=", replacement=new)
    mark_decorators(node, below)
    _read_deprecations(node, below, deprecations)


_PROPERTIES = ("property", "cached_property", "setter", "getter", "abstractproperty", "lazy_property")


def _taken_names(node: _Function, words: str) -> Iterator[str]:
    """The arguments that a function takes out of its **kwargs by name."""
    for each in ast.walk(node):
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.args:
            if each.func.attr in ("pop", "get", "setdefault") and _is(each.func.value, words):
                yield from _identifier(each.args[0])
        elif isinstance(each, ast.Compare) and _is(each.comparators[0], words):
            yield from _identifier(each.left)


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _identifier(node: ast.expr) -> Iterator[str]:
    text = text_of(node)
    if text and text.isidentifier():
        yield text


def _arguments(node: _Function, in_class: bool) -> Iterator[str]:
    ordinary = [argument.arg for argument in [*node.args.posonlyargs, *node.args.args]]
    is_static = any(callee_name(each) in ("staticmethod", "abstractstaticmethod") for each in node.decorator_list)
    if in_class and not is_static:
        ordinary = ordinary[1:]
    positional = len(node.args.posonlyargs) - (1 if in_class and not is_static and node.args.posonlyargs else 0)
    yield from (name for name in ordinary[positional:] if not name.startswith("__"))
    yield from (argument.arg for argument in node.args.kwonlyargs)


def _read_deprecations(node: _Function | ast.ClassDef, below: Scope, deprecations: DeprecationLines) -> None:
    if not deprecations.within(node):
        return
    arguments = {key[0]: each for key, each in below.names.items() if key[1] in ("=", "")}
    for old, new in argument_replacements(node, arguments).items():
        arguments[old].replacement = arguments[old].replacement or new


def is_dataclass(node: ast.ClassDef) -> bool:
    """Whether its fields make its constructor."""
    return any(
        "dataclass" in callee_name(each) or callee_name(each) in ("attrs", "define", "frozen", "attributes", "mutable")
        or (callee_name(each) == "s" and isinstance(getattr(each, "func", each), ast.Attribute))
        for each in node.decorator_list
    )  # fmt: skip


def _accepts_others(node: ast.ClassDef) -> bool:
    """Whether a decorator lets the constructor take more than the fields: huggingface_hub's `strict`, with which
    transformers' configurations take any."""
    words = [word for each in node.decorator_list if isinstance(each, ast.Call) for word in each.keywords]
    return any(word.arg == "accept_kwargs" and ast.unparse(word.value) == "True" for word in words)


def read_class(node: ast.ClassDef, scope: Scope, deprecations: DeprecationLines) -> None:
    """Read the names of a class."""
    statements = list(_statements(node.body, _BRANCHES))
    bases = {callee_name(base.value if isinstance(base, ast.Subscript) else base) for base in node.bases}
    by_fields = is_dataclass(node) or bool(bases & set(_FIELDS_OF))
    methods = [each for each in statements if isinstance(each, _Function)]
    has_own = any(method.name == "__init__" for method in methods)
    for method in methods:
        if method.name in _SPECIAL or not method.name.startswith("_"):
            read_function(method, scope, deprecations, in_class=True)
        elif method.name == "__getattr__":
            scope.add("**", "=")
        for attribute in _set_on_self(method):
            if not attribute.startswith("_") and not scope.has(attribute):
                scope.add(attribute)
    for statement in statements:
        _read_field(statement, scope, deprecations)
    if any(is_namespace(call) for call in calls(node, ast.FunctionDef, ast.ClassDef)):  # locals()[name] = …
        scope.add("<", "<", MADE)
    if by_fields and not has_own:
        constructor = scope.add("__init__", "()+").below
        for statement in statements:
            _add_field(statement, constructor)
        if bases & set(_FREE_FIELDS) or _accepts_others(node):
            constructor.add("**", "=")
        _read_deprecations(node, constructor, deprecations)


def _read_field(statement: ast.stmt, scope: Scope, deprecations: DeprecationLines) -> None:
    if isinstance(statement, ast.Assign):
        targets: Iterable[ast.expr] = statement.targets
    elif isinstance(statement, ast.AnnAssign | ast.For):  # the variables of a loop stay
        targets = [statement.target]
    elif isinstance(statement, ast.ClassDef):
        if not statement.name.startswith("_"):
            read_class(statement, scope.add(statement.name, ":").below, deprecations)
        return
    else:
        return
    for target in targets:
        for each in target.elts if isinstance(target, ast.Tuple) else [target]:
            if isinstance(each, ast.Name) and not each.id.startswith("_") and not scope.has(each.id):
                scope.add(each.id)


def _add_field(statement: ast.stmt, constructor: Scope) -> None:
    """A field as an argument: `name: type`, but for those of the class and those that say init=False."""
    if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
        return
    if "ClassVar" in ast.unparse(statement.annotation):
        return
    if isinstance(statement.value, ast.Call):
        for word in statement.value.keywords:
            if word.arg == "init" and isinstance(word.value, ast.Constant) and word.value.value is False:
                return
    constructor.add(statement.target.id, "=")
    if isinstance(statement.value, ast.Call):
        for _, new in find_spoken_names(statement.value):
            if new != statement.target.id and is_argument(new):
                constructor.add(statement.target.id, "=", replacement=new)


def _statements(body: Iterable[ast.stmt], inside: tuple[type[ast.stmt], ...]) -> Iterator[ast.stmt]:
    """Statements in order, those inside of these compound ones in their place."""
    for statement in body:
        if isinstance(statement, inside):
            for part in ("body", "orelse", "finalbody"):
                yield from _statements(getattr(statement, part, ()), inside)
            for handler in getattr(statement, "handlers", ()):
                yield from _statements(handler.body, inside)
        else:
            yield statement


def _set_on_self(method: _Function) -> Iterator[str]:
    """The attributes that a method sets on its first argument."""
    if not method.args.args:
        return
    owner = method.args.args[0].arg
    for statement in _statements(method.body, _COMPOUND):
        if not isinstance(statement, ast.Assign | ast.AnnAssign):
            continue
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        for target in targets:
            for each in target.elts if isinstance(target, ast.Tuple) else [target]:
                if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id == owner:
                    yield each.attr
