"""Each request has a name, in its answer and in its log lines; no line holds its query or its body."""

import json
import logging
import re

import pytest
from django.test import Client

from kb.server.logs import JsonFormatter


@pytest.fixture
def json_log(stderr_log):
    """The log as JSON lines; a function that gives them."""
    (handler,) = [handler for handler in logging.getLogger().handlers if getattr(handler, "stream", None) is stderr_log]
    before = handler.formatter
    handler.setFormatter(JsonFormatter())
    yield lambda: [json.loads(line) for line in stderr_log.getvalue().splitlines()]
    handler.setFormatter(before)


def test_an_answer_bears_a_name_of_its_own(client):
    names = {client.get("/")["X-Request-ID"] for _ in range(2)}

    assert len(names) == 2
    assert all(re.fullmatch(r"[0-9a-f]{16}", name) for name in names)


def test_a_well_formed_name_is_kept(client):
    assert client.get("/", headers={"x-request-id": "abc-123.DEF_4"})["X-Request-ID"] == "abc-123.DEF_4"


@pytest.mark.parametrize(
    "name", ["", "short", "a" * 65, "with space here", 'quote"inside"', "null\x00null", "日本語日本語日本語"]
)
def test_another_one_is_replaced(client, name):
    assert re.fullmatch(r"[0-9a-f]{16}", client.get("/", headers={"x-request-id": name})["X-Request-ID"])


def test_errors_and_static_files_bear_one_too(client):
    assert client.get("/nowhere")["X-Request-ID"]
    assert client.get("/static/kb/site.css")["X-Request-ID"]


def test_a_line_of_the_log_names_the_request(small_site, monkeypatch, json_log):
    monkeypatch.setattr("kb.pages.home.get_library", lambda: 1 / 0)

    response = Client(raise_request_exception=False).get("/?q=secret", headers={"x-request-id": "from-the-proxy"})

    lines = json_log()
    assert response.status_code == 500
    assert {line["request_id"] for line in lines} == {"from-the-proxy"}
    assert any("builtins.ZeroDivisionError" in line.get("stack", "") for line in lines)
    assert "secret" not in json.dumps(lines)
    assert set(lines[0]) >= {"time", "level", "logger", "request_id", "message"}


def test_a_line_that_is_written_once_the_request_is_answered_names_it_too(small_site, monkeypatch, json_log):
    """An error that the API answers itself: Django sees its status, and logs it outside of all middleware."""
    monkeypatch.setattr("kb.api.articles.get_library", lambda: 1 / 0)

    Client(raise_request_exception=False).get("/api/v1/articles", headers={"x-request-id": "from-the-proxy"})

    assert {line["logger"] for line in json_log()} == {"kb.api.errors", "django.request"}
    assert {line["request_id"] for line in json_log()} == {"from-the-proxy"}


@pytest.mark.parametrize(
    "asked",
    [
        {"path": "/secret"},
        {"path": "/zh-hans/secret/"},
        {"path": "/api/v1/secret"},
        {"path": "/articles/secret/"},
        {"path": "/?" + "&".join(f"secret{number}=1" for number in range(1001)) + "&lang=en"},
        {"path": "/search/?q=" + "secret+" * 2000},
    ],
    ids=["no page", "no Chinese page", "no endpoint", "no article", "parameters", "long"],
)
@pytest.mark.parametrize("method", ["get", "head", "put"])
def test_what_is_wrong_with_a_request_leaves_no_line(client, stderr_log, asked, method):
    assert 400 <= getattr(client, method)(**asked).status_code < 500
    assert stderr_log.getvalue() == ""


def test_a_request_can_have_a_line_without_its_query(small_site, settings, json_log):
    settings.ACCESS_LOG = True

    Client().get("/search/?q=secret")

    (line,) = json_log()
    assert (line["logger"], line["method"], line["path"], line["status"]) == ("kb.access", "GET", "/search/", 200)
    assert "secret" not in json.dumps(line)


def test_a_path_cannot_forge_a_line(small_site, settings, stderr_log):
    settings.ACCESS_LOG = True

    Client().get("/a%0aERROR forged%1b[31m")

    assert not [line for line in stderr_log.getvalue().splitlines() if line.startswith("ERROR")]
    assert "\x1b" not in stderr_log.getvalue()


def test_by_default_an_ordinary_request_leaves_no_line(client, stderr_log):
    client.get("/")

    assert stderr_log.getvalue() == ""
