"""Access to the database of votes and sketches, and its condition. The site works without it.

Run every query within `reach_database()`, and tell the visitor if that raises StateError. After a failure, it raises
StateError at once for a few seconds, so that a database that hangs does not hold up every request. A background thread
in each worker counts the votes that pages show (`watch`), so that reading a page needs no query.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DataError, Error, IntegrityError, OperationalError, ProgrammingError, connection

from kb.failure_causes import cause_of
from kb.store.database_url import DATABASE_FORM, describe_database, nameable_parts

log = logging.getLogger(__name__)

PAUSE_SECONDS = 5.0  # between a failure and the next try
_START_SECONDS = 1.0  # before the first check, whose imports would slow down the first visitor
_LOOK_SECONDS = 10.0
_LOOKS_BETWEEN_COUNTS = 6
OK, UNKNOWN, UNREACHABLE = "ok", "unknown", "unreachable"
_NOT_MIGRATED = "not migrated: run the command migrate"
_NOT_NAMED = "not migrated: set DATABASE_URL"  # there, a table in a file of one server is of no use
_REPAIR = f"If DATABASE_URL is wrong: {DATABASE_FORM}"
_MIGRATIONS = {path.stem for path in (Path(__file__).parents[1] / "migrations").glob("[0-9]*.py")}

_condition = UNKNOWN
_cause = ""  # of the condition; only for the log, because /readyz is open to everybody
_retry_after = 0.0  # monotonic seconds


class StateError(Exception):
    """The database cannot be used now. The message says why, without the URL of the database."""


def condition() -> str:
    """The result of the last use of the database: "ok", "unreachable", "not migrated: …"; "unknown" before it."""
    return _condition


def describe_condition() -> str:
    """The condition with its cause, for the operator: the cause may name the user, the database and the host."""
    return f"{_condition}{': ' if _condition == UNREACHABLE else '. '}{_cause}" if _cause else _condition


@contextmanager
def reach_database() -> Iterator[None]:
    """Use the database in this context. Raises StateError if it cannot be reached or is not migrated.

    DataError and IntegrityError pass through, because they are about the data and not about the database.
    """
    if time.monotonic() < _retry_after:
        raise StateError(_condition)
    try:
        yield
    except (DataError, IntegrityError):
        raise
    except Error as error:
        # PostgreSQL raises ProgrammingError for a missing table; SQLite raises OperationalError, "no such table". That
        # of psycopg for a URL that it cannot use has no code.
        has_code = getattr(error.__cause__, "sqlstate", "") is not None
        is_missing = (isinstance(error, ProgrammingError) and has_code) or "no such" in str(error)
        trouble = (_NOT_NAMED if lacks_url() else _NOT_MIGRATED) if is_missing else UNREACHABLE
        _set_condition(trouble, name_database() if is_missing else _cause_of(error) or _REPAIR)
        connection.close()  # else the next request of this thread gets the broken connection
        raise StateError(trouble) from error
    else:
        _set_condition(OK)


def name_database() -> str:
    """Which database it is, as a sentence without its end: it may be that of another program."""
    advice = "" if lacks_url() else ": if that is a wrong one, correct DATABASE_URL instead"
    return f"It is {describe_database(connection.settings_dict)}{advice}"


def lacks_url() -> bool:
    """Whether a site keeps its votes in a file of this server alone, because DATABASE_URL is not set."""
    return settings.IS_SITE and not settings.HAS_DATABASE


def look() -> None:
    """Check that the database answers and that every migration of kb was applied. Raises StateError."""
    with reach_database():
        _connect()
        with connection.cursor() as cursor:
            cursor.execute("SELECT name FROM django_migrations WHERE app = 'kb'")
            if not {name for (name,) in cursor.fetchall()} >= _MIGRATIONS:
                raise ProgrammingError


def _connect() -> None:
    try:
        connection.ensure_connection()
    except (ImproperlyConfigured, ValueError) as error:  # of what the driver refuses, and may quote
        raise OperationalError(type(error).__name__) from error


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
            log.exception("Checking the database failed")
        connection.close()
        time.sleep(_LOOK_SECONDS)


def forget() -> None:
    """Forget the condition of the database, so that it is tried again at once. For tests."""
    global _condition, _cause, _retry_after
    _condition, _cause, _retry_after = UNKNOWN, "", 0.0


def describe_failure(error: BaseException) -> str:
    """Why the database failed, in one line: in the words of its driver where we have none, so not for a log."""
    return _cause_of(error) or f"{' '.join(str(error).split())}. {_REPAIR}"


def _cause_of(error: BaseException) -> str:
    cause = cause_of(error)
    return cause.told_of(nameable_parts(connection.settings_dict), _REPAIR) if cause else ""


def _set_condition(now: str, cause: str = "") -> None:
    """Remember the condition, and log it if it or its cause changed."""
    global _condition, _cause, _retry_after
    before, _condition = _condition, now
    cause_before, _cause = _cause, cause
    _retry_after = 0.0 if now == OK else time.monotonic() + PAUSE_SECONDS
    if (now, cause) == (before, cause_before):
        return
    if now != OK:
        log.warning(
            "The database is %s. Votes and sketches are not taken; everything else works.", describe_condition()
        )
    elif before != UNKNOWN:
        log.info("The database is back.")
