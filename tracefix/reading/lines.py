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
    """The numbers, from 1, of the lines of a text. They are counted from the place that was asked for last.

    At first, that is one whose number is known: the beginning, or `place`.
    """

    def __init__(self, text: str, place: int = 0, number: int = 1) -> None:
        self._text = text
        self._place, self._number = place, number

    def number(self, place: int) -> int:
        if place >= self._place:
            self._number += self._text.count("\n", self._place, place)
        else:
            self._number -= self._text.count("\n", place, self._place)
        self._place = place
        return self._number


def indent(line: str) -> int:
    """How many characters of white space a line begins with."""
    return len(line) - len(line.lstrip())
