"""DATABASE_URL as an entry of Django's DATABASES, with timeouts; and REDIS_URL."""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any
from urllib.parse import urlsplit

import dj_database_url

_OPTIONS: dict[str, dict[str, Any]] = {
    "django.db.backends.sqlite3": {
        "timeout": 5,  # seconds to wait while another process writes
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    },
    # Seconds, so that a database that hangs cannot hold up a request for ever.
    "django.db.backends.postgresql": {
        "connect_timeout": 2,
        "options": "-c statement_timeout=5s -c lock_timeout=5s",
    },
}
# The only forms that are taken. In any other, such as with one slash too few or a bare / in the password, a part of the
# password would be the name of the database, which is logged.
_DATABASE = r"postgres(ql)?://[^/?#]*(/[^/:@?#]*)?(\?[^#]*)?|sqlite://[^@#]*"
_NO_HOST = r"@|\.\.|[^.]{64}"  # no name has it, and the driver fails at the last two
_LONGEST_NAME = 63  # bytes, of PostgreSQL
# redis-py takes a database that is no number for 0.
_REDIS = r"(rediss?://[^#?/]+(/[0-9]*)?|redis\+unix://[^#?]+)(\?[^#]*)?"
_PASSWORDS = "in a password, # is %23, / is %2F, ? is %3F and @ is %40"
DATABASE_FORM = "it looks like postgresql://user:password@host:5432/name, or sqlite:////path/of/file"
REDIS_FORM = "it looks like redis://host:6379/0, or rediss://user:password@host:6379/0 with TLS"
_FORM = f"{DATABASE_FORM}; {_PASSWORDS}"
PORT_FORM = "no number from 1 to 65535"
_SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")  # of libpq
_CONNECTION_SECONDS = 60  # how long a connection is kept open between requests


def read_database_url(url: str) -> dict[str, Any]:
    """The entry of DATABASES for a URL of SQLite or PostgreSQL.

    Raises ValueError for any other. Its message does not repeat the URL, which may contain a password.
    """
    try:
        if not re.fullmatch(_DATABASE, url):
            raise ValueError
        entry: dict[str, Any] = dict(
            dj_database_url.parse(url, conn_max_age=_CONNECTION_SECONDS, conn_health_checks=True)
        )
    except (ValueError, dj_database_url.ParseError):
        entry = {}
    engine = entry.get("ENGINE", "")
    if engine not in _OPTIONS:
        raise ValueError(f"{_wrong_part(url)}{_FORM}")
    options, host = entry.get("OPTIONS", {}), entry.get("HOST", "")
    if re.search(_NO_HOST, host) and not host.startswith("/"):  # else it is a socket
        raise ValueError(f"its host cannot be one: {_FORM}")
    if engine.endswith("postgresql") and len(entry["NAME"].encode()) > _LONGEST_NAME:
        raise ValueError(f"the name of its database has more than {_LONGEST_NAME} bytes: {_FORM}")
    if entry["NAME"] in {"", ":memory:"} and "service" not in options:
        raise ValueError(f"it names no database: {_FORM}")
    known = _names_of_libpq() if options and engine.endswith("postgresql") else _OPTIONS[engine]
    if "ssl" in options and engine.endswith("postgresql"):  # what other programs call it
        raise ValueError("there is no option ssl: write sslmode=require, or sslmode=verify-full with sslrootcert=FILE")
    if unknown := next((name for name in options if name not in known), None):
        near = get_close_matches(unknown, known, 1)  # the unknown one may be a part of a password
        raise ValueError(f"an option after ? is unknown: {f'did you mean {near[0]}' if near else _PASSWORDS}")
    if options.get("sslmode", "prefer") not in _SSL_MODES:
        raise ValueError(f"sslmode is one of {', '.join(_SSL_MODES)}")
    return {**entry, "OPTIONS": {**_OPTIONS[engine], **options}}


def _wrong_part(url: str) -> str:
    """Which part of a URL of a database is wrong, if it is plain, as the beginning of a sentence."""
    if not url.startswith(("postgresql://", "postgres://", "sqlite://")):
        return "it begins with neither postgresql:// nor sqlite://; "
    return "" if "#" in url or has_sound_port(url) else f"its port is {PORT_FORM}; "


def _names_of_libpq() -> Iterable[str]:
    """The names that PostgreSQL's own library takes after the ? of a URL."""
    from psycopg.pq import Conninfo  # it takes a while

    return [option.keyword.decode() for option in Conninfo.get_defaults()]


def describe_database(entry: Mapping[str, Any]) -> str:
    """An entry of DATABASES in words that may be logged: no user, no password.

    >>> describe_database(read_database_url("postgresql://me:secret@db.example:5432/votes"))
    'PostgreSQL votes at db.example:5432'
    """
    if not entry["ENGINE"].endswith("postgresql"):
        return f"SQLite {entry['NAME']}"
    place = ":".join(str(entry[part]) for part in ("HOST", "PORT") if entry.get(part))
    return f"PostgreSQL {entry['NAME']} at {place or 'this machine'}"


def nameable_parts(entry: Mapping[str, Any]) -> dict[str, str]:
    """The parts of an entry of DATABASES that may be logged where they are wrong.

    A user without a password is none: one slip after the user, and the password is a part of that name.
    """
    port = f":{entry['PORT']}" if entry.get("PORT") else ""
    return {
        "user": entry.get("USER", "") if entry.get("PASSWORD") else "",
        "database": str(entry.get("NAME", "")),
        "host": f"{entry.get('HOST', '')}{port}",
        "sslrootcert": entry.get("OPTIONS", {}).get("sslrootcert", ""),
    }


def read_redis_url(url: str) -> str:
    """The URL, if it can be one of Redis or is empty. Raises ValueError, whose message does not repeat it."""
    if (url and not re.fullmatch(_REDIS, url)) or not has_sound_port(url):
        is_number = re.search(r":\d+(?:/|$)", url.rpartition("@")[2])  # else it may be a part of the password
        port = f"its port is {PORT_FORM}; " if is_number and not has_sound_port(url) else ""
        raise ValueError(f"{port}{REDIS_FORM}; {_PASSWORDS}")
    return url


def has_sound_port(url: str) -> bool:
    """Whether the port of a URL is a number that one can be, or there is none."""
    try:
        return urlsplit(url).port != 0
    except ValueError:
        return False
