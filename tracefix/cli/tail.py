"""Keep the ends of a long output in bounded memory: Tail keeps the last bytes, and ends() the first ones, too."""

from collections import deque
from collections.abc import Iterable

MOST_BYTES = 4 * 1024 * 1024
_FIRST = 100 * 1024  # characters
_CHUNK = 1 << 16


class Tail:
    """Keeps at most `most` bytes, and one chunk more while it is filled."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._chunks: deque[bytes] = deque()
        self._size = self._added = 0

    def add(self, chunk: bytes) -> None:
        self._added += len(chunk)
        self._chunks.append(chunk[-self._most :])
        self._size += len(self._chunks[-1])
        while self._size - len(self._chunks[0]) >= self._most:
            self._size -= len(self._chunks.popleft())

    @property
    def is_cut(self) -> bool:
        """Whether earlier bytes were dropped."""
        return self._added > self._most

    def content(self) -> bytes:
        """The last bytes, from a line's beginning where earlier ones were dropped."""
        data = b"".join(self._chunks)
        if not self.is_cut:
            return data
        data = data[-self._most :]
        return data[data.find(b"\n") + 1 :]


def ends(pieces: Iterable[str]) -> str:
    """The pieces as one text; of a long one, the first 100 KB and the last 4 MB, these from a line's beginning."""
    first, tail = "", Tail()
    for piece in pieces:
        room = _FIRST - len(first)
        first += piece[:room]
        for start in range(room, len(piece), _CHUNK):  # no copy of a whole piece is made
            tail.add(piece[start : start + _CHUNK].encode("utf-8", "replace"))
    last = tail.content().decode("utf-8", "replace")
    return f"{first}\n{last}" if tail.is_cut else first + last
