"""Lint: reject a fix that differs from its repro only by catching the error and going on."""

import ast
from collections.abc import Iterator

from tracefix.articles.model import Problem, Script

_TELLS = {"print", "sys.exit", "exit", "quit", "warnings.warn", "traceback.print_exc"}
_LOGGERS = {"logging", "logger", "log"}
_HELPERS = {"contextlib", "logging", "sys", "traceback", "warnings"}  # modules that such a handler may need


def check(repro: Script, fixed: Script) -> Iterator[Problem]:
    """Whether the fix is the repro, with the error caught and passed over."""
    try:
        before, after = ast.parse(repro.text), ast.parse(fixed.text)
    except SyntaxError:  # faked_errors.py says so
        return
    uncaught = _Uncaught()
    same = _dump(uncaught.visit(after)) == _dump(before)
    if uncaught.lines and same:
        message = "only catches the error and goes on: a fix removes the cause, so that nothing is raised"
        yield Problem(fixed.path, min(uncaught.lines), message)


class _Uncaught(ast.NodeTransformer):
    """Puts what is caught in silence back where it stood, and collects the lines on which it was."""

    def __init__(self) -> None:
        self.lines: list[int] = []

    def visit_Try(self, node: ast.Try) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        if not node.handlers or not all(_is_silent(handler) for handler in node.handlers):
            return node
        self.lines.append(node.lineno)
        return [*node.body, *node.orelse, *node.finalbody]

    def visit_With(self, node: ast.With) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        if not all(_called(item.context_expr).endswith("suppress") for item in node.items):
            return node
        self.lines.append(node.lineno)
        return node.body


def _is_silent(handler: ast.ExceptHandler) -> bool:
    return all(
        isinstance(line, ast.Pass | ast.Continue | ast.Break | ast.Return) or _tells(line) for line in handler.body
    )


def _tells(line: ast.stmt) -> bool:
    """Whether a statement does nothing but say something, or end the script as if all were well."""
    if not isinstance(line, ast.Expr):
        return False
    name = _called(line.value)
    return isinstance(line.value, ast.Constant) or name in _TELLS or name.partition(".")[0] in _LOGGERS


def _called(value: ast.expr) -> str:
    return ast.unparse(value.func) if isinstance(value, ast.Call) else ""


def _dump(tree: ast.Module) -> list[str]:
    """The statements, without texts that stand alone and without the modules that a handler may need."""
    return [
        ast.dump(line)
        for line in tree.body
        if not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))
        and not (isinstance(line, ast.Import) and {alias.name for alias in line.names} <= _HELPERS)
        and not (isinstance(line, ast.ImportFrom) and line.module == "contextlib")
    ]
