"""Connections to PostgreSQL (https://www.psycopg.org/psycopg3/docs/) that nobody waits for without end."""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import psycopg
from psycopg.abc import RV, PQGen

_PATIENCE = 6.0  # seconds for an answer; the server itself gives up a little earlier, where it is still alive
_OPTIONS = "-c statement_timeout=5s -c work_mem=64MB -c jit=off"  # many short queries, some on many articles
_BUILD_OPTIONS = (
    # Until a build is done others wait for it: it holds no lock for a process that is gone.
    "-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=600s "
    "-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3 -c maintenance_work_mem=256MB"
)
_Result = TypeVar("_Result")


class PostgresError(Exception):
    """PostgreSQL cannot be asked; the message says why, and what to do, without query or address."""


class TooSlowError(PostgresError):
    """PostgreSQL took too long: for this question alone, or because it is not well."""


class _Impatient(psycopg.Connection[Any]):
    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        """As psycopg's, for a few seconds at most: a server that is halted, or behind a dead line, says nothing."""
        return super().wait(gen, interval, timeout or _PATIENCE)


class Connections:
    """As many connections as threads ask at once, kept for the next who asks.

    psycopg's own pool goes on trying in the background while a database is away, and whoever asks waits for that.
    Here a database that refuses is known at once.
    """

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        """With the parameters of libpq: host, port, user, password, dbname, …"""
        self._parameters = {"connect_timeout": 2, **parameters}
        self._idle: deque[_Impatient] = deque()

    def run(self, ask: Callable[["psycopg.Connection[Any]"], _Result]) -> _Result:
        """What `ask` gives with a connection on which every statement is its own transaction. Raises PostgresError.

        It is asked again where a connection of before turns out to be lost, as after a restart of the database.
        """
        try:
            while kept := self._kept():
                try:
                    return self._run(kept, ask)
                except psycopg.OperationalError as error:
                    if _is_slow(error):
                        raise
            return self._run(_Impatient.connect(**self._with(_OPTIONS), autocommit=True), ask)
        except psycopg.Error as error:
            raise (TooSlowError if _is_slow(error) else PostgresError)(reason(error)) from error

    def for_building(self) -> "psycopg.Connection[Any]":
        """A connection that may take its time, in a transaction. Raises psycopg.Error."""
        return psycopg.connect(**self._with(_BUILD_OPTIONS))

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()

    def _kept(self) -> _Impatient | None:
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _run(self, connection: _Impatient, ask: Callable[["psycopg.Connection[Any]"], _Result]) -> _Result:
        is_good = False
        try:
            answer = ask(connection)
            is_good = True
        finally:
            if is_good:
                self._idle.append(connection)
            else:
                connection.close()
        return answer

    def _with(self, options: str) -> dict[str, Any]:
        given = self._parameters.get("options", "")
        # No prepared statements: a pooler between us and the server would not know them.
        return {
            **self._parameters,
            "options": f"{given} {options}".strip(),
            "application_name": "tracefix search",
            "prepare_threshold": None,
        }


def _is_slow(error: psycopg.Error) -> bool:
    return isinstance(error, psycopg.errors.QueryCanceled | psycopg.errors._WaitTimeout)


def reason(error: psycopg.Error) -> str:
    """What is wrong, in a few words. PostgreSQL's own say who asked for what, which is not for a log."""
    if _is_slow(error):
        return "too slow"
    if isinstance(error, psycopg.errors.UndefinedTable):
        return "without an index"
    if isinstance(error, psycopg.errors.InvalidPassword | psycopg.errors.InvalidAuthorizationSpecification):
        return "refusing this user"
    if isinstance(error, psycopg.errors.InsufficientPrivilege):
        return "refusing to make tables: GRANT CREATE ON SCHEMA public TO this user"
    if isinstance(error, psycopg.errors.DiskFull):
        return "out of disk space"
    if isinstance(error, psycopg.OperationalError):
        return "unreachable"
    return f"answering with an error ({type(error).__name__})"
