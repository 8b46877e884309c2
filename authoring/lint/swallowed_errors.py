"""Lint: reject a fix that catches the error of the lines that fail, and goes on."""

import ast
from collections.abc import Container, Iterator

from tracefix.articles.model import Problem, Script

_TELLS = {"print", "sys.exit", "exit", "quit", "warnings.warn", "traceback.print_exc"}
_LOGGERS = {"logging", "logger", "log"}
_NOTHING = {"None", "''", "{}", "[]", "()", "dict()", "list()", "set()", "tuple()"}


def check(repro: Script, fixed: Script) -> Iterator[Problem]:
    """Whether the fix runs what fails as the repro does, catches the error and passes over it."""
    try:
        before, after = ast.parse(repro.text), ast.parse(fixed.text)
    except SyntaxError:  # faked_errors.py says so
        return
    tried = {line for node in ast.walk(before) if isinstance(node, ast.Try) for line in node.body}
    old = {ast.dump(node) for node in ast.walk(before) if isinstance(node, ast.stmt) and node not in tried}
    swallowed = (node.lineno for node in ast.walk(after) if isinstance(node, ast.Try | ast.With) and _hides(node, old))
    for line in sorted(swallowed)[:1]:
        message = "only catches the error and goes on: a fix removes the cause, so that nothing is raised"
        yield Problem(fixed.path, line, message)


def _hides(node: ast.Try | ast.With, old: Container[str]) -> bool:
    """Whether a statement of the fix is new, and only hides the error of lines that the repro has, too."""
    if ast.dump(node) in old or not all(ast.dump(line) in old for line in node.body):
        return False
    if isinstance(node, ast.With):
        return all(_called(item.context_expr).endswith("suppress") for item in node.items)
    return bool(node.handlers) and all(map(_is_silent, node.handlers))


def _is_silent(handler: ast.ExceptHandler) -> bool:
    return all(
        isinstance(line, ast.Pass | ast.Continue | ast.Break | ast.Return) or _tells(line) or _gives_nothing(line)
        for line in handler.body
    )


def _gives_nothing(line: ast.stmt) -> bool:
    """Whether a statement puts nothing in the place of what failed: `labels = None`, `labels = {}`."""
    return isinstance(line, ast.Assign) and ast.unparse(line.value) in _NOTHING


def _tells(line: ast.stmt) -> bool:
    """Whether a statement does nothing but say something, or end the script as if all were well."""
    if not isinstance(line, ast.Expr):
        return False
    name = _called(line.value)
    return isinstance(line.value, ast.Constant) or name in _TELLS or name.partition(".")[0] in _LOGGERS


def _called(value: ast.expr) -> str:
    return ast.unparse(value.func) if isinstance(value, ast.Call) else ""
