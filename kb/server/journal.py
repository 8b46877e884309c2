"""The priority of each line that goes to the journal of systemd, so that `journalctl -p err` finds the errors.

systemd reads it from the start of a line, see sd-daemon(3), and leaves it out of the message.
"""

import logging
import os


def mark(text: str, level: int) -> str:
    """The text with its priority before each line, if stderr is the journal.

    A terminal may have inherited JOURNAL_STREAM, which therefore names the stream that is meant.
    """
    try:
        stderr = os.fstat(2)
    except OSError:  # closed
        return text
    if os.environ.get("JOURNAL_STREAM") != f"{stderr.st_dev}:{stderr.st_ino}":
        return text
    priority = "<3>" if level >= logging.ERROR else "<4>" if level >= logging.WARNING else "<6>"
    return "\n".join(f"{priority}{line}" for line in text.split("\n"))


class StderrHandler(logging.StreamHandler):  # type: ignore[type-arg]
    """Writes to stderr, and marks what goes to the journal."""

    def format(self, record: logging.LogRecord) -> str:
        return mark(super().format(record), record.levelno)
