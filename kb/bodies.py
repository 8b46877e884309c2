"""Request bodies as Django needs them: with a length, and read to their end even where they are refused.

PEP 3333 knows no chunked bodies, and Django reads nothing of a body that declares no length:
https://code.djangoproject.com/ticket/28668
"""

from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any, BinaryIO

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

_CHUNK = 64 * 1024
_MOST_DISCARDED = 10  # times the limit


class KnownLength:
    """A WSGI application around another one. No more than `limit` bytes of a body without a length are kept."""

    def __init__(self, application: Application, limit: int) -> None:
        self.application = application
        self.limit = limit

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        source = environ["wsgi.input"]
        if not environ.get("CONTENT_LENGTH") and "chunked" in environ.get("HTTP_TRANSFER_ENCODING", "").lower():
            body = _read(source, self.limit + 1)  # one byte too many tells the application that it is too large
            environ |= {"wsgi.input": BytesIO(body), "CONTENT_LENGTH": str(len(body))}
        answer = self.application(environ, start_response)
        declared = environ.get("CONTENT_LENGTH") or "0"
        if declared.isdigit() and int(declared) > self.limit and not environ.get("HTTP_EXPECT"):
            # A browser that is cut off while it sends shows a broken connection instead of our answer.
            _discard(source, self.limit * _MOST_DISCARDED)
        return answer


def _read(source: BinaryIO, size: int) -> bytes:
    pieces: list[bytes] = []
    while size > 0 and (piece := source.read(min(_CHUNK, size))):
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


def _discard(source: BinaryIO, size: int) -> None:
    try:
        while size > 0 and (piece := source.read(_CHUNK)):
            size -= len(piece)
    except OSError:
        pass  # the sender has gone
