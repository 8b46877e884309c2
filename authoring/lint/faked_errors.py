"""Lint: reject a repro that raises, prints, mocks or forces its own error, instead of letting the real code fail.

The rules read the syntax tree. They catch what a reviewer would miss, not somebody who means to cheat.
"""

import ast
from collections.abc import Iterator

from tracefix.articles.model import Article, Problem, Script
from tracefix.articles.signatures import class_name
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose

_Found = Iterator[tuple[int, str]]  # line and message


def check(article: Article, repro: Script) -> Iterator[Problem]:
    """The statements of a repro that make its error by hand."""
    for line, message in _check_text(article, repro.text):
        yield Problem(repro.path, line, message)


def _check_text(article: Article, text: str) -> _Found:
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        yield error.lineno or 1, f"cannot be read as Python 3 ({error.msg}): correct it"
        return
    yield from _raised_errors(tree, article)
    yield from _quoted_messages(tree, article)
    yield from _mocks(tree)
    yield from _private_names(tree)
    yield from _replaced_parts(tree)


def _raised_errors(tree: ast.Module, article: Article) -> _Found:
    """A repro does not raise an exception of the article's kind itself."""
    kinds = {class_name(name) for name in article.exceptions}
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and (kind := class_name(_dotted_name(node.exc))) in kinds:
            yield node.lineno, f"raises {kind} itself: let the real mechanism raise it"


def _quoted_messages(tree: ast.Module, article: Article) -> _Found:
    """No text of a repro is the error's, except in a docstring."""
    own = Catalogue([article])
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in docstrings:
            continue
        if any(diagnose(line, own).matches for line in node.value.splitlines()):
            yield node.lineno, "holds the error's text: let the real mechanism print it"


def _mocks(tree: ast.Module) -> _Found:
    """A repro imports no mocks."""
    for node in _imports(tree):
        names = [getattr(node, "module", None) or "", *(alias.name for alias in node.names)]
        if "mock" in {part for name in names for part in name.split(".")}:
            yield node.lineno, "replaces parts by mocks: show the error with the real ones"


def _private_names(tree: ast.Module) -> _Found:
    """A repro leaves the private names of other packages alone: some guard an error, and forcing them fakes it."""
    for line, target, _ in _changes_of_packages(tree):
        if _is_private(target):
            yield line, f"sets {target}, a private name of another package: let the package set it"


def _replaced_parts(tree: ast.Module) -> _Found:
    """A repro does not put functions or classes of its own in place of another package's."""
    defined = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    for line, target, value in _changes_of_packages(tree):
        if not _is_private(target) and (isinstance(value, ast.Lambda) or _dotted_name(value) in defined):
            yield line, f"replaces {target} by code of its own: show the error with the real one"


def _is_private(target: str) -> bool:
    return target.rpartition(".")[2].startswith("_")


def _imports(tree: ast.Module) -> Iterator[ast.Import | ast.ImportFrom]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))


def _changes_of_packages(tree: ast.Module) -> Iterator[tuple[int, str, ast.expr | None]]:
    """Where an attribute of something imported is changed: the line, its dotted name, and its new value."""
    imported = {(alias.asname or alias.name).partition(".")[0] for node in _imports(tree) for alias in node.names}
    for node in ast.walk(tree):
        for target, value in _set_attributes(node):
            if target.partition(".")[0] in imported:
                yield getattr(node, "lineno", 1), target, value


def _set_attributes(node: ast.AST) -> Iterator[tuple[str, ast.expr | None]]:
    """The dotted names of attributes that a statement sets, deletes or passes to setattr(), with their new value."""
    if isinstance(node, ast.Call) and _dotted_name(node.func) == "setattr" and len(node.args) == 3:
        name = node.args[1]
        attribute = name.value if isinstance(name, ast.Constant) else ""
        yield f"{_dotted_name(node.args[0])}.{attribute!s}", node.args[2]
    elif isinstance(node, ast.Assign | ast.Delete):
        for target in node.targets:
            for item in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
                if isinstance(item, ast.Attribute):
                    yield _dotted_name(item), getattr(node, "value", None)
    elif isinstance(node, ast.AugAssign | ast.AnnAssign) and isinstance(node.target, ast.Attribute):
        yield _dotted_name(node.target), node.value


def _dotted_name(node: ast.AST | None) -> str:
    """`torch.cuda.is_available` of a name, an attribute or a call of one; "" of anything else.

    >>> _dotted_name(ast.parse("torch.cuda.OutOfMemoryError('full')").body[0].value)
    'torch.cuda.OutOfMemoryError'
    """
    if isinstance(node, ast.Call):
        return _dotted_name(node.func)
    if isinstance(node, ast.Attribute):
        return f"{_dotted_name(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""
