"""An error line that is missing, read from the statement that raised: `assert n == 1, "Only one camera at a time"`.

People copy a stack up to its last statement and leave out the line below it.
"""

from typing import NamedTuple

from tracefix.linear_re import Expression
from tracefix.reading.recognisers.rows import NAMED

_TEXT = r"[rbuf]{0,2}(?:\"(?P<double>[^\"\n]*)\"|'(?P<single>[^'\n]*)')"
_ASSERT = Expression(rf"^assert\b[ (].*?(?:,[ \t]*\(?{_TEXT}\)?)?[ \t]*$")
_RAISE = Expression(rf"^raise[ \t]+(?P<type>{NAMED})(?:\([ \t]*(?:{_TEXT})?.*)?$")


class Raised(NamedTuple):
    """The class of an error, and its message as the source has it; "" if it is not a plain text."""

    type: str
    message: str


def read_raising(statement: str) -> Raised | None:
    """What a statement raises; None if it raises nothing by itself.

    >>> read_raising('assert camera.shape[0] == 1, "Only one camera at a time"')
    Raised(type='AssertionError', message='Only one camera at a time')
    """
    statement = statement.strip()
    if found := _ASSERT.match(statement):
        return Raised("AssertionError", found["double"] or found["single"] or "")
    if found := _RAISE.match(statement):
        return Raised(found["type"], found["double"] or found["single"] or "")
    return None


def is_raising(text: str) -> bool:
    """Whether an error was read from such a statement: its text begins as one, where others begin with their class."""
    return text.startswith(("assert ", "assert(", "raise "))
