"""Figures for Prometheus: requests, verdicts and times; nothing of a paste, and no label that visitors can multiply."""

import json
import sys

import pytest

from tests.test_settings import run

ASK = """
import django; django.setup()
from django.core.management import call_command
from django.test import Client
from tracefix.redaction.sketch import Sketch, to_json
client = Client(SERVER_NAME="localhost")
client.post("/match/", {"text": "RuntimeError: boom happened in 'secret'"})
client.post("/api/v1/match", "RuntimeError: secret", content_type="text/plain")
client.get("/match/?example=boom")
client.get("/search/?q=secret")
for headers in ({}, {}, {"if-none-match": "*"}):
    client.get("/articles/boom/", headers=headers)
for number in range(50):
    client.get(f"/secret-{number}")
    client.generic(f"SECRET{number}", "/")
client.get("/static/kb/site.css")
call_command("migrate", verbosity=0)
for said in ("the soup is secret", "<secret>"):
    client.post("/wanted/", {"sketch": to_json(Sketch("SoupError", said))})
client.post("/wanted/", {"sketch": "secret"})
print(client.get("/metrics").content.decode())
print("by address", client.get("/metrics", headers={"host": "10.0.0.1:8000"}).status_code)
print("proxy", client.get("/metrics", headers={"x-forwarded-for": "192.0.2.1"}).status_code)
"""


@pytest.fixture(scope="module")
def figures(tmp_path_factory):
    from tests.factories import write_article_folder

    root = tmp_path_factory.mktemp("metrics")
    write_article_folder(root / "articles", "boom", message="boom happened in '{place}'")
    asked = run(
        [sys.executable, "-c", ASK],
        TRACEFIX_METRICS="1",
        TRACEFIX_VAR=str(root / "var"),
        TRACEFIX_ARTICLES=str(root / "articles"),
    )
    assert asked.returncode == 0, asked.stderr
    kept = "".join(path.read_bytes().decode("utf-8", "replace") for path in (root / "var" / "run").rglob("*.db"))
    return asked.stdout, kept


EXPECTED = [
    'tracefix_matches_total{article="boom",verdict="exact"} 1.0',
    'tracefix_matches_total{article="",verdict="none"} 1.0',
    'tracefix_requests_total{method="POST",status="200",view="match"} 1.0',
    'tracefix_requests_total{method="GET",status="200",view="article"} 2.0',  # the second from the cache
    'tracefix_requests_total{method="GET",status="304",view="article"} 1.0',
    'tracefix_requests_total{method="GET",status="404",view="none"} 50.0',
    'tracefix_requests_total{method="other",status="405",view="home"} 50.0',
    'tracefix_requests_total{method="GET",status="200",view="static"} 1.0',
    'tracefix_request_seconds_count{view="api-1:match"} 1.0',
    "tracefix_wanted_total 2.0",
    'tracefix_build_info{commit="',
    "tracefix_workers 1.0",
    "tracefix_worker_starts_total 0.0",
    "tracefix_ready 1.0",
    "tracefix_database_up 1.0",
    "tracefix_stale_seconds 0.0",
    "tracefix_var_free_bytes ",
    "process_resident_memory_bytes ",
    "tracefix_articles 1.0",
    "tracefix_articles_broken 0.0",
    'tracefix_library_info{content="',
    "by address 200",
    "proxy 404",
]


@pytest.mark.parametrize("line", EXPECTED)
def test_it_tells(figures, line):
    assert line in figures[0]


def test_it_tells_nothing_of_what_was_sent(figures):
    for told in figures:
        assert "secret" not in told.lower()


def test_without_a_backup_there_is_no_time_of_one(figures):
    assert "tracefix_backup_timestamp_seconds" not in figures[0]


def test_without_the_setting_there_is_no_such_page_and_the_library_is_not_loaded(client, articles_dir, tmp_path):
    assert client.get("/metrics").status_code == 404

    program = (
        "import kb.wsgi, sys, json; print(json.dumps([n for n in ('prometheus_client', 'limits') if n in sys.modules]))"
    )
    started = run([sys.executable, "-c", program], TRACEFIX_ARTICLES=str(articles_dir), TRACEFIX_VAR=str(tmp_path))
    assert json.loads(started.stdout) == [], started.stderr
