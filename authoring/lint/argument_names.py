"""Lint: a call in the code of an article spells its arguments as the function does, and its module as it is imported.

Known are the functions that an article's scripts define, those of packages that have a release history, and those of
Python itself, if the code or a script imports them. What none of them has is told only where it is nearly one of
theirs: what a function hands on is not known.
"""

import ast
import builtins
import inspect
import pkgutil
import sys
from collections.abc import Collection, Iterator, Mapping
from functools import cache, lru_cache

from authoring.lint.install_commands import placed_codes
from tracefix.articles.distributions import nearest
from tracefix.articles.model import Article, Problem
from tracefix.versions.history import find_history, packages_of

_MOST_KEPT = 4096  # trees of short codes, which several rules read
USUAL = {"F": "torch.nn.functional", "nn": "torch.nn", "np": "numpy", "pd": "pandas", "torch": "torch"}


def check(article: Article) -> Iterator[Problem]:
    """The misspelt arguments and modules in the code of an article's body, fixes and rows."""
    trees = [parse(script.text) for script in article.scripts]
    own = {name: names for tree in trees for name, names in _defined(tree)}
    imported = {name: full for tree in trees for name, full in imports_of(tree)}
    for line, code in placed_codes(article):
        for message in find_misspelt(code, own, imported):
            yield Problem(article.path, line, message)
        for name, meant in find_misspelt_modules(code, imported):
            yield Problem(article.path, line, f"nothing imports {name!r}: did you mean {meant!r}?")


def find_misspelt(
    code: str, own: Mapping[str, Collection[str]] = {}, imported: Mapping[str, str] = {}
) -> Iterator[str]:
    """What is wrong with the arguments of calls: each that is misspelt, with the one that was meant.

    `own` are known functions, and `imported` the names that are imported elsewhere, with what they stand for.
    """
    tree = parse(code)
    imported = {**USUAL, **imported, **dict(imports_of(tree))}
    own = {**own, **dict(_defined(tree))}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (given := [each.arg for each in node.keywords if each.arg]):
            name = ast.unparse(node.func)
            known = own[name] if name in own else _arguments(name, imported)
            for argument in given:
                if argument not in known and (meant := nearest(argument, known)):
                    yield f"{name}() has no argument {argument!r}: did you mean {meant!r}?"


def find_misspelt_modules(code: str, imported: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The names of a call that are nearly a module that a script imports, each with that module.

    >>> list(find_misspelt_modules("configparsr.ConfigParser()", {"configparser": "configparser"}))
    [('configparsr', 'configparser')]
    """
    tree = parse(code)
    bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    bound |= dict(imports_of(tree)).keys() | {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            name = node.value.id
            is_known = name in bound or name in imported or hasattr(builtins, name)
            if not is_known and (meant := nearest(name, (each for each, full in imported.items() if each == full))):
                yield name, meant


def _arguments(name: str, imported: Mapping[str, str]) -> frozenset[str]:
    """The arguments that a function or class of a package with a history has, in whichever release."""
    head, dot, rest = name.partition(".")
    full = f"{imported.get(head, head if {*packages_of(head)} - {'python'} else '')}{dot}{rest}"
    found = (find_history(package) for package in packages_of(full.partition(".")[0]))
    labels = (history.labels(owner) for history in found if history for owner in (full, f"{full}.__init__"))
    listed = frozenset(label[1:-1] for each in labels for label in each if label.startswith("("))
    return listed or _arguments_of_python(full if head in imported else f"builtins.{name}")


@cache
def _arguments_of_python(name: str) -> frozenset[str]:
    """The arguments of a function or class of the standard library, as the Python that runs has it."""
    if name.partition(".")[0] not in sys.stdlib_module_names:
        return frozenset()
    try:
        return frozenset(inspect.signature(pkgutil.resolve_name(name)).parameters)
    except (ImportError, AttributeError, TypeError, ValueError):  # no such name, or one that does not tell them
        return frozenset()


@lru_cache(_MOST_KEPT)
def parse(code: str) -> ast.Module:
    """The code as a tree; an empty one if it is no Python, such as a command of a shell."""
    try:
        return ast.parse(code.strip())
    except (SyntaxError, ValueError):
        return ast.Module([], [])


def imports_of(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names that a tree imports, each with what it stands for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                yield alias.asname or top, alias.name if alias.asname else top
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names)


def _defined(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    """The functions at the top of a tree, each with its arguments."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            signature = node.args
            yield node.name, [each.arg for each in (*signature.posonlyargs, *signature.args, *signature.kwonlyargs)]
