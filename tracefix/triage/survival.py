"""Whether the process that printed an event went on after it: then the event ended nothing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from tracefix.triage.ranks import rank_of_prefix, split_prefix

_MANY = 3  # lines of a kind seen before, after the event
_SHORTEST, _LONGEST = 8, 300  # characters of such a line, and of what is compared
_TABLE = str.maketrans("", "", "0123456789.")


def goes_on(
    window: bytes, place: int, *, writers: int = 1, shape_of: Callable[[str, int | None], str] | None = None
) -> bool:
    """Whether lines of a kind that stood before the event stand after it, too.

    `place` is where the event's line begins in the window. Lines of other ranks do not count; where
    several ranks write without saying which, their lines must go on for longer. `shape_of` is line_shape, or one that
    remembers: the windows of one log overlap.
    """
    shape_of = shape_of or line_shape
    before = window[:place].decode("utf-8", "replace").splitlines()
    event, *after = window[place:].decode("utf-8", "replace").splitlines() or [""]
    rank = rank_of_prefix(split_prefix(event)[0])
    seen = {shape for line in before if (shape := shape_of(line[:_LONGEST], rank))}
    if not seen:
        return False
    many = _MANY * (writers if rank is None else 1)
    found = (line for line in after if shape_of(line[:_LONGEST], rank) in seen)
    return sum(1 for _ in islice(found, many)) == many


def line_shape(line: str, rank: int | None) -> str:
    """The line without numbers; "" for lines of stacks, of other ranks, and for short ones."""
    prefix, text = split_prefix(line)
    if rank is not None and rank_of_prefix(prefix) != rank:
        return ""
    if text[:1].isspace() or text.startswith(("Traceback", "The above", "During handling")):
        return ""
    shape = text.translate(_TABLE).strip()
    return shape if len(shape) >= _SHORTEST else ""
