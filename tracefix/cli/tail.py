"""Tail: the last bytes of a stream, however long it is."""

from collections import deque

MOST_BYTES = 4 * 1024 * 1024


class Tail:
    """Keeps at most `most` bytes, and one chunk more while it is filled."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._chunks: deque[bytes] = deque()
        self._size = 0

    def add(self, chunk: bytes) -> None:
        self._chunks.append(chunk[-self._most :])
        self._size += len(self._chunks[-1])
        while self._size - len(self._chunks[0]) >= self._most:
            self._size -= len(self._chunks.popleft())

    def content(self) -> bytes:
        """The last bytes, from a line's beginning where earlier ones were dropped."""
        data = b"".join(self._chunks)
        if len(data) <= self._most:
            return data
        data = data[-self._most :]
        return data[data.find(b"\n") + 1 :]
