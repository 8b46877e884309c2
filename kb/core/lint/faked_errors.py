"""A repro shows the real error from the real mechanism: it makes no error of its own, and sets nobody's guard.

What a person would see in review is read from the syntax tree; a script bent on cheating can still cheat.
"""

import ast
from collections.abc import Iterator

from kb.core.articles.model import Article, Problem, Script
from kb.core.articles.signatures import class_name
from kb.core.matching.catalogue import Catalogue
from kb.core.matching.diagnosis import diagnose


def check(article: Article, repro: Script) -> Iterator[Problem]:
    """The statements of a repro that make its error by hand."""
    try:
        tree = ast.parse(repro.text)
    except SyntaxError as error:
        yield Problem(repro.path, error.lineno or 1, f"cannot be read as Python 3 ({error.msg}): correct it")
        return
    own = Catalogue([article])
    raised = {class_name(name) for name in article.exceptions}
    imported, defined = _imported_names(tree), _defined_names(tree)
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 1)
        if isinstance(node, ast.Raise) and class_name(_dotted(node.exc)) in raised:
            message = f"raises {class_name(_dotted(node.exc))} itself: let the real mechanism raise it"
            yield Problem(repro.path, line, message)
        if id(node) not in documentation and any(diagnose(part, own).matches for part in _lines_of_text(node)):
            yield Problem(repro.path, line, "holds the error's text: let the real mechanism print it")
        if isinstance(node, ast.Import | ast.ImportFrom) and _is_mock(node):
            yield Problem(repro.path, line, "replaces parts by mocks: show the error with the real ones")
        for target, value in _set_attributes(node):
            if target.partition(".")[0] not in imported:
                continue
            if target.rpartition(".")[2].startswith("_"):
                message = f"sets {target}, a private name of another package: let the package set it"
                yield Problem(repro.path, line, message)
            elif isinstance(value, ast.Lambda) or _dotted(value) in defined:
                message = f"replaces {target} by code of its own: show the error with the real one"
                yield Problem(repro.path, line, message)


def _lines_of_text(node: ast.AST) -> list[str]:
    return node.value.splitlines() if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def _imported_names(tree: ast.Module) -> set[str]:
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    return {(alias.asname or alias.name).partition(".")[0] for node in imports for alias in node.names}


def _defined_names(tree: ast.Module) -> set[str]:
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def _is_mock(node: ast.Import | ast.ImportFrom) -> bool:
    names = [alias.name for alias in node.names]
    return "mock" in {part for name in [*names, getattr(node, "module", None) or ""] for part in name.split(".")}


def _set_attributes(node: ast.AST) -> Iterator[tuple[str, ast.expr | None]]:
    """The dotted names of attributes that a statement sets, deletes or passes to setattr(), with their new value."""
    if isinstance(node, ast.Call) and _dotted(node.func) == "setattr" and len(node.args) == 3:
        name = node.args[1]
        attribute = name.value if isinstance(name, ast.Constant) else ""
        yield f"{_dotted(node.args[0])}.{attribute!s}", node.args[2]
    elif isinstance(node, ast.Assign | ast.Delete):
        for target in node.targets:
            for item in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
                if isinstance(item, ast.Attribute):
                    yield _dotted(item), getattr(node, "value", None)
    elif isinstance(node, ast.AugAssign | ast.AnnAssign) and isinstance(node.target, ast.Attribute):
        yield _dotted(node.target), node.value


def _dotted(node: ast.AST | None) -> str:
    """`torch.cuda.is_available` of a name, an attribute or a call of one; "" of anything else.

    >>> _dotted(ast.parse("torch.cuda.OutOfMemoryError('full')").body[0].value)
    'torch.cuda.OutOfMemoryError'
    """
    if isinstance(node, ast.Call):
        return _dotted(node.func)
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""
