"""A paste: the cleaned text, and the way back to what the person pasted.

Evidence is found in the cleaned text and marked in the original, so every edit keeps a map of offsets.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
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
        self._is_changed = False

    def apply(self, edit: Edit) -> None:
        self._is_changed = True
        self._keep(self._position, edit.start)
        if edit.text and len(edit.text) == edit.end - edit.start:
            self._keep(edit.start, edit.end, edit.text)
        elif edit.text:
            self._append(edit.text, self._paste.to_original(edit.start))
        self._position = edit.end

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
        old = self._paste
        piece = bisect_right(old.starts, start) - 1
        while piece < len(old.starts) and old.starts[piece] < end:
            inside = max(start, old.starts[piece])
            self._starts.append(self._length + inside - start)
            self._origins.append(old.origins[piece] + old.moves[piece] * (inside - old.starts[piece]))
            self._moves.append(old.moves[piece])
            piece += 1
        self._pieces.append(replacement or old.text[start:end])
        self._length += end - start

    def _append(self, text: str, origin: int) -> None:
        """Append a text that stands for one of another length."""
        self._starts.append(self._length)
        self._origins.append(origin)
        self._moves.append(0)
        self._pieces.append(text)
        self._length += len(text)
