"""The shape of a line: the line without its digits. Lines and errors that differ in numbers only have the same.

A job prints such lines again and again, and its ranks report one error with numbers of their own.
"""

from dataclasses import dataclass, field

MOST_ALIKE = 20  # lines of one shape that are read; more of them say nothing new
_DIGITS = "0123456789"
_NO_DIGITS = str.maketrans("", "", _DIGITS)
_DIGIT_BYTES = _DIGITS.encode()
_MOST_SHAPES = 5_000
_LONGEST = 4096  # bytes of a line that is remembered


def shape_of(text: str) -> str:
    """The shape of a text.

    >>> shape_of("rank 12: port 29500 is in use")
    'rank : port  is in use'
    """
    return text.translate(_NO_DIGITS)


def shape_of_bytes(data: bytes, table: bytes | None = None) -> bytes:
    """The shape of a line of a log, or of many; `table` is one for bytes.translate.

    >>> shape_of_bytes(b"step 1\\nstep 22")
    b'step \\nstep '
    """
    return data.translate(table, _DIGIT_BYTES)


@dataclass(slots=True)
class ShapeCounts:
    """How often each shape was seen. As many are remembered as fit into little memory: others count as new."""

    _times: dict[bytes, int] = field(default_factory=dict)

    def add(self, shape: bytes, times: int = 1) -> int:
        """Count a shape. Returns how often it was seen until now.

        >>> counts = ShapeCounts()
        >>> counts.add(b"step "), counts.add(b"step ", 3)
        (1, 4)
        """
        before = self._times.get(shape, 0)
        if before or (len(self._times) < _MOST_SHAPES and len(shape) < _LONGEST):
            self._times[shape] = before + times
        return before + times
