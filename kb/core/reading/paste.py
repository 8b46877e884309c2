"""A paste: the cleaned text, and the way back to what the person pasted.

Evidence is found in the cleaned text and marked in the original, so every edit keeps a map of offsets.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple


class Edit(NamedTuple):
    """Replace text[start:end] by `text`."""

    start: int
    end: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Paste:
    """A cleaned text and the way back to the original.

    The map is piecewise: from `starts[i]` on, cleaned character p comes from `origins[i]` plus its distance to
    `starts[i]` (or from exactly `origins[i]`, where `moves[i]` is 0: text that replaced something of another length).
    """

    original: str
    text: str
    starts: tuple[int, ...] = (0,)
    origins: tuple[int, ...] = (0,)
    moves: tuple[int, ...] = (1,)
    applied: tuple[str, ...] = ()  # the names of the normalisers that changed something

    def to_original(self, position: int) -> int:
        """The offset in the original of the cleaned character at `position`. Total and monotonic."""
        piece = bisect_right(self.starts, position) - 1
        return min(self.origins[piece] + self.moves[piece] * (position - self.starts[piece]), len(self.original))

    def span_in_original(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the original that the cleaned stretch comes from; never empty for a non-empty stretch."""
        first = self.to_original(start)
        last = self.to_original(max(start, end - 1))
        return first, min(last + 1, len(self.original))

    def edited(self, edits: Iterable[Edit], name: str = "") -> "Paste":
        """The paste after `edits` (in order, not overlapping); `name` is added to `applied` if there are any."""
        editor = _Editor(self)
        for edit in edits:
            editor.apply(edit)
        return editor.result(name)


class _Editor:
    """Puts the text of an edited paste together, and its map."""

    def __init__(self, paste: Paste) -> None:
        self._paste = paste
        self._pieces: list[str] = []
        self._starts: list[int] = []
        self._origins: list[int] = []
        self._moves: list[int] = []
        self._length = 0  # of the text so far
        self._position = 0  # in the old text: all before it is done
        self._mapped = 0  # the piece of the old map that was used last
        self._is_changed = False

    def apply(self, edit: Edit) -> None:
        self._is_changed = True
        start, end, text = edit
        self._keep(self._position, start)
        if len(text) == end - start:
            self._keep(start, end, text)
        elif text:  # it stands for one of another length
            self._map(self._length, self._paste.to_original(start), 0)
            self._append(text)
        self._position = end

    def result(self, name: str) -> Paste:
        paste = self._paste
        if not self._is_changed:
            return paste
        self._keep(self._position, len(paste.text))
        return Paste(
            paste.original,
            "".join(self._pieces),
            tuple(self._starts) or (0,),
            tuple(self._origins) or (0,),
            tuple(self._moves) or (1,),
            (*paste.applied, name),
        )

    def _keep(self, start: int, end: int, replacement: str = "") -> None:
        """Append old text[start:end], or `replacement` of the same length, with its pieces of the map."""
        if end <= start:
            return
        old, piece, shift = self._paste, self._mapped, self._length - start
        last = len(old.starts) - 1
        while piece < last and old.starts[piece + 1] <= start:
            piece += 1
        self._map(self._length, old.origins[piece] + old.moves[piece] * (start - old.starts[piece]), old.moves[piece])
        while piece < last and old.starts[piece + 1] < end:
            piece += 1
            self._map(old.starts[piece] + shift, old.origins[piece], old.moves[piece])
        self._mapped = piece
        self._append(replacement or old.text[start:end])

    def _map(self, start: int, origin: int, moves: int) -> None:
        """Begin a piece of the map, unless it only goes on with the last one."""
        if self._starts and (moves, origin) == (
            self._moves[-1],
            self._origins[-1] + moves * (start - self._starts[-1]),
        ):
            return
        self._starts.append(start)
        self._origins.append(origin)
        self._moves.append(moves)

    def _append(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)
