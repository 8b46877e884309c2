"""The database, which the site can do without: votes and missing errors are kept there, the articles are not.

Whoever uses it does so within `reached()`, and says to its visitor what does not work now. After a failure nobody
asks again for a few seconds, so that a database that hangs holds up one request and not all. No page asks it for
what it only shows: each worker looks by itself now and then (`watch`).
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import DataError, Error, IntegrityError, ProgrammingError, connection

log = logging.getLogger(__name__)

PAUSE_SECONDS = 5.0
_START_SECONDS = 1.0  # before the first look: what it imports would hold up the first visitor
_LOOK_SECONDS = 10.0
_LOOKS_BETWEEN_COUNTS = 6
OK, UNKNOWN = "ok", "unknown"
_UNREACHABLE, _NOT_MIGRATED = "unreachable", "not migrated: run manage.py migrate"
_MIGRATIONS = {path.stem for path in (Path(__file__).parents[1] / "migrations").glob("[0-9]*.py")}

_condition = UNKNOWN
_ask_after = 0.0


class StateError(Exception):
    """The database cannot be used now; the message says why, without its address."""


def condition() -> str:
    """What the last use of the database showed: "ok", what is wrong in a word or two, or "unknown" before the first."""
    return _condition


@contextmanager
def reached() -> Iterator[None]:
    """Use the database within. Raises StateError where it cannot be reached or is not migrated.

    What it refuses to take (DataError, IntegrityError) says nothing about how it is, and goes on as it came.
    """
    if time.monotonic() < _ask_after:
        raise StateError(_condition)
    try:
        yield
    except (DataError, IntegrityError):
        raise
    except Error as error:
        # PostgreSQL has a class of its own for a table that is not there, SQLite has words.
        is_missing = isinstance(error, ProgrammingError) or "no such" in str(error)
        trouble = _NOT_MIGRATED if is_missing else _UNREACHABLE
        _say(trouble)
        connection.close()  # or the next request of this thread is given a broken one
        raise StateError(trouble) from error
    else:
        _say(OK)


def look() -> None:
    """See whether the database is there, with every table of now. Raises StateError."""
    with reached(), connection.cursor() as cursor:
        cursor.execute("SELECT name FROM django_migrations WHERE app = 'kb'")
        if not {name for (name,) in cursor.fetchall()} >= _MIGRATIONS:
            raise ProgrammingError


def watch(count: Callable[[], None]) -> None:
    """Look every few seconds from now on, in a thread of its own, and call `count` now and then while all is well."""
    threading.Thread(target=_watch, args=(count,), name="state-watcher", daemon=True).start()


def _watch(count: Callable[[], None]) -> None:
    looks = 0
    time.sleep(_START_SECONDS)
    while True:
        try:
            look()
            if looks % _LOOKS_BETWEEN_COUNTS == 0:
                count()
            looks += 1
        except StateError:
            looks = 0
        except Exception:
            log.exception("The database cannot be watched")
        connection.close()
        time.sleep(_LOOK_SECONDS)


def forget() -> None:
    """Ask again at once, whatever was before."""
    global _condition, _ask_after
    _condition, _ask_after = UNKNOWN, 0.0


def _say(found: str) -> None:
    """Write a change to the log: once when it goes, once when it is back."""
    global _condition, _ask_after
    before, _condition = _condition, found
    _ask_after = 0.0 if found == OK else time.monotonic() + PAUSE_SECONDS
    if found == before:
        return
    if found != OK:
        log.warning("The database is %s. Votes and sketches are not taken; everything else works.", found)
    elif before != UNKNOWN:
        log.info("The database is back.")
