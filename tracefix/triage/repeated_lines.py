"""Leave out repeated lines of a log in which nearly every line looks like an error.

To read a line closely takes as long as to search thousands. So in a block with very many signs, lines that repeat many
earlier ones, with other numbers, are left out. If they all differ, the words of their signs are counted
(`ValueError:`), and lines with a frequent word are left out, except the last of them in a block: they may have ended
the job. Both are done to a copy of the block as a whole, so that the one search that finds everything finds what is
left: a signal among ten thousand errors. To find them costs some of the job's budget of work.
"""

from __future__ import annotations

import string
from collections import Counter
from dataclasses import dataclass, field
from itertools import accumulate

from tracefix.linear_re import Expression
from tracefix.reading.line_shapes import MOST_ALIKE, ShapeCounts, shape_of_bytes
from tracefix.triage.budget import Budget
from tracefix.triage.recognising import SIGNS

LONGEST_LINE = 4096  # bytes; of a longer one, what surrounds the sign is read

_SIGNS = Expression(f"(?m){SIGNS}")
_DENSE = 100  # hits in one block
_DENSE_AGAIN = 25  # … of a source with a frequent word
_FREQUENT = 100  # hits with the same word
_LAST = 5  # hits with a frequent word, at the end of each block
_MOST_FREQUENT = 64  # words
_MOST_WORDS = 5_000
_LONGEST_WORD = 100  # bytes
_SHARE = 4  # such a block may take the fourth part of what the budget has left; the rest is for reading its hits
_LEAST_FOUND = 50  # hits of each block, whatever the budget says, from its beginning
_TAIL = 8 << 10  # bytes at the end of such a block
_WORD = f"{string.ascii_letters}{string.digits}_.".encode()

Hit = tuple[int, int]  # where a line begins and ends


@dataclass(slots=True)
class RepeatedLines:
    """The lines that a source has repeated so often that further ones need not be read."""

    budget: Budget = field(default_factory=Budget)
    _shapes: ShapeCounts = field(default_factory=ShapeCounts)
    _words: dict[bytes, int] = field(default_factory=dict)
    _frequent: list[bytes] = field(default_factory=list)
    _all_differ: bool = False
    is_cut: bool = False  # more lines with a sign than are read

    def hits(self, data: bytes, end: int) -> list[Hit]:
        """Where the lines with a sign begin and end that are to be read."""
        hits: list[Hit] = []
        most = max(_LEAST_FOUND, self.budget.left // _SHARE)
        position = 0
        dense, is_dense = _DENSE_AGAIN if self._frequent else _DENSE, False
        while position < end:
            start, stop = _SIGNS.span_in(data, position, end)
            if start < 0:
                break
            hits.append(_line_around(data, start, position, end))
            position = hits[-1][1] + 1
            if is_dense:
                data = self._count_word(data, start, stop, position, end)
                self._all_differ |= len(hits) > 2 * _DENSE
                if len(hits) >= most:
                    self.is_cut |= position < end - _TAIL
                    position = max(position, end - _TAIL)
            elif len(hits) == dense:
                is_dense = True
                data = self._thin(data, position, end)
        if is_dense:
            self.budget.spend(len(hits))
        return hits

    def _thin(self, data: bytes, position: int, end: int) -> bytes:
        """The block without the lines that were repeated often."""
        if not self._all_differ:
            data = data[:position] + self._without_repeated(data[position:end])
        for word in self._frequent:
            data = _without(word, data, position)
        return data

    def _without_repeated(self, data: bytes) -> bytes:
        """The text with blanks in place of lines that repeat many earlier ones. The first and the last line stay."""
        lines = data.split(b"\n")
        shapes = shape_of_bytes(data).split(b"\n")
        known, new = self._count(Counter(shapes))
        kept = [index for index, is_known in enumerate(map((known | new).__contains__, shapes)) if not is_known]
        if len(kept) == len(lines):
            return data
        count = len(lines)
        last = dict(zip(shapes, range(count), strict=True))
        kept += [last[shape] for shape in (*known, *new)]
        if new:
            first = dict(zip(reversed(shapes), range(count - 1, -1, -1), strict=True))
            kept += [first[shape] for shape in new]
        places = list(accumulate(map(len, lines), initial=0))
        blank = bytearray(b" " * (len(data) + 2))  # a line end stands before and behind it
        for index in kept:
            place = places[index] + index
            blank[place : place + len(lines[index]) + 2] = b"\n" + lines[index] + b"\n"
        return bytes(blank[1:-1])

    def _count(self, shapes: Counter[bytes]) -> tuple[set[bytes], set[bytes]]:
        """The shapes of lines that are frequent by now: those seen in earlier blocks, and those that are new."""
        known: set[bytes] = set()
        new: set[bytes] = set()
        for shape, times in shapes.items():
            total = self._shapes.add(shape, times)
            if total > MOST_ALIKE:
                (known if total > times else new).add(shape)
        return known, new

    def _count_word(self, data: bytes, start: int, stop: int, position: int, end: int) -> bytes:
        """Count the word of a hit. The block, without this word from now on if it is frequent."""
        word = _word_around(data, start, stop)
        times = self._words.get(word, 0) + 1
        if times > 1 or len(self._words) < _MOST_WORDS:
            self._words[word] = times
        if times != _FREQUENT or len(self._frequent) >= _MOST_FREQUENT:
            return data
        self._frequent.append(word)
        return _without(word, data[:end], position)


def _word_around(data: bytes, start: int, stop: int) -> bytes:
    """The word that a sign ends, and the byte before it: so `Error:` is another one than `ValueError:`."""
    before = data[max(0, start - _LONGEST_WORD) : start]
    first = start - (len(before) - len(before.rstrip(_WORD)))
    return data[max(0, first - 1) : stop]


def _without(word: bytes, data: bytes, position: int) -> bytes:
    """The block with dots in place of a word, except its last occurrences and those read already."""
    cut = len(data)
    for _ in range(_LAST):
        cut = data.rfind(word, position, cut)
        if cut < 0:
            return data
    return data[:position] + data[position:cut].replace(word, word[:1] + b"." * (len(word) - 1)) + data[cut:]


def _line_around(data: bytes, place: int, first: int, end: int) -> Hit:
    """The beginning and the end of the line around a place; of a very long line, of the part around the place."""
    lowest = max(first, place - LONGEST_LINE)
    start = max(data.rfind(b"\n", lowest, place), data.rfind(b"\r", lowest, place)) + 1 or lowest
    highest = min(end, place + LONGEST_LINE)
    last = data.find(b"\n", place, highest)
    return start, last if last >= 0 else highest
