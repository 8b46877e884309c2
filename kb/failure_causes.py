"""Why a database, Redis or the disk failed, in words of ours and with the code that manuals list.

The message of an error may quote a password, a value or a paste, so it is only compared with known wordings, and never
shown. `python -m benchmarks.faults` and the tests cause each of them.
"""

import errno
import os
from collections.abc import Iterator, Mapping
from typing import NamedTuple


class Cause(NamedTuple):
    """One cause: `about` is what of the address it concerns, "user", "database" or "host"; "" for none of them."""

    words: str
    code: str  # SQLSTATE, errno, or the name of SQLite's or Redis' error
    about: str = ""

    def __str__(self) -> str:
        return self.told_of({})

    def told_of(self, names: Mapping[str, str]) -> str:
        """The cause with the user, database or host that it concerns, where `names` has it."""
        return " ".join(filter(None, (self.words, self.about, names.get(self.about), f"({self.code})")))


_CAUSES = (  # code, what it concerns, our words, and wordings in lower case: the first that a message contains counts
    ("28P01", "user", "wrong password for the", "password authentication failed"),
    ("28P01", "user", "no password is given for the", "no password supplied"),
    ("28000", "user", "pg_hba.conf does not let in the", "no pg_hba.conf entry"),
    ("28000", "user", "there is no", 'role "'),
    ("3D000", "database", "there is no", 'database "'),
    ("42501", "", "the user lacks a right", "permission denied for"),
    ("08004", "host", "TLS is not spoken by the", "server does not support ssl"),
    ("08004", "host", "the certificate is for another name than the", "not match host name", "is not valid for"),
    ("08004", "host", "the certificate has expired of the", "certificate has expired"),
    ("08004", "host", "the certificate is not trusted of the", "certificate verify failed"),
    ("F0000", "", "the file of sslrootcert cannot be read", "root certificate file"),
    ("F0000", "", "sslmode has no such value", "invalid sslmode"),
    ("WRONGPASS", "", "wrong password or user", "wrongpass", "invalid username-password"),
    ("WRONGPASS", "", "wrong password", "invalid password"),
    # redis-py takes the code off some messages
    ("NOAUTH", "", "it wants a password", "noauth", "authentication required", "client already authenticated"),
    ("NOPERM", "", "the user lacks a right", "has no permissions to"),
    ("OOM", "", "its memory is full", "command not allowed when used memory"),
    ("MISCONF", "", "it cannot save to its disk", "misconf"),
    ("READONLY", "", "it is a replica that takes no writes", "read only replica"),
    ("53300", "", "it has too many connections", "too many clients", "remaining connection slots"),
    ("EMFILE", "", "it has too many connections", "max number of clients"),
    ("57P03", "", "it is starting", "starting up"),
    ("LOADING", "", "it is starting", "loading the dataset"),
    ("57P03", "", "it is stopping", "shutting down"),
    ("57P01", "", "it stopped, or was told to cut connections", "terminating connection"),
    ("EAI_NONAME", "host", "no address is known for the", "failed to resolve", "not translate", "service not known"),
    ("EAI_AGAIN", "host", "the DNS does not answer about the", "temporary failure in name resolution"),
    ("ECONNREFUSED", "host", "nobody listens at the", "connection refused"),
    ("EHOSTUNREACH", "host", "no way leads to the", "no route to host"),
    ("ENETUNREACH", "host", "no way leads to the", "network is unreachable"),
    ("57014", "", "a query took longer than 5 seconds", "statement timeout"),
    ("55P03", "", "another query held a lock for 5 seconds", "lock timeout"),
    ("53100", "", "its disk is full", "could not extend file", "no space left on device"),
    ("25006", "", "it takes no writes", "read-only transaction"),
    ("08006", "host", "the connection was closed by the", "server closed the connection"),
    ("08006", "", "it closed the connection", "connection closed by server"),
    ("ETIMEDOUT", "host", "no answer in time from the", "timed out", "timeout"),
    ("SQLITE_CANTOPEN", "", "its file cannot be opened", "unable to open database file"),
    ("SQLITE_READONLY", "", "its file is read-only", "readonly database"),
    ("SQLITE_BUSY", "", "another process writes", "database is locked"),
    ("SQLITE_FULL", "", "the disk is full", "disk is full"),
    ("SQLITE_IOERR", "", "the disk fails", "disk i/o error"),
    ("SQLITE_CORRUPT", "", "its file is damaged", "malformed"),
    ("SQLITE_NOTADB", "", "its file is no database", "not a database"),
)
_COMPARED = {"psycopg", "sqlite3", "redis", "ssl"}  # packages; the errno of ssl is none of the system


def cause_of(error: BaseException) -> Cause | None:
    """The cause of an error, or of the error that led to it; None if nothing is known."""
    return next((cause for one in chain_of(error) if (cause := own_cause(one))), None)


def own_cause(error: BaseException) -> Cause | None:
    """The cause that this error names, without those that led to it."""
    if sqlstate := getattr(error, "sqlstate", None):  # PostgreSQL answered; its message may contain values
        known = (Cause(words, code, about) for code, about, words, *_ in _CAUSES if code == sqlstate)
        return next(known, Cause(type(error).__name__, sqlstate))
    if type(error).__module__.partition(".")[0] in _COMPARED:
        message = str(error).lower()
        found = (Cause(words, code, about) for code, about, words, *each in _CAUSES if any(map(message.count, each)))
        return next(found, None)
    number = error.errno if isinstance(error, OSError) else None
    return Cause(os.strerror(number), errno.errorcode[number]) if number in errno.errorcode and number else None


def chain_of(error: BaseException | None) -> Iterator[BaseException]:
    """An error and those that led to it, the latest first."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
