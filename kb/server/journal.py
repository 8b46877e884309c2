"""The priority of each line that goes to the journal of systemd, so that `journalctl -p err` finds the errors.

systemd reads it from the start of a line, see sd-daemon(3), and leaves it out of the message.
"""

import logging
import os
import re
import sys
from typing import TextIO

_MARKED = re.compile("<[0-7]>")
_ERROR = re.compile(r"Traceback \(|\w+Error: ")


def is_journal() -> bool:
    """Whether stderr is the journal. A terminal may have inherited JOURNAL_STREAM, which names the stream it means."""
    try:
        stderr = os.fstat(2)
    except OSError:  # closed
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{stderr.st_dev}:{stderr.st_ino}"


def mark(text: str, level: int) -> str:
    """The text with its priority before each line, if stderr is the journal."""
    if not is_journal():
        return text
    priority = "<3>" if level >= logging.ERROR else "<4>" if level >= logging.WARNING else "<6>"
    return "\n".join(f"{priority}{line}" for line in text.split("\n"))


class StderrHandler(logging.StreamHandler):  # type: ignore[type-arg]
    """Writes to stderr, and marks what goes to the journal."""

    def format(self, record: logging.LogRecord) -> str:
        return mark(super().format(record), record.levelno)


class MarkedLines:
    """A stream to the journal for what is no line of the log, such as why a command fails.

    Its lines are warnings, and errors from the first line of an error on, which ends the program.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._priority = "<4>"
        self._is_within_line = False

    def write(self, text: str) -> int:
        """Write the text, with a priority before each line that has none."""
        for line in text.splitlines(keepends=True):
            if not self._is_within_line and not _MARKED.match(line):
                self._priority = "<3>" if _ERROR.match(line) else self._priority
                self._stream.write(self._priority)
            self._stream.write(line)
            self._is_within_line = not line.endswith("\n")
        return len(text)

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


def mark_stderr() -> None:
    """Let each line on stderr have its priority, if it is the journal."""
    if is_journal():
        sys.stderr = MarkedLines(sys.stderr)
