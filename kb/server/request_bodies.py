"""WSGI wrapper that gives Django request bodies it can handle: with a length, and with an error if they are cut off.

Django takes a chunked body for an empty one (https://code.djangoproject.com/ticket/28668), and Granian does not tell a
body that is cut off from a whole one. A proxy that buffers requests solves both; this module is for servers without
one, such as that of `make serve`. It does nothing about slow senders, each of whom holds a thread: a public server
needs the proxy.
"""

from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any, BinaryIO

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

_PIECE = 64 * 1024
_MOST_DISCARDED = 10  # times the limit


class DeclaredBody:
    """`wsgi.input` that raises OSError if the body ends before its declared length.

    Django never asks for more than that length, so a short read means that the sender is gone.
    """

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self.readline = source.readline  # Django wants one, and nobody reads by lines

    def read(self, size: int) -> bytes:
        data = self._source.read(size)
        if len(data) < size:
            raise OSError("The body ended before its declared length.")
        return data


class RequestBodies:
    """A WSGI application around another one. It reads no more than one byte over `limit` of a body without a length."""

    def __init__(self, application: Application, limit: int) -> None:
        self.application = application
        self.limit = limit

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        source: BinaryIO = environ["wsgi.input"]
        if "chunked" in environ.get("HTTP_TRANSFER_ENCODING", "").lower():
            data = source.read(self.limit + 1)  # one byte over the limit tells the application that it is too large
            environ.update({"wsgi.input": BytesIO(data), "CONTENT_LENGTH": str(len(data))})
        else:
            environ["wsgi.input"] = DeclaredBody(source)
        answer = self.application(environ, start_response)
        if is_longer_than(environ, 0) and not environ.get("HTTP_EXPECT"):
            # Read the rest of what was refused: a client that cannot finish sending never sees our answer.
            left = _MOST_DISCARDED * self.limit
            while left > 0 and (piece := source.read(_PIECE)):
                left -= len(piece)
        return answer


def is_longer_than(environ: Environ, most: int) -> bool:
    """Whether a request declares more than `most` bytes, or a length that is not a number."""
    declared = environ.get("CONTENT_LENGTH") or "0"
    return not declared.isdecimal() or int(declared) > most
