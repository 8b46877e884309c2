"""The error files of torchrun (TORCHELASTIC_ERROR_FILE): JSON with the exact time of a rank's exception."""

from __future__ import annotations

import json
from typing import Any

from tracefix.triage.events import LONGEST_TEXT, Event, Kind, Role
from tracefix.triage.recognising import recognise

_LARGEST = 4 << 20  # bytes


def is_error_file(name: str) -> bool:
    return name.replace("\\", "/").rpartition("/")[2] == "error.json"


def read_error_file(name: str, data: bytes, rank: int | None) -> Event | None:
    """The exception that an error file tells; None if it is none."""
    if len(data) > _LARGEST:
        return None
    try:
        message: Any = json.loads(data)["message"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if isinstance(message, str):
        return _event(name, message, None, rank, data)
    if not isinstance(message, dict):
        return None
    extra = message.get("extraInfo")
    extra = extra if isinstance(extra, dict) else {}
    stack = extra.get("py_callstack")
    text = str(message.get("message", ""))
    return _event(name, text, extra.get("timestamp"), rank, (stack if isinstance(stack, str) else text).encode())


def _event(name: str, text: str, timestamp: object, rank: int | None, window: bytes) -> Event | None:
    line = text.strip().partition("\n")[0]
    if not line:
        return None
    recognised = recognise("", line)
    try:
        time = float(timestamp) if isinstance(timestamp, (str, int, float)) else None
    except ValueError:
        time = None
    kind, role = (recognised.kind, recognised.role) if recognised else (Kind.EXCEPTION, Role.CAUSE)
    return Event(kind, role, line[:LONGEST_TEXT], name, 1, 0, time, rank, is_own=rank is not None, window=window)
