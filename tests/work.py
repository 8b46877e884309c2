"""What a call costs, counted and not timed: the same on every machine, however busy."""

import sys
from collections.abc import Callable
from types import BuiltinMethodType, FrameType
from typing import Any

import re2

from tracefix import linear_re
from tracefix.triage import gzipped

CHARACTERS = 64  # that are as much work as one call
_SEARCHES = {"search", "match", "fullmatch", "finditer", "spans", "span_in"}
_SEARCHERS = {linear_re.__file__, re2.__file__}
# methods that go through a whole text
_WHOLE = {"decode", "decompress", "encode", "lower", "replace", "split", "splitlines", "translate"}


def work(function: Callable[[], object]) -> int:
    """The cost of a call: each call within it, of Python's or of a built-in method, and the text that it works on.

    Some also cost as much as their text is long: a search of RE2's, a method that goes through all of its text, and
    unpacking, which copies what it leaves of what it is given.
    """
    counted = 0

    def see(frame: FrameType, event: str, called: Any) -> None:
        nonlocal counted
        if event == "c_call":
            counted += 1 + (_length(frame, called) // CHARACTERS if called.__name__ in _WHOLE else 0)
        elif event == "call":
            counted += 1 + (_searched(frame) // CHARACTERS if frame.f_code.co_name in _SEARCHES else 0)

    before = sys.getprofile()
    sys.setprofile(see)
    try:
        function()
    finally:
        sys.setprofile(before)
    return counted


def _length(frame: FrameType, called: BuiltinMethodType) -> int:
    """The length of the text that a built-in method goes through."""
    if called.__name__ == "decompress":
        return len(frame.f_locals["piece"]) if frame.f_code.co_filename == gzipped.__file__ else 0
    text = called.__self__
    return len(text) if isinstance(text, str | bytes) else 0


def _searched(frame: FrameType) -> int:
    """The length of the text that an expression is asked to search; a search that goes on from a place is a call."""
    if frame.f_code.co_filename not in _SEARCHERS:
        return 0
    given = frame.f_locals
    return 0 if given.get("pos") or given.get("start") else len(given["text"] if "text" in given else given["data"])
