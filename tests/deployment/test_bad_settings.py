"""Each setting that is wrong stops the server with one line that says what is wrong, without a secret."""

import os
import re
import subprocess
import sys

import pytest
from django.conf import settings

from tools.granian import free_port

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
    "TRACEFIX_ALLOWED_HOSTS=*.tracefix.example",
    "TRACEFIX_BASE_URL=https://tracefix.example:44300000",
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
    "TRACEFIX_PROJECTS=articles",
    "TRACEFIX_ARTICLES=projects",
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
    "DATABASE_URL=postgresql:me:hunter2@host/db",
    "DATABASE_URL=postgresql:/me:hunter2@host/db",
    "DATABASE_URL=postgresql:///me:hunter2@host/db",
    f"DATABASE_URL=postgresql://me:hunter2@host/{'n' * 64}",
    "DATABASE_URL_FILE=postgresql://me:hunter2@host/db",
    "TRACEFIX_SECRET_KEY_FILE=hunter2",
    "REDIS_URL_FILE=redis://:hunter2@host",
    "TRACEFIX_MODEL_KEY_FILE=hunter2",
    "TRACEFIX_BASE_URL=postgresql://me:hunter2@host/db",
    "TRACEFIX_ARTICLES=postgresql://me:hunter2@host/db",
    "DATABASE_URL=postgress://me:hunter2@host/db",
    "DATABASE_URL=postgresql://me:hunter2@host:54321234/db",
    "REDIS_URL=redis://me:12#hunter2@host:6379/0",
    "REDIS_URL=me:hunter2@host",
    "REDIS_URL=redis://me:hunter2@host:port/0",
    "REDIS_URL=redis://me:hunter2@host:6379/zero",
    "TRACEFIX_SECRET_KEY_FILE=/nowhere",
    "DATABASE_URL_FILE=/dev/null",
    "TRACEFIX_SECRET_KEY=hunter2",
    "TRACEFIX_VAR=/dev/null",
    "TRACEFIX_PROXIES=1\r",
    "TRACEFIX_METRICS=1 ",
    "TRACEFIX_ARTICLES=/srv/a,/srv/b",
    "REDIS_URL='redis://me:hunter2@host:6379/0'",
    "GRANIAN_HOST=localhost",
    "GRANIAN_HOST=192.0.2.1",
    "GRANIAN_PORT=eighty",
    "GRANIAN_WORKERS=two",
    "GRANIAN_WORKERS=0",
)
OURS = ("TRACEFIX_", "REDIS_", "DATABASE_", "DJANGO_", "GRANIAN_")


def start_with(row, folder):
    """The status with which a start with this setting ends, and what it says."""
    name, _, value = row.partition("=")
    kept = {key: text for key, text in os.environ.items() if not key.startswith(OURS)}
    done = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", str(free_port())],
        cwd=settings.BASE_DIR, env={**kept, "TRACEFIX_VAR": str(folder), name: value},
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    return done.returncode, done.stderr.strip()


@pytest.mark.parametrize("row", ROWS)
def test_it_is_told(row, tmp_path):
    status, text = start_with(row, tmp_path)

    assert status == 1
    assert len(text.splitlines()) == 1
    assert text.startswith(row.partition("=")[0].removesuffix("_FILE"))
    assert text.endswith((".", "?"))
    assert "hunter2" not in text


def test_each_setting_has_a_row():
    documented = re.findall(
        r"(?m)^\| `([A-Z_]+)` \|", (settings.BASE_DIR / "docs" / "settings.md").read_text(encoding="utf-8")
    )

    assert documented
    assert set(documented) <= {row.partition("=")[0] for row in ROWS}
