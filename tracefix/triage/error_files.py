"""The error files of torchrun (TORCHELASTIC_ERROR_FILE): JSON with the exact time of a rank's exception."""

from __future__ import annotations

import json
from typing import Any

from tracefix.linear_re import Expression
from tracefix.phrases import Phrase
from tracefix.reading.decoding import decode
from tracefix.triage.events import LONGEST_TEXT, Event, EventKind, EventRole
from tracefix.triage.recognising import recognise

LARGEST = 64 << 10  # bytes; of torchrun they have a few thousand
TOO_LARGE = Phrase("it is larger than 64 KB")
NO_ERROR_FILE = Phrase("it is no error file of torchrun")
_MESSAGE = Expression(r'[{,]\s*"message"\s*:\s*')
_DECODER = json.JSONDecoder(parse_int=float)  # of any number of digits
_EARLIEST, _LATEST = 946_684_800.0, 4_102_444_800.0  # the years 2000 and 2100, in seconds


def is_error_file(name: str) -> bool:
    return name.replace("\\", "/").rpartition("/")[2] == "error.json"


def read_error_file(name: str, data: bytes, rank: int | None) -> Event | None:
    """The exception in an error file; None if there is none. Only the value of `message` is read from the JSON."""
    text = decode(data[:LARGEST])
    found = _MESSAGE.search(text)
    message: Any = None
    try:
        message = _DECODER.raw_decode(text, found.end())[0] if found else None
    except (ValueError, RecursionError):
        return None
    extra: Any = {}
    if isinstance(message, dict):
        message, extra = message.get("message"), message.get("extraInfo")
    if not isinstance(message, str):
        return None
    if not isinstance(extra, dict):
        extra = {}
    stack = extra.get("py_callstack")
    window = _encode(stack if isinstance(stack, str) else message)
    return _event(name, decode(_encode(message)), _time(extra.get("timestamp")), rank, window)


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "replace")  # half a surrogate pair becomes "?"


def _time(timestamp: object) -> float | None:
    """A time as torchrun writes it, in seconds, mostly as a string; None if no job can have run then."""
    try:
        time = float(timestamp) if isinstance(timestamp, (str, float)) else None
    except ValueError:
        return None
    return time if time is not None and _EARLIEST <= time < _LATEST else None


def _event(name: str, text: str, time: float | None, rank: int | None, window: bytes) -> Event | None:
    line = text.strip().partition("\n")[0]
    if not line:
        return None
    recognised = recognise("", line)
    kind, role = (recognised.kind, recognised.role) if recognised else (EventKind.EXCEPTION, EventRole.CAUSE)
    return Event(kind, role, line[:LONGEST_TEXT], name, 1, 0, time, rank, is_own=rank is not None, window=window)
