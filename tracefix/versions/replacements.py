"""What to use instead of a name that was removed or moved, from the reviewed table replacements.tsv.

Packages say this of some of their names themselves, and histories keep that. The table has those that people meet most,
each with the source that was read.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("replacements.tsv")


MADE = "-"


class Replacement(NamedTuple):
    """A line of the table. `name` is whole, as in a history; `source` is what was read: `file@release`, an address.

    `raises` is the first release in which the name is there, but only to raise an error; MADE for a name that was made
    while the package was imported, so that a history does not have it. `pythons` is a specifier of
    those on which it is there at all; "" for any.
    """

    package: str
    name: str
    instead: str
    source: str
    raises: str = ""
    pythons: str = ""


@cache
def reviewed_replacements() -> tuple[Replacement, ...]:
    """All lines of the table."""
    _head, *lines = FILE.read_text(encoding="utf-8").splitlines()
    return tuple(Replacement(*line.split("\t")) for line in lines)


@cache
def replacements_of(package: str) -> Mapping[str, Replacement]:
    """What to use instead of the names of one package, of which its history knows the releases."""
    return {row.name: row for row in reviewed_replacements() if row.package == package and row.raises != MADE}
