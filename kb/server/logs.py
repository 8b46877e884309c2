"""Log formatters that leave out the message of an exception, because it may quote a paste or a password.

Where the cause is known, it is told in words of ours: kb/failure_causes.py.
"""

import json
import logging
import time
import traceback
from datetime import UTC, datetime
from types import TracebackType

from kb.failure_causes import chain_of, own_cause
from kb.server.request_ids import request_id_of

_HOST_PAUSE_SECONDS = 60.0
_LONGEST_HOST = 100


class PrivateFormatter(logging.Formatter):
    """Formats an exception as its stack, class and cause, without its message.

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
        for error in chain_of(ei[1]):
            kind, cause = type(error), own_cause(error)
            last = f"{kind.__module__}.{kind.__qualname__}{f': {cause}' if cause else ''}"
            lines = [*traceback.format_tb(error.__traceback__), last, *(["\nwhich led to:\n"] if lines else []), *lines]
        return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines).rstrip("\n")


class HostFilter(logging.Filter):
    """Tells of requests for hosts that are not ours, at most once a minute and without the stack.

    Scanners send many of them. Without one line, a server that lacks its own name in TRACEFIX_ALLOWED_HOSTS would
    answer 400 to everybody and say nothing.
    """

    def __init__(self) -> None:
        super().__init__()
        self._next = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        if time.monotonic() < self._next:
            return False
        self._next = time.monotonic() + _HOST_PAUSE_SECONDS
        request = getattr(record, "request", None)
        host = str(getattr(request, "META", {}).get("HTTP_HOST", ""))[:_LONGEST_HOST]
        record.msg = (
            "A request for the host %s got 400: TRACEFIX_ALLOWED_HOSTS lacks it. Others are not told for a minute."
        )
        record.args, record.exc_info, record.exc_text = (ascii(host),), None, None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


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
