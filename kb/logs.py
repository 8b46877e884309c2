"""Log lines that can hold nothing of a paste."""

import logging
import traceback
from types import TracebackType


class PrivateFormatter(logging.Formatter):
    """Writes where an exception was raised and of which class, but not its text: that may quote what it choked on.

    >>> "secret" in PrivateFormatter().formatException((ValueError, ValueError("secret"), None))
    False
    """

    def formatException(  # noqa: N802 - the name is the library's
        self, ei: tuple[type[BaseException] | None, BaseException | None, TracebackType | None]
    ) -> str:
        lines: list[str] = []
        error = ei[1]
        seen: set[int] = set()
        while error is not None and id(error) not in seen:
            seen.add(id(error))
            kind = type(error)
            told = [*traceback.format_tb(error.__traceback__), f"{kind.__module__}.{kind.__qualname__}"]
            lines = [*told, *(["\nwhich led to:\n"] if lines else []), *lines]
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines).rstrip("\n")
