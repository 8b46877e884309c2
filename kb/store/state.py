"""Access to the database, without which the site still works: votes and sketches are in it, the articles are not.

Use it within `reached()`, and tell the visitor if that raises StateError. After a failure nobody tries again for a few
seconds, so a database that hangs delays one request and not all. Pages never ask it for numbers that they show: each
worker counts them in the background (`watch`).
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
    """The database cannot be used now. The message says why, without its address."""


def condition() -> str:
    """The database as its last use showed it: "ok", what is wrong in a word or two, or "unknown" before the first."""
    return _condition


@contextmanager
def reached() -> Iterator[None]:
    """Use the database within. Raises StateError if it cannot be reached or is not migrated.

    DataError and IntegrityError pass through: they are about the data, not about the database.
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
    """Check that the database answers and has every migration. Raises StateError."""
    with reached(), connection.cursor() as cursor:
        cursor.execute("SELECT name FROM django_migrations WHERE app = 'kb'")
        if not {name for (name,) in cursor.fetchall()} >= _MIGRATIONS:
            raise ProgrammingError


def watch(count: Callable[[], None]) -> None:
    """Start a thread that checks the database every ten seconds, and calls `count` once a minute while it answers."""
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
