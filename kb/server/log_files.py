"""Read a log from a file or from standard input, also a compressed one, up to the size limit."""

import gzip
import io
import sys
import zlib
from pathlib import Path

from django.conf import settings

from tracefix.reading.decoding import decode

_GZIP = b"\x1f\x8b"


class LogFileError(Exception):
    """Raised for a file that cannot be read. Its text names the file and says why."""


def read_log(name: str) -> str:
    """The text of a file, or of standard input for "-". Raises LogFileError."""
    if name == "-" and sys.stdin is None:  # as with `<&-`
        raise LogFileError("standard input cannot be read: it is closed")
    try:
        if name == "-":
            data = sys.stdin.buffer.read(settings.MAX_PASTE_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(settings.MAX_PASTE_BYTES + 1)
        if len(data) <= settings.MAX_PASTE_BYTES and data.startswith(_GZIP):
            data = _decompress(data)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise LogFileError(f"{name} cannot be read: it is compressed, and damaged or incomplete") from error
    except (OSError, ValueError) as error:
        raise LogFileError(f"{name} cannot be read: {getattr(error, 'strerror', None) or error}") from error
    if len(data) > settings.MAX_PASTE_BYTES:
        raise LogFileError(f"{name} is larger than 10 MB: cut out the part around the error")
    return decode(data)


def _decompress(data: bytes) -> bytes:
    """At most one byte more than a paste may have, however much is packed."""
    with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
        return file.read(settings.MAX_PASTE_BYTES + 1)
