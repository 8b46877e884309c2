"""The excepthook: after the traceback of an uncaught exception, one line where the error is known."""

from __future__ import annotations

import sys
import threading
from types import TracebackType

from tracefix.cli.failures import print_lines


def install() -> None:
    """Explain uncaught exceptions of this process from now on, after the hooks that are there have printed them."""
    before, before_in_threads = sys.excepthook, threading.excepthook

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        before(kind, error, trace)
        print_lines(error)

    def hook_in_threads(arguments: threading.ExceptHookArgs) -> None:
        before_in_threads(arguments)
        print_lines(arguments.exc_value)

    sys.excepthook, threading.excepthook = hook, hook_in_threads
