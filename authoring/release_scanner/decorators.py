"""What decorators give to what they decorate: arguments to functions, members to classes, a place in `__all__`.

A decorator counts by its last name: `@_api.define_aliases(…)` is any `define_aliases` of the package.
"""

import ast
from collections.abc import Collection, Iterator

from authoring.release_scanner.deprecations import callee_name
from authoring.release_scanner.literals import keys, text_of
from authoring.release_scanner.source_names import Scope

MARK = "@"  # before the name of a decorator, as the sign of what it decorates
_HARMLESS = frozenset(
    (  # noqa: SIM905 - a dozen words
        "abstractmethod cache cached_property classmethod contextmanager dataclass final lru_cache overload override "
        "property runtime_checkable setter staticmethod total_ordering unique wraps"
    ).split()
)
_ALIASES = "define_aliases"  # matplotlib's: see find_property_aliases()
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_Gift = tuple[list[str], bool, bool, bool]


def mark_decorators(node: _Definition, below: Scope) -> None:
    """Write down the decorators of a function or class, for weaving, which knows what each of them gives."""
    for decorator in node.decorator_list:
        name = callee_name(decorator)
        if name and name not in (*_HARMLESS, _ALIASES):
            below.add(MARK + name, MARK)


def find_property_aliases(node: ast.ClassDef, below: Scope) -> Iterator[str]:
    """The short names of a class's properties, as `@_api.define_aliases({"linewidth": ["lw"]})` gives them to it:
    `get_lw` where there is `get_linewidth`."""
    tables = [
        each.args[0]
        for each in node.decorator_list
        if isinstance(each, ast.Call) and callee_name(each) == _ALIASES and each.args
    ]
    for table in tables:
        for key, value in zip(table.keys, table.values, strict=True) if isinstance(table, ast.Dict) else ():
            for prefix in ("get_", "set_"):
                if below.has(f"{prefix}{text_of(key)}"):
                    yield from (prefix + alias for alias in keys(value, {}) or ())


def read_gift(node: _Definition) -> _Gift | None:
    """What a function or class gives, should it be a decorator: arguments by name, whether any argument, whether any
    member, whether a place in the `__all__` of its module, as timm's `register_model` does; None if nothing."""
    functions = [each for each in ast.walk(node) if isinstance(each, ast.FunctionDef)]
    wrappers = [each for each in functions if each is not node and each.args.vararg and each.args.kwarg]
    arguments = [each.arg for wrapper in wrappers for each in wrapper.args.kwonlyargs if not each.arg.startswith("_")]
    is_signed = any(isinstance(each, ast.Attribute) and each.attr == "__signature__" for each in ast.walk(node))
    any_argument = bool(wrappers) and is_signed and not arguments
    any_member = any(_gives_members(each) for each in functions)
    is_exporting = any(_is_growing_all(each) for each in calls(node))
    gift = (arguments, any_argument, any_member, is_exporting)
    return gift if any(gift) else None


def _is_growing_all(call: ast.Call) -> bool:
    """`module.__all__.append(function.__name__)`."""
    holder = call.func.value if isinstance(call.func, ast.Attribute) and call.func.attr == "append" else None
    return isinstance(holder, ast.Attribute) and holder.attr == "__all__"


def _gives_members(function: ast.FunctionDef) -> bool:
    """Whether it sets attributes of a class by names that nobody can read: `setattr(cls, …)`, `cls._add(…)`."""
    arguments = [each.arg for each in function.args.args]
    for call in calls(function):
        holder = call.func.value if isinstance(call.func, ast.Attribute) else None
        target = call.args[0] if callee_name(call) == "setattr" and call.args else None
        if _is_one_of(target, [*arguments[:1], "cls"]) or ("cls" in arguments and _is_one_of(holder, ["cls"])):
            return True
    return False


def _is_one_of(node: ast.expr | None, names: Collection[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names


def calls(node: ast.AST, *without: type[ast.AST]) -> Iterator[ast.Call]:
    """The calls in a piece of source, but for those in these parts of it."""
    waiting: list[ast.AST] = [node]
    while waiting:
        each = waiting.pop()
        if isinstance(each, ast.Call):
            yield each
        waiting += (child for child in ast.iter_child_nodes(each) if not isinstance(child, without))


def is_namespace(node: ast.AST | None) -> bool:
    """Whether this is `globals()` or its like, through which a module or class gets names."""
    names = ("globals", "locals", "vars")
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names and not node.args
