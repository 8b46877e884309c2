"""CountsFile: the metrics of one process in a file, for prometheus_client's multiprocess mode.

prometheus_client maps a sparse file into memory, and a write to a hole on a full disk is SIGBUS, which kills the
process. CountsFile writes to the file instead. While the disk is full it keeps the values in memory, and it writes a
new file when there is room again.

The format is that of prometheus_client.mmap_dict, whose reader adds up the files of all workers: four bytes with the
used length, four unused bytes, then records. A record is the length of the key, the key in UTF-8 padded with spaces so
that both take a multiple of eight bytes, and two doubles: the value and its time.
"""

import errno
import logging
import os
import struct
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

log = logging.getLogger(__name__)

_HEADER = struct.Struct("i4x")
_LENGTH = struct.Struct("i")
_VALUE = struct.Struct("dd")


class CountsFile:
    """Replaces prometheus_client.mmap_dict.MmapedDict. It needs no lock: prometheus_client holds one at each call."""

    def __init__(self, name: str) -> None:
        self._path = Path(name)
        self._image = bytearray(_HEADER.pack(_HEADER.size))  # the whole content that the file should have
        self._places: dict[str, int] = {}  # by key: the offset of its value in the image
        self._file: BinaryIO | None = None  # None if the file is missing or lacks a part of the image
        self._is_failure_logged = False
        self._save()

    def read_value(self, key: str) -> tuple[float, float]:
        """The value of a key and its time; (0.0, 0.0) for a new key."""
        if key not in self._places:
            self._append(key)
        value, timestamp = _VALUE.unpack_from(self._image, self._places[key])
        return value, timestamp

    def write_value(self, key: str, value: float, timestamp: float) -> None:
        """Set the value of a key and its time. Does not raise if the file cannot be written."""
        if key not in self._places:
            self._append(key)
        place = self._places[key]
        _VALUE.pack_into(self._image, place, value, timestamp)
        self._save((place, place + _VALUE.size))

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _append(self, key: str) -> None:
        encoded = key.encode()
        padding = b" " * (8 - (_LENGTH.size + len(encoded)) % 8)
        first = len(self._image)
        self._image += _LENGTH.pack(len(encoded)) + encoded + padding + _VALUE.pack(0.0, 0.0)
        self._places[key] = len(self._image) - _VALUE.size
        _HEADER.pack_into(self._image, 0, len(self._image))
        self._save((first, len(self._image)), (0, _HEADER.size))  # length last: readers see whole records

    def _save(self, *changed: tuple[int, int]) -> None:
        """Write these (start, end) ranges of the image, or all of it if the file lacks a part. Logs an OSError once."""
        try:
            if self._file is None:
                self._file = self._begin()
            else:
                for first, end in changed:
                    _write(self._file, self._image[first:end], first)
            self._is_failure_logged = False
        except OSError:
            self.close()
            if not self._is_failure_logged:
                self._is_failure_logged = True
                log.exception("Metrics cannot be written: /metrics lacks new counts of this process until they can")

    def _begin(self) -> BinaryIO:
        """Write the whole image to a temporary file and rename it: readers never see half a file. Raises OSError."""
        part = self._path.with_suffix(".part")
        file = part.open("wb", buffering=0)
        try:
            _write(file, self._image, 0)
            part.replace(self._path)
        except OSError:
            file.close()
            with suppress(OSError):
                part.unlink()
            raise
        return file


def _write(file: BinaryIO, data: bytearray, offset: int) -> None:
    """Write all of the data at this offset. Raises OSError, also if only a part fits on the disk."""
    if os.pwrite(file.fileno(), data, offset) < len(data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
