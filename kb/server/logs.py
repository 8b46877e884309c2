"""Log formatters that leave out the message of an exception, because it may quote a paste."""

import json
import logging
import traceback
from datetime import UTC, datetime
from types import TracebackType

from kb.server.request_ids import request_id_of


class PrivateFormatter(logging.Formatter):
    """Formats an exception as its stack and class, without its message.

    >>> "secret" in PrivateFormatter().formatException((ValueError, ValueError("secret"), None))
    False
    """

    def format(self, record: logging.LogRecord) -> str:
        record.request_id = request_id_of(record)
        return super().format(record)

    def formatException(  # noqa: N802 - the name is the library's
        self, ei: tuple[type[BaseException] | None, BaseException | None, TracebackType | None]
    ) -> str:
        lines: list[str] = []
        error = ei[1]
        seen: set[int] = set()
        while error is not None and id(error) not in seen:
            seen.add(id(error))
            kind = type(error)
            stack = [*traceback.format_tb(error.__traceback__), f"{kind.__module__}.{kind.__qualname__}"]
            lines = [*stack, *(["\nwhich led to:\n"] if lines else []), *lines]
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines).rstrip("\n")


class JsonFormatter(PrivateFormatter):
    """One JSON object per line: time, level, logger, request id, message, the `fields` of the record, and the stack.

    >>> json.loads(JsonFormatter().format(logging.LogRecord("kb", 30, "", 0, "a %s", ("b",), None)))["message"]
    'a b'
    """

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "request_id": request_id_of(record),
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["stack"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)
