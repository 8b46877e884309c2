"""Patterns of the standard library's `re` that are compiled when they are first used.

A start of the client imports a hundred of them and uses ten; a long one takes a millisecond. They run on our own files
only: what runs on a paste is tracefix.linear_re.Expression, which is lazy, too.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    lazy_pattern = re.compile
else:

    class lazy_pattern:  # noqa: N801 - called as re.compile is
        """A pattern, compiled when something is asked of it."""

        def __init__(self, pattern: str, flags: int = 0) -> None:
            self._source = pattern, flags

        def __getattr__(self, name: str) -> Any:
            value = getattr(re.compile(*self._source), name)
            setattr(self, name, value)
            return value
