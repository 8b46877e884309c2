"""The log lines of Granian itself, as ours are written: granian_logs.json names the classes.

Granian's own process imports this, and its workers are copies of that process. So nothing else may import this module
and this module imports nothing of ours: a worker that is started after an update would have the old code.
"""

import json
import logging
import os
from datetime import UTC, datetime

_NO_NEWS = ("Configuration allows spawning up to", "Websockets are not supported")  # of options that serve.py chose


class NewsFilter(logging.Filter):
    """Leaves out what Granian says at each start about options that are chosen on purpose."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not record.getMessage().startswith(_NO_NEWS)


class JournalHandler(logging.StreamHandler):  # type: ignore[type-arg]
    """Writes to stderr, and marks errors and warnings of the journal as kb/server/journal.py does."""

    def format(self, record: logging.LogRecord) -> str:
        text, stderr = super().format(record), os.fstat(2)
        if os.environ.get("JOURNAL_STREAM") != f"{stderr.st_dev}:{stderr.st_ino}":
            return text
        priority = "<3>" if record.levelno >= logging.ERROR else "<4>" if record.levelno >= logging.WARNING else "<6>"
        return "\n".join(f"{priority}{line}" for line in text.split("\n"))


class GranianFormatter(logging.Formatter):
    """Lines as kb.server.logs writes them, JSON objects if TRACEFIX_LOG_FORMAT says so. There are no request ids."""

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created, UTC)
        line = {
            "time": time.isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name.lstrip("_"),
            "request_id": "-",
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[0]:
            line["stack"] = f"{record.exc_info[0].__module__}.{record.exc_info[0].__qualname__}"  # never its message
        if os.environ.get("TRACEFIX_LOG_FORMAT") == "json":
            return json.dumps(line, ensure_ascii=False)
        clock = f"{time:%Y-%m-%d %H:%M:%S},{time.microsecond // 1000:03}"
        told = f"{clock} {line['level']} {line['logger']} -: {line['message']}"
        return "\n".join(filter(None, (told, line.get("stack"))))
