"""CountsFile: the file of one process's metrics for prometheus_client, written instead of mapped into memory.

The library maps a file with holes; writing into a hole on a full disk is SIGBUS and ends the process. This one stays in
memory while the disk is full, and writes a new file once there is room. The format is that of
prometheus_client.mmap_dict, whose reader adds up the files of all workers: four bytes with the used length, four unused
bytes, then records of a key's length, the key in UTF-8 padded with spaces to a multiple of eight, and two doubles, the
value and its time.
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
    """Stands in for prometheus_client.mmap_dict.MmapedDict. Calls come one at a time: the library holds a lock."""

    def __init__(self, name: str) -> None:
        self._path = Path(name)
        self._image = bytearray(_HEADER.pack(_HEADER.size))  # the file as it is to be
        self._places: dict[str, int] = {}  # where the value of a key stands
        self._file: BinaryIO | None = None  # None: the file lacks some of the image, or is not there
        self._is_told = False
        self._save()

    def read_value(self, key: str) -> tuple[float, float]:
        """The value and its time; 0 and 0 of a new key."""
        if key not in self._places:
            self._append(key)
        value, timestamp = _VALUE.unpack_from(self._image, self._places[key])
        return value, timestamp

    def write_value(self, key: str, value: float, timestamp: float) -> None:
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
        self._save((first, len(self._image)), (0, _HEADER.size))  # a record counts once it is whole

    def _save(self, *changed: tuple[int, int]) -> None:
        """Write these stretches of the image, or all of it where the file has fallen behind."""
        try:
            if self._file is None:
                self._file = self._begin()
            else:
                for first, end in changed:
                    _write(self._file, self._image[first:end], first)
            self._is_told = False
        except OSError:
            self.close()
            if not self._is_told:
                self._is_told = True
                log.exception("Figures cannot be written: this process counts for itself until they can")

    def _begin(self) -> BinaryIO:
        """A new file with the whole image, which takes the name once it is complete: readers never see a half."""
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


def _write(file: BinaryIO, data: bytearray, place: int) -> None:
    if os.pwrite(file.fileno(), data, place) < len(data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
