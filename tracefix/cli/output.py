"""What the commands print: answers on standard output, and complaints on standard error.

Neither ends a command with a traceback, whatever the locale is, and wherever the two streams lead.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import TextIO

from tracefix.phrases import Phrase


class OutputError(Exception):
    """Standard output cannot be written. The text says why."""


def say(text: str) -> None:
    """Print in UTF-8, whatever the locale: answers repeat what a log says. Raises OutputError and BrokenPipeError."""
    if sys.stdout is None:  # as with `>&-`
        raise OutputError(Phrase("standard output is closed"))
    with _told():
        sys.stdout.buffer.write(text.encode("utf-8", "replace") + (b"" if text.endswith("\n") else b"\n"))
    flush()


def flush() -> None:
    """Write out what was printed, here, where a failure can still be told. Raises OutputError and BrokenPipeError."""
    if sys.stdout is not None:
        with _told():
            sys.stdout.flush()


def complain(line: str) -> None:
    """Print one line, without what a terminal would obey. Where standard error cannot be written, it is lost."""
    from tracefix.answers.text import printable  # here, because `tracefix run` seldom needs it

    if sys.stderr is None:  # print() would take standard output in its place
        return
    try:
        print(printable(line), file=sys.stderr, flush=True)
    except OSError:
        _give_up(sys.stderr)


def is_terminal() -> bool:
    """Whether somebody reads standard output at a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """Turn what goes wrong with standard output into OutputError, but for a reader who has read enough."""
    try:
        yield
    except OSError as error:
        _give_up(sys.stdout)
        if isinstance(error, BrokenPipeError):
            raise
        raise OutputError(Phrase("standard output cannot be written: {why}", why=str(error.strerror))) from error


def _give_up(stream: TextIO) -> None:
    """Send what is left in a stream nowhere: it would fail again when Python ends, and change the exit status."""
    with contextlib.suppress(OSError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
