"""Parse a cleaned paste into the errors it reports (interface first; parse() follows)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of a stack: the file as printed, the line number (0 if not printed) and the function ("" if not)."""

    file: str
    line: int
    function: str


@dataclass(frozen=True, slots=True)
class Error:
    """One error of a report. `line` counts from 1 in the paste as it was given."""

    type: str  # class as printed, with its module; "" where none was printed
    message: str
    line: int
    frames: tuple[Frame, ...] = ()
    is_root: bool = False
    rank: int | None = None  # the rank that printed it, where a prefix says so


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that parse() saw in a paste."""

    errors: tuple[Error, ...]
