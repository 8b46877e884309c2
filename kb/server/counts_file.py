"""CountsFile: the metrics of one process in a file, for prometheus_client's multiprocess mode.

prometheus_client maps a sparse file into memory, and a write to a hole on a full disk is SIGBUS, which kills the
process. CountsFile has the library's dict in plain memory and writes it to the file instead. While the disk is full it
only counts, and it writes a new file when there is room again.
"""

import errno
import logging
import os
import struct
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from prometheus_client.mmap_dict import MmapedDict

log = logging.getLogger(__name__)


class CountsFile(MmapedDict):
    """Replaces prometheus_client.values.MmapedDict. It needs no lock: the library holds one at each call."""

    def __init__(self, name: str) -> None:
        self._path = Path(name)
        # The whole content that the file should have: first its length, then records as the library writes them
        self._m = bytearray(struct.pack("i4x", 8))  # type: ignore[assignment]
        self._used, self._capacity = len(self._m), sys.maxsize  # so that the library never maps a larger one
        self._positions: dict[str, int] = {}
        self._file: BinaryIO | None = None  # None if the file is missing or lacks a part of the content
        self._is_failure_logged = False
        self._save()

    def _init_value(self, key: str) -> None:
        first = self._used
        super()._init_value(key)  # type: ignore[no-untyped-call]
        self._save((first, self._used), (0, 4))  # the length last: readers see whole records

    def write_value(self, key: str, value: float, timestamp: float) -> None:
        """Set the value of a key and its time. Does not raise if the file cannot be written."""
        super().write_value(key, value, timestamp)  # type: ignore[no-untyped-call]
        self._save((self._positions[key], self._positions[key] + 16))

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _save(self, *changed: tuple[int, int]) -> None:
        """Write these (start, end) ranges, or all of the content if the file lacks a part. Logs an OSError once."""
        part = self._path.with_suffix(".part")
        try:
            if self._file is None:  # readers never see half a file
                self._file = part.open("wb", buffering=0)
                self._write(0, len(self._m))
                part.replace(self._path)
            for first, end in changed:
                self._write(first, end)
            self._is_failure_logged = False
        except OSError:
            self.close()
            with suppress(OSError):
                part.unlink()
            if not self._is_failure_logged:
                self._is_failure_logged = True
                log.exception("Metrics cannot be written: /metrics lacks new counts of this process until they can")

    def _write(self, first: int, end: int) -> None:
        """Raises OSError, also if only a part fits on the disk."""
        if self._file and os.pwrite(self._file.fileno(), self._m[first:end], first) < end - first:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
