"""Find the lines of a report that quote source code: their text is no error message.

Python quotes one line under a frame, from 3.13 on the whole statement; IPython, rich and pytest quote several lines
with numbers or an arrow.
"""

from collections.abc import Callable

from tracefix.linear_re import Expression
from tracefix.reading.lines import Lines, indent
from tracefix.reading.recognisers import OWN_LINE
from tracefix.reading.recognisers.rows import NAMED

_QUOTED = Expression(r"^(?:[ \t]*(?:-+>|❱|>)?[ \t]*\d+(?:[ \t]|$)|[ \t]*│|[ \t]{4})")
_ARROW = Expression(r"^[ \t]*(?:-+>|❱)[ \t]*(?P<number>\d{1,9})(?:[ \t]|$)")
_STRING = Expression(r"^[ \t>]*(?:[rbf]{0,2}[\"'].*|\)+)$")
_FRAME = Expression(r"^[ \t]*File \"[^\"]+\", line \d")
_SAYS_ERROR = Expression(rf"^[ \t]*{NAMED}(?::[ \t]|$)")
_MOST_QUOTED = 30  # lines under a frame, its own counted
_LONGEST_STATEMENT = 12  # lines


class SourceLines:
    """The lines that quote source code, found while the report is read."""

    def __init__(self, lines: Lines, below: Callable[[int], int]) -> None:
        self._lines = lines
        self._below = below  # the next line of the same process
        self._found: set[int] = set()

    def __contains__(self, index: int) -> bool:
        return index in self._found

    def spans(self) -> tuple[tuple[int, int], ...]:
        """Their offsets in the text, in order."""
        return tuple((self._lines.starts[index], self._lines.end(index)) for index in sorted(self._found))

    def add_statement(self, index: int) -> None:
        """A statement begins on this line; its strings may stand on lines of their own."""
        self._found.add(index)
        for below in range(index + 1, min(index + _LONGEST_STATEMENT, len(self._lines))):
            if not _STRING.match(self._lines[below]):
                return
            self._found.add(below)

    def add_quoted(self, frame: int) -> int:
        """Several lines of source stand under this frame, with numbers or an arrow; the first line after them."""
        end = min(frame + _MOST_QUOTED, len(self._lines))
        for below in range(frame + 1, end):
            text = self._lines[below]
            if text.strip() and not _QUOTED.match(text):
                return below
            self._found.add(below)
        return end

    def marked(self, frame: int, below: int) -> int:
        """The number that an arrow marks between a frame and the first line after its source; 0 if none does."""
        found = (_ARROW.match(self._lines[index]) for index in range(frame + 1, below))
        return next((int(arrow["number"]) for arrow in found if arrow), 0)

    def add_below(self, frame: int) -> int:
        """Note the statement below this frame and the carets below it. Returns the first line after them."""
        depth = indent(self._lines[frame])
        below = self._below(frame)
        if below < len(self._lines) and self._begins_source(below, depth):
            self._found.add(below)
            below = self._add_rest_of_statement(self._below(below), depth)
        if below < len(self._lines) and _is_carets(self._lines[below]):
            below = self._below(below)
        return below

    def _add_rest_of_statement(self, below: int, depth: int) -> int:
        """The first line from `below` on that is no source: not deeper than its frame, or an error all the same.

        The next frame is deeper than the first line of a paste that lost its indentation.
        """
        for _ in range(_LONGEST_STATEMENT):
            if below >= len(self._lines):
                break
            text = self._lines[below]
            if indent(text) <= depth or _SAYS_ERROR.match(text) or _FRAME.match(text):
                break
            self._found.add(below)
            below = self._below(below)
        return below

    def _begins_source(self, below: int, depth: int) -> bool:
        """Whether the line under a frame quotes source: it is indented deeper, or all indentation was lost."""
        text = self._lines[below]
        if indent(text) > depth:
            return True
        is_flat = depth == 0 == indent(text)
        return is_flat and bool(text) and not (OWN_LINE.match(text) or _is_carets(text) or 'File "' in text)


def _is_carets(line: str) -> bool:
    """Whether a line only has carets that point at the line above."""
    pointers = line.strip(" \t")
    return bool(pointers) and not pointers.strip("~^ \t")
