"""The line that names the error of an output."""

from functools import lru_cache

from tracefix.reading.cleaning import clean
from tracefix.reading.report import Error
from tracefix.reading.tracebacks import parse


@lru_cache(maxsize=4096)
def error_line(output: str) -> str:
    """The root error of an output, in its exact wording; the last line if there is no error.

    >>> error_line("Traceback (most recent call last):\\n  File \\"a.py\\", line 1, in <module>\\nKeyError: 'x'\\n")
    "KeyError: 'x'"
    """
    errors = parse(clean(output)).errors
    for error in errors:
        if error.is_root:
            return _say(error)
    return output.strip().rpartition("\n")[2]


def _say(error: Error) -> str:
    return f"{error.type}: {error.message}" if error.type and error.message else error.type or error.message
