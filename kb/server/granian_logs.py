"""The log lines of Granian itself as JSON: granian_logs.json names the class.

Granian's own process imports this, and its workers are copies of that process. So nothing else may import this module
and this module imports nothing of ours: a worker that is started after an update would have the old code.
"""

import json
import logging
from datetime import UTC, datetime


class GranianFormatter(logging.Formatter):
    """One JSON object per line, as kb.server.logs.JsonFormatter writes them. A request that Granian logs has no id."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name.lstrip("_"),
            "request_id": "-",
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[0]:
            line["stack"] = f"{record.exc_info[0].__module__}.{record.exc_info[0].__qualname__}"  # never its message
        return json.dumps(line, ensure_ascii=False)
