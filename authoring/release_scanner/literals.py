"""Tables of names that a module writes out: `__all__`, lazy imports, what `__getattr__` answers."""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping


def text_of(node: ast.AST | None) -> str | None:
    """The string that an expression is, or None."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def strings(node: ast.AST | None, known: Mapping[str, list[ast.expr]]) -> list[str] | None:
    """The strings of a list, tuple or set, of a sum or of names of those; None if one is not written out."""
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        found: list[str] = []
        for element in node.elts:
            part = strings(element.value, known) if isinstance(element, ast.Starred) else _one(element)
            if part is None:
                return None
            found += part
        return found
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = strings(node.left, known), strings(node.right, known)
        return None if left is None or right is None else left + right
    if isinstance(node, ast.Name) and node.id in known and len(known[node.id]) == 1:
        return strings(known[node.id][0], {})
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("sorted", "list", "tuple"):
        return strings(node.args[0], known) if node.args else None
    return None


def _one(node: ast.expr) -> list[str] | None:
    text = text_of(node)
    return None if text is None else [text]


def keys(node: ast.AST | None, known: Mapping[str, list[ast.expr]], depth: int = 0) -> list[str] | None:
    """The names that a table has: keys of a dict, members of a list, first parts of pairs; None if unreadable."""
    if depth > 4 or node is None:
        return None
    if depth and (text := text_of(node)) is not None:
        return [text]
    if isinstance(node, ast.Dict):
        return [text for key in node.keys if (text := text_of(key))]
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        return [text for element in node.elts if (text := text_of(_first(element)))]
    if isinstance(node, ast.Name):
        parts = [keys(value, known, depth + 1) for value in known.get(node.id, ())]
        found = [part for part in parts if part is not None]
        return [name for part in found for name in part] if found else None
    if isinstance(node, ast.DictComp | ast.SetComp | ast.ListComp):
        return keys(node.generators[0].iter, known, depth + 1)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("dict", "set", "frozenset"):
        return [word.arg for word in node.keywords if word.arg] + (
            keys(node.args[0], known, depth + 1) or [] if node.args else []
        )
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("keys", "items"):
        return keys(node.func.value, known, depth + 1)
    return None


def _first(node: ast.expr) -> ast.expr:
    return node.elts[0] if isinstance(node, ast.Tuple | ast.List) and node.elts else node


def lazy_table(node: ast.AST | None) -> dict[str, list[str]] | None:
    """A dict from submodules to the names that they hold, as lazy imports write it."""
    if not isinstance(node, ast.Dict) or not node.keys:
        return None
    table: dict[str, list[str]] = {}
    for key, value in zip(node.keys, node.values, strict=True):
        module = text_of(key)
        names = strings(value, {})
        if module is None or any(name.startswith(".") for name in names or ()):  # a table of homes: lazy_homes()
            return None
        table[module] = names or []
    return table


def lazy_homes(node: ast.AST | None) -> dict[str, str]:
    """A dict from names to the modules that hold them, the other way to write lazy imports: {"X": ".mod"}, {"X":
    (__package__, ".mod")} or {"X": ".mod:X"}."""
    homes = {}
    for key, value in zip(node.keys, node.values, strict=True) if isinstance(node, ast.Dict) else ():
        name = text_of(key)
        texts = [text for each in ast.walk(value) if (text := text_of(each))]
        module = texts[-1].partition(":")[0] if len(texts) == 1 else ""
        if name and name.isidentifier() and module and all(part.isidentifier() for part in module.split(".") if part):
            homes[name] = module
    return homes


def find_answered_names(function: ast.FunctionDef, known: Mapping[str, list[ast.expr]]) -> tuple[list[str], bool]:
    """The names that a module's `__getattr__` answers, and whether those are all of them."""
    if not function.args.args:
        return [], False
    argument = function.args.args[0].arg
    local = {**known}
    names: list[str] = []
    refused: list[str] = []
    complete = True
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            local.setdefault(node.targets[0].id, []).append(node.value)
    for node, raises, is_bounded in _with_refusals(function.body, False, lambda test: _bounds(test, argument, local)):
        if raises is None:
            continue
        for table in _tables(node, argument):
            found = [table] if isinstance(table, str) else keys(table, local)
            if found is None:
                complete = complete and (raises or is_bounded)
            else:
                (refused if raises else names).extend(found)
        imported = _importer_names(node, argument, known)
        names.extend(imported or ())
        complete = complete and (raises or is_bounded or imported is not None or not _hands_on(node, argument))
    return [name for name in names if name not in refused], complete


def find_made_answers(node: ast.expr | None, known: Mapping[str, list[ast.expr]]) -> list[str] | None:
    """The names that `__getattr__ = deprecation_getattr(__name__, TABLE)` answers, as JAX has it; None if those cannot
    be read. A name whose row ends in None raises."""
    words = [*node.args, *(word.value for word in node.keywords)] if isinstance(node, ast.Call) else []
    tables = [table for word in words if isinstance(word, ast.Name) for table in known.get(word.id, ())]
    tables += [word for word in words if isinstance(word, ast.Dict)]
    if not tables or not all(isinstance(table, ast.Dict) and _is_written_out(table, {}) for table in tables):
        return None
    rows = [
        row for table in tables if isinstance(table, ast.Dict) for row in zip(table.keys, table.values, strict=True)
    ]
    return [text for key, value in rows if (text := text_of(key)) and not _is_refused(value)]


def _is_refused(row: ast.expr) -> bool:
    last = row.elts[-1] if isinstance(row, ast.Tuple) and row.elts else row
    return isinstance(last, ast.Constant) and last.value is None


def _with_refusals(
    body: Iterable[ast.stmt], raises: bool | None, bounds: Callable[[ast.expr], bool], is_bounded: bool = False
) -> Iterator[tuple[ast.AST, bool | None, bool]]:
    """Statements and tests of a function, and whether what they ask for ends in an error; None if in nothing. And
    whether a test above, by `bounds`, lets only names through that are written out."""
    for statement in body:
        if isinstance(statement, ast.If):
            refusing = raises or _ends_in_raise(statement.body) or (False if _answers(statement.body) else None)
            yield statement.test, refusing, is_bounded
            yield from _with_refusals(statement.body, refusing, bounds, is_bounded or bounds(statement.test))
            yield from _with_refusals(statement.orelse, raises, bounds, is_bounded)
        elif isinstance(statement, ast.Try):
            inner = [*statement.body, *statement.orelse, *statement.finalbody]
            yield from _with_refusals(inner, raises, bounds, is_bounded)
            for handler in statement.handlers:
                yield from _with_refusals(handler.body, raises, bounds, is_bounded)
        elif isinstance(statement, ast.For | ast.While | ast.With):
            yield from _with_refusals(statement.body, raises, bounds, is_bounded)
        elif isinstance(statement, ast.Raise):
            continue
        else:
            yield statement, raises, is_bounded


def _bounds(test: ast.expr, argument: str, known: Mapping[str, list[ast.expr]]) -> bool:
    """Whether a test lets only names through that are written out: `name in TABLE`, `name == "old"`."""
    if not isinstance(test, ast.Compare) or not _is(test.left, argument) or len(test.ops) != 1:
        return False
    right = test.comparators[0]
    if isinstance(test.ops[0], ast.Eq):
        return text_of(right) is not None
    return isinstance(test.ops[0], ast.In) and _is_written_out(right, known)


def _is_written_out(node: ast.expr, known: Mapping[str, list[ast.expr]]) -> bool:
    """Whether a table, or each that a name is set to, says all of its names. `__all__` may be added to anywhere."""
    if isinstance(node, ast.Name):
        tables = known.get(node.id, ()) if node.id != "__all__" else ()
        return bool(tables) and all(_is_written_out(table, {}) for table in tables)
    if isinstance(node, ast.Dict):
        return all(text_of(key) is not None for key in node.keys)
    return isinstance(node, ast.List | ast.Tuple | ast.Set) and all(text_of(each) is not None for each in node.elts)


def _answers(body: list[ast.stmt]) -> bool:
    """Whether a branch returns or sets anything: a warning alone does not make a name."""
    return any(isinstance(each, ast.Return | ast.Assign) for statement in body for each in ast.walk(statement))


def _ends_in_raise(body: list[ast.stmt]) -> bool:
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _ends_in_raise(last.body) and _ends_in_raise(last.orelse)
    return isinstance(last, ast.Raise)


def _tables(node: ast.AST, argument: str) -> Iterator[str | ast.expr]:
    """The values that the argument is compared with, and the tables that it is looked up in."""
    for each in ast.walk(node):
        if isinstance(each, ast.Compare) and _is(each.left, argument) and len(each.ops) == 1:
            right = each.comparators[0]
            if isinstance(each.ops[0], ast.Eq):
                yield text_of(right) or right
            elif isinstance(each.ops[0], ast.In) and not _is_globals(right):
                yield right
        elif isinstance(each, ast.MatchValue):  # `match name: case "old":`
            yield text_of(each.value) or each.value
        elif isinstance(each, ast.Subscript) and _is(each.slice, argument) and not _is_globals(each.value):
            yield each.value
        elif (
            isinstance(each, ast.Call)
            and isinstance(each.func, ast.Attribute)
            and each.func.attr in ("get", "pop")
            and each.args
            and _is(each.args[0], argument)
            and not _is_globals(each.func.value)
        ):
            yield each.func.value


def _importer_names(node: ast.AST, argument: str, known: Mapping[str, list[ast.expr]]) -> list[str] | None:
    """The names that `return find(name)` knows, where `find = create_importer(…, deprecated_lookups=TABLE)`, as
    langchain has it; None if it is no such thing or may know others."""
    call = node.value if isinstance(node, ast.Return) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or len(call.args) != 1:
        return None
    made = known.get(call.func.id, ())
    maker = made[0] if len(made) == 1 else None
    if not _is(call.args[0], argument) or not isinstance(maker, ast.Call) or not isinstance(maker.func, ast.Name):
        return None
    if maker.func.id != "create_importer" or any(word.arg == "fallback_module" for word in maker.keywords):
        return None
    tables = [keys(word.value, known) for word in maker.keywords]
    return None if None in tables else [name for table in tables for name in table or ()]


def _hands_on(node: ast.AST, argument: str) -> bool:
    """Whether an answer is made by something else that takes the argument: getattr(module, name), find(name).

    What `getattr` gives may be returned later, as in numpy.core: `found = getattr(module, name, None)`.
    """
    for each in ast.walk(node):
        if isinstance(each, ast.Return | ast.Assign) and each.value is not None:
            for call in ast.walk(each.value):
                if not isinstance(call, ast.Call) or not any(_is(value, argument) for value in call.args):
                    continue
                if isinstance(each, ast.Assign):
                    is_handed = isinstance(call.func, ast.Name) and call.func.id == "getattr"
                else:
                    is_handed = not (isinstance(call.func, ast.Attribute) and call.func.attr == "get")
                if is_handed:
                    return True
    return False


def _is(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_globals(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("globals", "vars", "dir")
