"""A paste: the cleaned text, and the way back to what the person pasted.

Evidence is found in the cleaned text and marked in the original, so every edit keeps a map of offsets.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tracefix.linear_re import Text


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

    def from_original(self, place: int) -> int:
        """The place in this text of `place` in the original, or of what follows it: the inverse of to_original()."""
        piece = bisect_left(self.origins, place) - 1
        if piece < 0:
            return 0
        end = self.starts[piece + 1] if piece + 1 < len(self.starts) else len(self.text)
        return min(self.starts[piece] + place - self.origins[piece], end) if self.moves[piece] else end

    def span_in_original(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the original that the cleaned stretch comes from; never empty for a non-empty stretch."""
        first = self.to_original(start)
        last = self.to_original(max(start, end - 1))
        return first, min(last + 1, len(self.original))

    def with_edits(self, edits: Iterable[Edit], name: str = "") -> "Paste":
        """The paste after `edits` (in order, not overlapping); `name` is added to `applied` if there are any."""
        edits = list(edits)
        if not edits:
            return self
        text, starts, origins, moves = _join_pieces(self, _stretches(self.text, edits))
        return Paste(self.original, Text(text), starts or (0,), origins or (0,), moves or (1,), (*self.applied, name))


# A stretch of an edited text: where it stood in the old one, how it reads now, and whether it only moved, character by
# character; else it stands for a stretch of another length.
_Stretch = tuple[int, int, str, bool]


def _stretches(text: str, edits: Iterable[Edit]) -> Iterator[_Stretch]:
    """The text after the edits, in stretches; some are empty."""
    position = 0
    for start, end, new in edits:
        yield position, start, text[position:start], True
        if new:
            yield start, end, new, len(new) == end - start
        position = end
    yield position, len(text), text[position:], True


def _join_pieces(
    paste: Paste, stretches: Iterable[_Stretch]
) -> tuple[str, tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """The new text, and its map, in which no piece only goes on with the one before it."""
    # One loop without calls: a long log has thousands of stretches.
    old_starts, old_origins, old_moves, last = paste.starts, paste.origins, paste.moves, len(paste.starts) - 1
    texts: list[str] = []
    pieces: list[tuple[int, int, int]] = []
    length = piece = 0
    begun, origin_there, move_there = 0, 0, -1  # the piece of the new map that was begun last
    for start, end, text, is_moved in stretches:
        place = start
        while text:
            while piece < last and old_starts[piece + 1] <= place:
                piece += 1
            move = old_moves[piece]
            origin = old_origins[piece] + move * (place - old_starts[piece])
            if not is_moved:
                origin, move = min(origin, len(paste.original)), 0
            here = length + place - start
            if move != move_there or origin != origin_there + move * (here - begun):
                begun, origin_there, move_there = here, origin, move
                pieces.append((here, origin, move))
            if not is_moved or piece == last or old_starts[piece + 1] >= end:
                break
            place = old_starts[piece + 1]
        texts.append(text)
        length += len(text)
    starts, origins, moves = zip(*pieces, strict=True) if pieces else ((), (), ())
    return "".join(texts), starts, origins, moves
