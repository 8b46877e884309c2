"""The excepthook: after the traceback of an uncaught exception, one line where the error is known."""

from __future__ import annotations

import sys
import threading
from types import TracebackType

from tracefix.cli.failures import explain_failure


def install() -> None:
    """Explain uncaught exceptions of this process from now on, after the hooks that are there have printed them."""
    before, before_in_threads = sys.excepthook, threading.excepthook

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        before(kind, error, trace)
        _print_lines(error)

    def hook_in_threads(arguments: threading.ExceptHookArgs) -> None:
        before_in_threads(arguments)
        _print_lines(arguments.exc_value)

    sys.excepthook, threading.excepthook = hook, hook_in_threads


def _print_lines(error: BaseException | None) -> None:
    if sys.stderr is None:  # as in a program without a console
        return
    for line in explain_failure(error):
        print(line, file=sys.stderr)
