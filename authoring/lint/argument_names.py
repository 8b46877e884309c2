"""Lint: a call in the code of an article spells its arguments as the function does.

Known are the functions that an article's scripts define, and those of packages that have a release history. An argument
that none of them has is told only where it is nearly one of theirs: what a function hands on is not known.
"""

import ast
from collections.abc import Collection, Iterator, Mapping

from rapidfuzz.distance import OSA

from authoring.lint.install_commands import commands_in
from authoring.lint.lines import line_of
from tracefix.articles.model import Article, Problem
from tracefix.versions.history import find_history, packages_of

_USUAL = {"F": "torch.nn.functional", "nn": "torch.nn", "np": "numpy", "pd": "pandas", "torch": "torch"}
_SHORTEST = 4  # characters; below, any name is near another
_LONG = 12  # from here on two letters may be wrong


def check(article: Article) -> Iterator[Problem]:
    """The misspelt arguments in the code of an article's body, fixes and rows."""
    own = {name: names for script in article.scripts for name, names in _defined(_parse(script.text))}
    texts = {article.body_line: article.body, line_of(article.path, "steps" if article.steps else "fix"): article.fix}
    texts |= {case.line: case.fix for case in article.cases}
    for line, text in texts.items():
        for code in commands_in(text):
            for function, argument, meant in find_misspelt(code, own):
                message = f"{function}() has no argument {argument!r}: did you mean {meant!r}?"
                yield Problem(article.path, line + text.count("\n", 0, text.find(code)), message)


def find_misspelt(code: str, own: Mapping[str, Collection[str]] = {}) -> Iterator[tuple[str, str, str]]:
    """The function, the misspelt argument and the one that was meant, of each such call. `own` are known functions."""
    tree = _parse(code)
    imported = _USUAL | dict(_imports(tree))
    own = {**own, **dict(_defined(tree))}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (given := [each.arg for each in node.keywords if each.arg]):
            name = ast.unparse(node.func)
            known = own[name] if name in own else _arguments(name, imported)
            for argument in given:
                if argument not in known and (meant := _near(argument, known)):
                    yield name, argument, meant


def _arguments(name: str, imported: Mapping[str, str]) -> frozenset[str]:
    """The arguments that a function or class of a package with a history has, in whichever release."""
    head, dot, rest = name.partition(".")
    full = f"{imported.get(head, '')}{dot}{rest}"
    found = (find_history(package) for package in packages_of(full.partition(".")[0]))
    labels = (history.labels(owner) for history in found if history for owner in (full, f"{full}.__init__"))
    return frozenset(label[1:-1] for each in labels for label in each if label.startswith("("))


def _near(argument: str, known: Collection[str]) -> str:
    """The known argument that is nearly this one; "" if none is."""
    most = 2 if len(argument) >= _LONG else 1
    near = ((OSA.distance(argument, name, score_cutoff=most), name) for name in known if len(name) >= _SHORTEST)
    distance, name = min(near, default=(most + 1, ""))
    return name if distance <= most and len(argument) >= _SHORTEST else ""


def _parse(code: str) -> ast.Module:
    """The code as a tree; an empty one if it is no Python, such as a command of a shell."""
    try:
        return ast.parse(code.strip())
    except (SyntaxError, ValueError):
        return ast.Module([], [])


def _imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
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
