"""Why a database, Redis or the disk failed, in words of ours and with the code that manuals list.

The message of an error may quote a password, a value or a paste, so it is only compared with known wordings, and never
shown. `python -m benchmarks.faults` and the tests cause each of them.
"""

import errno
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

# Of causes that concern no part of the address, those that a wrong address may have.
_OF_ADDRESSES = {
    "F0000",
    "08006",
    "ECONNRESET",
    "WRONGPASS",
    "NOAUTH",
    "ERR",
    "ENOENT",
    "SQLITE_CANTOPEN",
    "SQLITE_NOTADB",
}


class Cause(NamedTuple):
    """One cause: `about` is what of the address it concerns, "user", "database", "host" or an option; "" for none."""

    words: str
    code: str  # SQLSTATE, errno, or the name of SQLite's or Redis' error
    about: str = ""

    def __str__(self) -> str:
        return self.told_of({})

    def told_of(self, names: Mapping[str, str], repair: str = "") -> str:
        """The cause with the user, database, host or file that it concerns, where `names` has it.

        `repair` says how to write the address, and follows where a wrong one may be the cause.
        """
        told = " ".join(filter(None, (self.words, self.about, names.get(self.about), f"({self.code})")))
        return f"{told}. {repair}" if repair and (self.about or self.code in _OF_ADDRESSES) else told


def _read_causes() -> Iterator[tuple[Cause, list[str]]]:
    """The rows of failure_causes.tsv: causes, and wordings of messages that mean each."""
    for row in Path(__file__).with_suffix(".tsv").read_text(encoding="utf-8").splitlines():
        if not row.startswith("#"):
            code, about, words, wordings = row.split("\t")
            yield Cause(words, code, about.strip("-")), wordings.split("|")


_CAUSES = tuple(_read_causes())
_COMPARED = {"psycopg", "sqlite3", "redis", "ssl"}  # packages; the errno of ssl is none of the system


def cause_of(error: BaseException) -> Cause | None:
    """The cause of an error, or of the error that led to it; None if nothing is known."""
    return next((cause for one in chain_of(error) if (cause := own_cause(one))), None)


def own_cause(error: BaseException) -> Cause | None:
    """The cause that this error names, without those that led to it."""
    if sqlstate := getattr(error, "sqlstate", None):  # PostgreSQL answered; its message may contain values
        known = (cause for cause, _ in _CAUSES if cause.code == sqlstate)
        return next(known, Cause(type(error).__name__, sqlstate))
    if type(error).__module__.partition(".")[0] in _COMPARED:
        message = str(error).lower()
        found = (cause for cause, wordings in _CAUSES if any(map(message.count, wordings)))
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
