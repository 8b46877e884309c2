"""The lines of a text: where they stand, and their numbers."""

from bisect import bisect_right
from itertools import accumulate


class Lines:
    """A text by line, counted from 0. Its lines are cut out only when asked for."""

    def __init__(self, text: str) -> None:
        self._text = text
        # the offset of every line
        self.starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))][:-1]

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, index: int) -> str:
        """The line without its line break."""
        return self._text[self.starts[index] : self.end(index)]

    def end(self, index: int) -> int:
        """The offset of the line's end."""
        return self.starts[index + 1] - 1 if index + 1 < len(self.starts) else len(self._text)

    def at(self, position: int) -> int:
        """The index of the line that holds the character at `position`."""
        return bisect_right(self.starts, position) - 1


class LineCounter:
    """The numbers, from 1, of the lines of a text. Places asked for in order are counted from one to the next."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._position, self._number = 0, 1

    def number(self, position: int) -> int:
        if position < self._position:
            self._position, self._number = 0, 1
        self._number += self._text.count("\n", self._position, position)
        self._position = position
        return self._number


def indent(line: str) -> int:
    """How many characters of white space a line begins with."""
    return len(line) - len(line.lstrip())
