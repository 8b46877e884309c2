"""Read one log from a file or from standard input, also a compressed one, up to the size limit."""

from __future__ import annotations

import io
import sys
import zlib
from pathlib import Path
from typing import IO

from tracefix.phrases import Phrase, sentence
from tracefix.reading.decoding import decode
from tracefix.triage.gzipped import GZIP

MOST_BYTES = 10 * 1024 * 1024  # as the site takes
_DAMAGED, _STANDARD_INPUT = sentence("it is compressed, and damaged or incomplete"), sentence("standard input")


class UnreadableError(Exception):
    """A log that cannot be read. The text, a Phrase, names it and says why."""


def read_log(name: str) -> str:
    """The text of a file, or of standard input for "-". Raises UnreadableError, also if there is nothing in it."""
    if name == "-" and sys.stdin is None:  # as with `<&-`
        raise UnreadableError(Phrase("standard input cannot be read: it is closed"))
    told = _STANDARD_INPUT if name == "-" else name
    try:
        if name == "-":
            data = _unpacked(sys.stdin.buffer)
        else:
            with Path(name).open("rb") as file:
                data = _unpacked(file)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        why = getattr(error, "strerror", None) or (str(error) if isinstance(error, ValueError) else _DAMAGED)
        raise UnreadableError(Phrase("{name} cannot be read: {why}", name=told, why=why)) from error
    if len(data) > MOST_BYTES:
        raise UnreadableError(Phrase("{name} is larger than 10 MB: tracefix triage reads logs of any size", name=told))
    text = decode(data)
    if not text.strip(" \t\r\n\f\v\x00\ufeff"):
        raise UnreadableError(Phrase("{name} is empty", name=told))
    return text


def _unpacked(file: IO[bytes]) -> bytes:
    """The bytes of a file, unpacked if it is compressed by gzip: one more than may be read, if it has more."""
    data = file.read(MOST_BYTES + 1)
    if not data.startswith(GZIP):
        return data
    import gzip  # here: few logs are compressed

    with gzip.open(io.BytesIO(data)) as unpacked:
        return unpacked.read(MOST_BYTES + 1)
