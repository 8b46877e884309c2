"""Logs that were sent: files in memory, unpacked up to a limit, and why others of them are left out."""

from __future__ import annotations

import io
import zlib
from codecs import getincrementaldecoder
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from tracefix.phrases import Phrase
from tracefix.triage.gzipped import GZIP, ResumePoint, unpack
from tracefix.triage.sources import BINARY, BytesSource, LeftOut, why_unfinished

MOST_UNPACKED = 32 << 20  # bytes of all files together
_LONGEST_NAME = 300  # characters
_SAMPLE = 64 << 10  # bytes
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_CONTROLS = bytes({*range(1, 9), *range(14, 27), *range(28, 32)})  # no text has them; a log may have holes of NULs
_CONTROLS_OF_TEXT = 0.05


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it was sent. Its name may have folders in it."""

    name: str
    data: bytes


def sources_of(uploads: Iterable[Upload], most: int = MOST_UNPACKED) -> tuple[list[BytesSource], list[LeftOut]]:
    """The logs among the files, and the files that are not read, with the reason."""
    found: list[BytesSource] = []
    left: list[LeftOut] = []
    names: set[str] = set()
    for upload in uploads:
        name = _free_name(upload.name, names)
        names.add(name)
        data, problem = _unpack(upload.data, most) if upload.data.startswith(GZIP) else (upload.data, None)
        if data and not _is_text(data):
            data, problem = b"", Phrase("it is no text")
        if problem or not data:
            left.append(LeftOut(name, problem or Phrase("it is empty")))
        if data:
            most -= len(data)
            found.append(BytesSource(name, _as_utf_8(data) if data.startswith(_UTF_16) else data))
    return found, left


def unpacked_size(uploads: Iterable[Upload], most: int = MOST_UNPACKED) -> int:
    """How many bytes sources_of() unpacks and keeps. They are counted, and not kept."""
    size = 0
    for upload in uploads:
        size += _packed_size(upload.data, most - size) if upload.data.startswith(GZIP) else len(upload.data)
    return size


def _packed_size(packed: bytes, most: int) -> int:
    size = 0
    with suppress(EOFError, zlib.error):
        for block in unpack(io.BytesIO(packed), ResumePoint()):
            size += len(block)
            if size > most:
                return max(0, most)
    return size


def _free_name(name: str, taken: set[str]) -> str:
    """The name to show, from which the rank is read: printable, short and unique."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in name[-_LONGEST_NAME:]) or "?"
    number, free = 1, shown
    while free in taken:
        number += 1
        free = f"{shown} ({number})"
    return free


def _unpack(packed: bytes, most: int) -> tuple[bytes, Phrase | None]:
    """Unpack a compressed file up to a limit. Returns the content, and the reason if it is incomplete."""
    found = io.BytesIO()
    try:
        for block in unpack(io.BytesIO(packed), ResumePoint()):
            room = max(0, most - found.tell())
            found.write(block[:room])
            if len(block) > room:
                return found.getvalue(), Phrase("it is too large when unpacked: only its beginning is read")
    except (EOFError, zlib.error) as error:
        return found.getvalue(), why_unfinished(error)
    return found.getvalue(), None


def _as_utf_8(data: bytes) -> bytes:
    """UTF-16 as UTF-8, piece by piece: the whole text would take as much memory again."""
    decoder = getincrementaldecoder("utf-16")("replace")
    found = io.BytesIO()
    for start in range(0, len(data), _SAMPLE):
        found.write(decoder.decode(data[start : start + _SAMPLE]).encode())
    found.write(decoder.decode(b"", final=True).encode())
    return found.getvalue()


def _is_text(data: bytes) -> bool:
    if data.startswith(_UTF_16):
        return True
    if data.startswith((*BINARY, GZIP)):
        return False
    sample = data[:_SAMPLE]
    return len(sample) - len(sample.translate(None, _CONTROLS)) <= _CONTROLS_OF_TEXT * len(sample)
