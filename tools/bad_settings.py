"""The table of settings that are refused, each with what is told: `python -m tools.bad_settings`, as Markdown.

Each row is a start of its own: `manage.py serve`.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from tempfile import TemporaryDirectory

from tools.granian import ROOT, free_port

ROWS = (
    "TRACEFIX_LIMIT_MATCH=60/minit",
    "TRACEFIX_LIMIT_SEARCH=600 per minute",
    "TRACEFIX_LIMIT_VOTE=0/day",
    "TRACEFIX_LIMIT_WANTED=none",
    "TRACEFIX_LIMIT_WANTED_NETWORK=-1/day",
    "TRACEFIX_LIMIT_WANTED_TOTAL=1/week",
    "TRACEFIX_LIMIT_LOGIN=1.5/hour",
    "TRACEFIX_LIMIT_MODEL=often",
    "TRACEFIX_MODEL_URL=http://127.0.0.1:8080/v1",
    "TRACEFIX_MODEL=qwen3",
    "TRACEFIX_MODEL_KEY=hunter2\thunter2",
    "TRACEFIX_MODEL_KEY_FILE=/nowhere",
    "TRACEFIX_DEBUG=yess",
    "TRACEFIX_METRICS=enabled",
    "TRACEFIX_STAFF=2",
    "TRACEFIX_BEHIND_TLS=tls",
    "TRACEFIX_ACCESS_LOG=/var/log/access",
    "TRACEFIX_CORS=*",
    "TRACEFIX_BASE_URL=tracefix.example",
    "TRACEFIX_EDIT_URL=javascript:alert(1)",
    "TRACEFIX_REPOSITORY=owner/repo",
    "TRACEFIX_CONTACT=help at a.example",
    "TRACEFIX_ALLOWED_HOSTS=https://tracefix.example",
    "TRACEFIX_ALLOWED_HOSTS=tracefix.example:8000",
    "TRACEFIX_PROXIES=99",
    "TRACEFIX_PROXIES=one",
    "TRACEFIX_WATCH=5s",
    "TRACEFIX_WANTED_NETWORKS=-1",
    "TRACEFIX_LOG_FORMAT=xml",
    "TRACEFIX_LANG=klingon",
    "TRACEFIX_MONITOR_NETWORKS=10.0.0.1/8",
    "TRACEFIX_ARTICLES=/nowhere",
    "TRACEFIX_ARTICLES=.",
    "TRACEFIX_PROJECTS=/nowhere",
    "TRACEFIX_PROJECTS=.",
    "TRACEFIX_PROXY=1",
    "TRACEFIX_LIMITS_MATCH=1/day",
    "TRACEFIX_DATABASE_URL=x",
    "TRACEFIX_COLOUR=red",
    "tracefix_proxies=1",
    "DATABASE_URL=mysql://me:hunter2@host/db",
    "DATABASE_URL=postgresql://me:hunter2@host:port/db",
    "DATABASE_URL=postgresql://me:12#hunter2@host/db",
    "DATABASE_URL=postgresql://me:hunter2@host:5432",
    "DATABASE_URL=postgresql://me:hunter2@host/db?sslmod=require",
    "DATABASE_URL=postgresql://me:hunter2@host/db?sslmode=verify",
    "DATABASE_URL=sqlite:///",
    "REDIS_URL=redis://me:12#hunter2@host:6379/0",
    "REDIS_URL=me:hunter2@host",
    "REDIS_URL=redis://me:hunter2@host:port/0",
    "REDIS_URL=redis://me:hunter2@host:6379/zero",
    "TRACEFIX_SECRET_KEY_FILE=/nowhere",
    "DATABASE_URL_FILE=/dev/null",
    "TRACEFIX_SECRET_KEY=hunter2",
    "TRACEFIX_VAR=/dev/null",
    "GRANIAN_HOST=localhost",
    "GRANIAN_HOST=192.0.2.1",
    "GRANIAN_PORT=eighty",
    "GRANIAN_WORKERS=two",
    "GRANIAN_WORKERS=0",
)
_SECONDS = 60
_OURS = ("TRACEFIX_", "REDIS_", "DATABASE_", "DJANGO_", "GRANIAN_")


def start_with(row: str) -> tuple[int, str]:
    """The status with which a start with this setting ends, and what it says. Raises TimeoutExpired if it serves."""
    name, _, value = row.partition("=")
    kept = {key: text for key, text in os.environ.items() if not key.startswith(_OURS)}
    with TemporaryDirectory(prefix="settings-") as folder:
        done = subprocess.run(
            [sys.executable, "manage.py", "serve", "--port", str(free_port())],
            cwd=ROOT, env={**kept, "TRACEFIX_VAR": folder, name: value}, capture_output=True, text=True,
            timeout=_SECONDS,
        )  # fmt: skip
    return done.returncode, done.stderr.strip()


def table() -> Iterator[str]:
    """The lines of the table."""
    yield "| Set | Status | Told |"
    yield "|---|---|---|"
    for row in ROWS:
        status, text = start_with(row)
        cell = text.replace("|", "\\|").replace("\n", "<br>")
        yield f"| `{row}` | {status} | {cell} |"


if __name__ == "__main__":
    for line in table():
        print(line, flush=True)
