"""Quantities: numbers with or without a unit of memory, such as `2.60 GiB`, `0 bytes`, `-9`.

They are exact fractions, so that `2048 MiB == 2 GiB` holds. What is no quantity is None, never an error: the text may
come from a paste.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tracefix.linear_re import compile_expression

_BYTES = {"B": 1, "byte": 1, "bytes": 1} | {
    f"{letter}{mark}": base**power
    for power, letter in enumerate("KMGT", 1)
    for mark, base in (("B", 1000), ("iB", 1024))
}
UNITS = {**_BYTES, "kB": 1000}
NUMBER = r"[+-]?[0-9]{1,20}(?:\.[0-9]{1,9})?"
UNIT = "|".join(sorted(UNITS, key=len, reverse=True))
_QUANTITY = rf"({NUMBER}) ?({UNIT})?"
_LONGEST = 40  # characters


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number, and which power of bytes it counts: 0 for a plain number, 1 for memory."""

    number: Fraction
    power: int = 0

    def plus(self, other: "Quantity") -> "Quantity | None":
        """The sum; None if one of the two is memory and the other is not."""
        return Quantity(self.number + other.number, self.power) if self.power == other.power else None

    def times(self, other: "Quantity") -> "Quantity":
        return Quantity(self.number * other.number, self.power + other.power)


def only_quantities(values: Mapping[str, str]) -> dict[str, str]:
    """The values that are quantities: of a paste, what may be posted anywhere, for it is nobody's name.

    >>> only_quantities({"size": "1.96 GiB", "module": "my_secret"})
    {'size': '1.96 GiB'}
    """
    return {name: value for name, value in values.items() if read_quantity(value)}


def read_quantity(text: str) -> Quantity | None:
    """The quantity that the whole text is, or None.

    >>> read_quantity("1.5 KiB"), read_quantity("some MiB")
    (Quantity(number=Fraction(1536, 1), power=1), None)
    """
    found = compile_expression(_QUANTITY).fullmatch(text) if len(text) <= _LONGEST else None
    if not found:
        return None
    number = Fraction(found[1])
    return Quantity(number * UNITS[found[2]], 1) if found[2] else Quantity(number)
