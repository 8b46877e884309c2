"""The database, which the site can do without: votes and missing errors are kept there, articles and search are not.

Whoever uses it does so within `reached()`, and says to its visitor what does not work now. After a failure nobody
asks again for a few seconds, so that a database that hangs holds up one request and not all.
"""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import Error, ProgrammingError, close_old_connections

log = logging.getLogger(__name__)

PAUSE_SECONDS = 5.0
OK, UNKNOWN = "ok", "unknown"

_condition = UNKNOWN
_ask_after = 0.0


class StateError(Exception):
    """The database cannot be used now; the message says why, without its address."""


def condition() -> str:
    """What the last use of the database showed: "ok", what is wrong in a word or two, or "unknown" before the first."""
    return _condition


@contextmanager
def reached() -> Iterator[None]:
    """Use the database within. Raises StateError where it cannot be reached or is not migrated."""
    if time.monotonic() < _ask_after:
        raise StateError(_condition)
    try:
        yield
    except Error as error:
        trouble = _trouble(error)
        _say(trouble)
        close_old_connections()  # or the next one is given the broken connection
        raise StateError(trouble) from error
    else:
        _say(OK)


def forget() -> None:
    """Ask again at once, whatever was before."""
    global _condition, _ask_after
    _condition, _ask_after = UNKNOWN, 0.0


def _trouble(error: Error) -> str:
    if isinstance(error, ProgrammingError) or "no such" in str(error):
        return "not migrated: run manage.py migrate"
    return "unreachable"


def _say(found: str) -> None:
    """Write a change to the log: once when it goes, once when it is back."""
    global _condition, _ask_after
    before, _condition = _condition, found
    _ask_after = 0.0 if found == OK else time.monotonic() + PAUSE_SECONDS
    if found == before:
        return
    if found != OK:
        log.warning("The database is %s: votes and reports are not taken, everything else works", found)
    elif before != UNKNOWN:
        log.info("The database is back")
