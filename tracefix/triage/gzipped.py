"""Unpack gzip in one pass, and go on from a place that was passed before.

The gzip module loses more of a damaged file, and goes back to a place only by unpacking everything before it anew.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, Any

GZIP = b"\x1f\x8b"
MOST_MEMBERS = 1_000  # of a file; each is what one run of gzip wrote, and an empty one has 20 bytes
_BITS = 31  # of zlib: a window of 32 KB, with gzip's header
_PIECE = 16 << 10  # packed bytes unpacked at once: zlib copies what it leaves of them
_BLOCK = 1 << 20  # the most that comes of them at once
_MOST_PLACES = 8  # of a file, of about 60 KB each


class TooManyMembersError(EOFError):
    """Raised behind the last member that is unpacked."""


@dataclass(slots=True)
class ResumePoint:
    """Where unpacking is: how many packed bytes are used up, how many came of them, and zlib's state."""

    packed: int = 0
    unpacked: int = 0
    members: int = 1
    state: Any = field(default_factory=lambda: zlib.decompressobj(_BITS))

    def copy(self) -> ResumePoint:
        return ResumePoint(self.packed, self.unpacked, self.members, self.state.copy())


def unpack(file: IO[bytes], place: ResumePoint, read: bytes = b"") -> Iterator[bytes]:
    """Unpack a file from a place on, and move the place along, up to the last readable byte.

    `read` is what was read of the file already. Raises OSError, EOFError and zlib.error.
    """
    for piece in _pieces(file, read):
        while piece:
            if place.state.eof:
                padding = len(piece) - len(piece := piece.lstrip(b"\0"))  # of tapes
                place.packed += padding
                if not piece:
                    break
                if place.members == MOST_MEMBERS:
                    raise TooManyMembersError
                place.members, place.state = place.members + 1, zlib.decompressobj(_BITS)
            block = place.state.decompress(piece, _BLOCK)
            rest = place.state.unused_data or place.state.unconsumed_tail
            place.packed += len(piece) - len(rest)
            place.unpacked += len(block)
            if block:
                yield block
            piece = rest
    if not place.state.eof:
        raise EOFError


def _pieces(file: IO[bytes], read: bytes) -> Iterator[bytes]:
    for at in range(0, len(read), _PIECE):
        yield read[at : at + _PIECE]
    while piece := file.read(_PIECE):
        yield piece


class ResumePoints:
    """Where unpacking of a file can resume: a few points, evenly far apart, and where the last window began."""

    def __init__(self) -> None:
        self._kept: list[ResumePoint] = []
        self._apart = _BLOCK
        self._last = ResumePoint()

    def blocks(self, file: IO[bytes], read: bytes) -> Iterator[bytes]:
        """Unpack a file, of whose beginning this was read already. Raises OSError, EOFError and zlib.error."""
        self._kept, self._apart, place = [], _BLOCK, ResumePoint()
        for block in unpack(file, place, read):
            if place.unpacked >= (self._kept[-1].unpacked if self._kept else 0) + self._apart:
                self._keep(place.copy())
            yield block

    def window(self, file: IO[bytes], start: int, end: int) -> bytes:
        """The unpacked bytes between two offsets; fewer if the file is damaged."""
        before = [each for each in (*self._kept, self._last) if each.unpacked <= start]
        self._last = max(before, key=lambda each: each.unpacked, default=ResumePoint())
        place = self._last.copy()
        file.seek(place.packed)
        parts = []
        try:
            for block in unpack(file, place):
                at = place.unpacked - len(block)
                parts.append(block[max(0, start - at) : max(0, end - at)])
                if place.unpacked <= start:
                    self._last = place.copy()
                if place.unpacked >= end:
                    break
        except (EOFError, zlib.error):
            pass
        return b"".join(parts)

    def _keep(self, place: ResumePoint) -> None:
        self._kept.append(place)
        if len(self._kept) > _MOST_PLACES:
            self._kept, self._apart = self._kept[1::2], 2 * self._apart
