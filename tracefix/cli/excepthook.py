"""The excepthook: after the traceback of an uncaught exception, one line where the error is known."""

from __future__ import annotations

import sys
import threading
from types import TracebackType

from tracefix.cli.failures import print_lines

_is_installed = _has_values = False


def install(*, values: bool = False) -> None:
    """Explain uncaught exceptions of this process from now on, after the hooks that are there have printed them.

    Once: where another hook was put around ours since, it is still called.
    """
    global _is_installed, _has_values
    _has_values = values
    if _is_installed:
        return
    _is_installed = True
    before, before_in_threads = sys.excepthook, threading.excepthook

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        before(kind, error, trace)
        print_lines(error, values=_has_values)

    def hook_in_threads(arguments: threading.ExceptHookArgs) -> None:
        before_in_threads(arguments)
        print_lines(arguments.exc_value, values=_has_values)

    sys.excepthook, threading.excepthook = hook, hook_in_threads
