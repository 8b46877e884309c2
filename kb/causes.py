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
        if not self.about:
            return f"{self.words} ({self.code})"
        name = names.get(self.about)
        return f"{self.words} {self.about} {name} ({self.code})" if name else f"{self.words} {self.about} ({self.code})"


_WORDINGS = (  # in lower case; the first that the message contains counts
    ("password authentication failed", Cause("wrong password for the", "28P01", "user")),
    ("no password supplied", Cause("no password is given for the", "28P01", "user")),
    ("no pg_hba.conf entry", Cause("pg_hba.conf does not let in the", "28000", "user")),
    ('role "', Cause("there is no", "28000", "user")),
    ('database "', Cause("there is no", "3D000", "database")),
    ("permission denied for", Cause("the user lacks a right", "42501")),
    ("server does not support ssl", Cause("TLS is not spoken by the", "08004", "host")),
    ("does not match host name", Cause("the certificate is for another name than the", "08004", "host")),
    ("certificate is not valid for", Cause("the certificate is for another name than the", "08004", "host")),
    ("certificate has expired", Cause("the certificate has expired of the", "08004", "host")),
    ("certificate verify failed", Cause("the certificate is not trusted of the", "08004", "host")),
    ("root certificate file", Cause("the file of sslrootcert cannot be read", "F0000")),
    ("invalid sslmode", Cause("sslmode has no such value", "F0000")),
    ("wrongpass", Cause("wrong password or user", "WRONGPASS")),
    ("invalid username-password", Cause("wrong password or user", "WRONGPASS")),
    ("invalid password", Cause("wrong password", "WRONGPASS")),
    ("noauth", Cause("it wants a password", "NOAUTH")),
    ("authentication required", Cause("it wants a password", "NOAUTH")),
    ("hello must be called with the client already authenticated", Cause("it wants a password", "NOAUTH")),
    # redis-py takes the code off some messages
    ("has no permissions to", Cause("the user lacks a right", "NOPERM")),
    ("command not allowed when used memory", Cause("its memory is full", "OOM")),
    ("misconf", Cause("it cannot save to its disk", "MISCONF")),
    ("read only replica", Cause("it is a replica that takes no writes", "READONLY")),
    ("too many clients", Cause("it has too many connections", "53300")),
    ("remaining connection slots", Cause("it has too many connections", "53300")),
    ("max number of clients", Cause("it has too many connections", "EMFILE")),
    ("starting up", Cause("it is starting", "57P03")),
    ("loading the dataset", Cause("it is starting", "LOADING")),
    ("shutting down", Cause("it is stopping", "57P03")),
    ("terminating connection", Cause("it stopped, or was told to cut connections", "57P01")),
    ("failed to resolve host", Cause("no address is known for the", "EAI_NONAME", "host")),
    ("could not translate host name", Cause("no address is known for the", "EAI_NONAME", "host")),
    ("name or service not known", Cause("no address is known for the", "EAI_NONAME", "host")),
    ("temporary failure in name resolution", Cause("the DNS does not answer about the", "EAI_AGAIN", "host")),
    ("connection refused", Cause("nobody listens at the", "ECONNREFUSED", "host")),
    ("no route to host", Cause("no way leads to the", "EHOSTUNREACH", "host")),
    ("network is unreachable", Cause("no way leads to the", "ENETUNREACH", "host")),
    ("statement timeout", Cause("a query took longer than 5 seconds", "57014")),
    ("lock timeout", Cause("another query held a lock for 5 seconds", "55P03")),
    ("could not extend file", Cause("its disk is full", "53100")),
    ("no space left on device", Cause("its disk is full", "53100")),
    ("read-only transaction", Cause("it takes no writes", "25006")),
    ("server closed the connection", Cause("the connection was closed by the", "08006", "host")),
    ("connection closed by server", Cause("it closed the connection", "08006")),
    ("timeout expired", Cause("no answer in time from the", "ETIMEDOUT", "host")),
    ("timed out", Cause("no answer in time from the", "ETIMEDOUT", "host")),
    ("timeout", Cause("no answer in time from the", "ETIMEDOUT", "host")),
    ("unable to open database file", Cause("its file cannot be opened", "SQLITE_CANTOPEN")),
    ("readonly database", Cause("its file is read-only", "SQLITE_READONLY")),
    ("database is locked", Cause("another process writes", "SQLITE_BUSY")),
    ("disk is full", Cause("the disk is full", "SQLITE_FULL")),
    ("disk i/o error", Cause("the disk fails", "SQLITE_IOERR")),
    ("malformed", Cause("its file is damaged", "SQLITE_CORRUPT")),
    ("not a database", Cause("its file is no database", "SQLITE_NOTADB")),
)
_PACKAGES = {
    "psycopg",
    "sqlite3",
    "redis",
    "ssl",
}  # whose messages are compared; the errno of ssl is none of the system


def cause_of(error: BaseException) -> Cause | None:
    """The cause of an error, or of the error that led to it; None if nothing is known."""
    return next((cause for one in chain_of(error) if (cause := own_cause(one))), None)


def own_cause(error: BaseException) -> Cause | None:
    """The cause that this error names, without those that led to it."""
    if sqlstate := getattr(error, "sqlstate", None):  # PostgreSQL answered; its message may contain values
        known = (cause for _, cause in _WORDINGS if cause.code == sqlstate)
        return next(known, None) or Cause(type(error).__name__, sqlstate)
    if type(error).__module__.partition(".")[0] in _PACKAGES:
        message = str(error).lower()
        return next((cause for wording, cause in _WORDINGS if wording in message), None)
    number = error.errno if isinstance(error, OSError) else None
    return Cause(os.strerror(number), errno.errorcode[number]) if number in errno.errorcode and number else None


def chain_of(error: BaseException | None) -> Iterator[BaseException]:
    """An error and those that led to it, the latest first."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
