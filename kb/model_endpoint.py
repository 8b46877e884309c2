"""The operator's own language model, at an OpenAI-compatible endpoint such as that of vLLM, Ollama or llama.cpp.

It writes a draft about an error that no article covers. The endpoint is the operator's, and is trusted no further than
that: time, size and how many drafts are written at once are bounded, and what it says is text of printable characters.
Nothing is stored or logged here. https://platform.openai.com/docs/api-reference/chat/create
"""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any, Literal
from urllib.parse import urlsplit

MOST_AT_ONCE = 2  # drafts of a process: each holds one of its threads (kb/management/commands/serve.py)
SECONDS = 60  # of a draft in all
_CONNECT_SECONDS = 5
_SILENT_SECONDS = 25  # without a byte, also before the first; shorter than proxy_read_timeout of container/nginx.conf
_MOST_TOKENS = 1_000
_MOST_CHARACTERS = 20_000
_LONGEST_LINE = 64 * 1024  # bytes of one event
_room = threading.BoundedSemaphore(MOST_AT_ONCE)

Reason = Literal["busy", "slow", "broken", "long"]


class ModelError(Exception):
    """Raised if a draft does not come, or not whole. The reason is all that is known: no words of the endpoint."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class ModelEndpoint:
    """The address of an endpoint, such as http://127.0.0.1:8080/v1, the model's name there, and a key or ""."""

    url: str
    model: str
    key: str = field(repr=False)


def draft(endpoint: ModelEndpoint, prompt: str) -> Iterator[str]:
    """The model's text in pieces, as they come. Raises ModelError.

    Whoever stops reading must close the iterator, or drop it: until then it holds one of MOST_AT_ONCE places.
    """
    if not _room.acquire(blocking=False):
        raise ModelError("busy")
    try:
        yield from _draft(endpoint, prompt)
    finally:
        _room.release()


def _draft(endpoint: ModelEndpoint, prompt: str) -> Iterator[str]:
    url = urlsplit(endpoint.url)
    connect = HTTPSConnection if url.scheme == "https" else HTTPConnection
    connection = connect(url.hostname or "", url.port, timeout=_CONNECT_SECONDS)
    is_late = threading.Event()
    clock = None
    try:
        connection.connect()
        connection.sock.settimeout(_SILENT_SECONDS)
        clock = threading.Timer(SECONDS, _hang_up, (connection.sock, is_late))
        clock.daemon = True
        clock.start()
        connection.request("POST", f"{url.path}/chat/completions", _question(endpoint, prompt), _headers(endpoint))
        response = connection.getresponse()
        if response.status != 200:
            raise ModelError("broken")
        yield from _read_pieces(response)
    except (OSError, HTTPException, ValueError, LookupError, TypeError, AttributeError) as error:
        raise ModelError("slow" if is_late.is_set() or isinstance(error, TimeoutError) else "broken") from None
    finally:
        if clock:
            clock.cancel()
        connection.close()


def _hang_up(connection: socket.socket, is_late: threading.Event) -> None:
    """End a connection that another thread waits for: a timeout of the socket alone would let bytes drip for ever."""
    is_late.set()
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


def _question(endpoint: ModelEndpoint, prompt: str) -> bytes:
    messages = [{"role": "user", "content": prompt}]
    body = {"model": endpoint.model, "messages": messages, "stream": True, "max_tokens": _MOST_TOKENS}
    return json.dumps(body).encode()


def _headers(endpoint: ModelEndpoint) -> dict[str, str]:
    key = {"Authorization": f"Bearer {endpoint.key}"} if endpoint.key else {}
    return {"Content-Type": "application/json", "Accept": "text/event-stream", **key}


def _read_pieces(response: HTTPResponse) -> Iterator[str]:
    """The pieces of text in a stream of events. Raises ModelError or ValueError, LookupError and the like."""
    left = _MOST_CHARACTERS
    for choice in _read_choices(response):
        piece = printable_text(choice["delta"].get("content") or "")[:left]
        left -= len(piece)
        if piece:
            yield piece
        if choice.get("finish_reason") == "length" or not left:
            raise ModelError("long")
        if choice.get("finish_reason"):
            return


def _read_choices(response: HTTPResponse) -> Iterator[Any]:
    """The first choice of each event. Raises ValueError if the stream ends before the model has."""
    while line := response.readline(_LONGEST_LINE):
        if not line.endswith(b"\n"):
            raise ValueError("An event is too long, or the stream broke off within it.")
        if line.startswith(b"data:"):
            if line.removeprefix(b"data:").strip() == b"[DONE]":
                return
            yield from json.loads(line.removeprefix(b"data:"))["choices"][:1]
    raise ValueError("The stream broke off.")


def printable_text(text: str) -> str:
    """A text without control characters, marks that turn its direction, and halves of surrogate pairs.

    >>> printable_text("two\\nlines \\x1b[1m\\u202e")
    'two\\nlines [1m'
    """
    return "".join(each for each in text if each.isprintable() or each.isspace())
