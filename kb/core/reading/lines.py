"""Lines of a text, and their numbers."""

from bisect import bisect_right


def line_starts(text: str) -> list[int]:
    """The offset of every line of text."""
    starts = [0]
    position = text.find("\n")
    while position >= 0:
        starts.append(position + 1)
        position = text.find("\n", position + 1)
    return starts


def line_number(starts: list[int], position: int) -> int:
    """The number, from 1, of the line that holds `position`."""
    return bisect_right(starts, position)
