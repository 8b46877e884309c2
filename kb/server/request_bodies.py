"""WSGI middleware that gives chunked request bodies a length, raises an error for bodies that were cut off, and takes
the encodings out of content types.

Django treats a chunked body as empty (https://code.djangoproject.com/ticket/28668), and Granian hands over a body that
was cut off as if it were whole. A proxy that buffers requests solves both; this module is for servers without one, such
as that of `make serve`. It does nothing about slow senders, each of which holds a thread. A public server needs a
proxy.
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

    Django never reads beyond that length, so a short read means that the client is gone.
    """

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self.readline = source.readline  # Django needs the attribute; nothing here reads by lines

    def read(self, size: int) -> bytes:
        data = self._source.read(size)
        if len(data) < size:
            raise OSError("The body ended before its declared length.")
        return data


class RequestBodies:
    """A WSGI application that wraps another one. `limit` is the largest request body in bytes.

    It reads at most `limit` + 1 bytes of a chunked body into memory. The part of a body that the application did not
    read is read and thrown away, up to ten times the limit.
    """

    def __init__(self, application: Application, limit: int) -> None:
        self.application = application
        self.limit = limit

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        environ["CONTENT_TYPE"] = _without_charset(environ.get("CONTENT_TYPE", ""))
        source: BinaryIO = environ["wsgi.input"]
        if "chunked" in environ.get("HTTP_TRANSFER_ENCODING", "").lower():
            data = source.read(self.limit + 1)  # one byte over the limit makes the application refuse it
            environ.update({"wsgi.input": BytesIO(data), "CONTENT_LENGTH": str(len(data))})
        else:
            environ["wsgi.input"] = DeclaredBody(source)
        answer = self.application(environ, start_response)
        if is_longer_than(environ, 0) and not environ.get("HTTP_EXPECT"):
            # Read the rest of a refused body: many clients read the response only after they have sent everything.
            left = _MOST_DISCARDED * self.limit
            while left > 0 and (piece := source.read(_PIECE)):
                left -= len(piece)
        return answer


def _without_charset(content_type: str) -> str:
    """A content type with its boundary alone, where it names an encoding.

    Django decodes the query and the form by any encoding of Python's that a request names: it fails for some (`idna`,
    `hex`), and for others (`utf-7`) makes text that UTF-8 cannot write. Here all text is UTF-8.
    """
    kind, *parameters = content_type.split(";")
    if not any("charset" in each.lower() or "*" in each for each in parameters):
        return content_type
    return ";".join((kind, *(each for each in parameters if each.strip().lower().startswith("boundary="))))


def is_longer_than(environ: Environ, most: int) -> bool:
    """Whether a request declares more than `most` bytes, or a length that is not a number."""
    declared = environ.get("CONTENT_LENGTH") or "0"
    return not declared.isdecimal() or int(declared) > most
