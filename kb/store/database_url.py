"""DATABASE_URL as an entry of Django's DATABASES, and that entry as libpq's parameters."""

from typing import Any

import dj_database_url

_OPTIONS: dict[str, dict[str, Any]] = {
    "django.db.backends.sqlite3": {
        "timeout": 5,  # seconds to wait while another process writes
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    },
    # A database that hangs delays a request by seconds, not for ever.
    "django.db.backends.postgresql": {
        "connect_timeout": 2,
        "options": "-c statement_timeout=5s -c lock_timeout=5s",
    },
}
_KEPT_SECONDS = 60  # a connection, from one request to the next


def read_database_url(url: str) -> dict[str, Any]:
    """An entry of DATABASES. Raises ValueError; its message leaves out the URL, which may hold a password."""
    try:
        found: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=_KEPT_SECONDS, conn_health_checks=True))
    except (ValueError, dj_database_url.ParseError):
        found = {"ENGINE": None}
    if found["ENGINE"] not in _OPTIONS:
        raise ValueError("it looks like postgresql://user:password@host:5432/name, or sqlite:////path/of/file")
    return {**found, "OPTIONS": {**_OPTIONS[found["ENGINE"]], **found.get("OPTIONS", {})}}
