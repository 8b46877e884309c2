"""What is logged says where something broke, and nothing of what it broke on."""

import json
import logging

import psycopg
import pytest
from django.core.exceptions import DisallowedHost
from django.test import RequestFactory

from kb.server.logs import HostFilter, JsonFormatter, PrivateFormatter


def told(raise_error):
    try:
        raise_error()
    except Exception as error:
        return PrivateFormatter().formatException((type(error), error, error.__traceback__))


def fail():
    raise ValueError("secret")


def test_the_place_and_the_class_are_told_but_not_the_text():
    text = told(fail)

    assert text.splitlines()[-1] == "builtins.ValueError"
    assert "in fail" in text
    assert "secret" not in text.replace('raise ValueError("secret")', "")  # our own source line may be quoted


@pytest.mark.parametrize("explicit", [True, False], ids=["from", "while handling"])
def test_what_led_to_an_error_is_told_first(explicit):
    def fail_twice():
        try:
            fail()
        except ValueError as error:
            if explicit:
                raise KeyError(str(error)) from error
            raise KeyError(str(error))  # noqa: B904

    classes = [line for line in told(fail_twice).splitlines() if line.startswith("builtins.")]

    assert classes == ["builtins.ValueError", "builtins.KeyError"]


def test_a_chain_that_bites_its_tail_ends():
    error = ValueError("a")
    error.__cause__ = KeyError("b")
    error.__cause__.__cause__ = error

    assert PrivateFormatter().formatException((ValueError, error, None)).count("ValueError") == 1


def test_a_known_cause_is_told_in_words_of_ours():
    def fail_to_connect():
        raise psycopg.OperationalError('FATAL:  password authentication failed for user "secret"')

    text = told(fail_to_connect)

    assert text.splitlines()[-1] == "psycopg.OperationalError: wrong password for the user (28P01)"


# ── hosts that are not ours ─────────────────────────────────────────────────────────────────────────────────────


def test_a_host_that_is_not_ours_is_told_once_a_minute(client, stderr_log, monkeypatch):
    hosts = HostFilter()
    logger = logging.getLogger("django.security.DisallowedHost")
    monkeypatch.setattr(logger, "filters", [hosts])

    for host in ("evil.example", "other.example"):
        client.get("/", headers={"host": host, "x-request-id": "the-id-of-the-request"})
    monkeypatch.setattr(hosts, "_next", 0.0)
    client.get("/", headers={"host": "later.example\nx"})

    first, second = stderr_log.getvalue().splitlines()
    assert "the-id-of-the-request: A request for the host 'evil.example' got 400: TRACEFIX_ALLOWED_HOSTS" in first
    assert "later.example" in second
    assert "WARNING" in first
    assert "Traceback" not in stderr_log.getvalue()


def test_as_json_it_is_one_line_with_the_id_of_the_request():
    request = RequestFactory().get("/", headers={"host": "evil.example"})
    request.META["tracefix.request_id"] = "the-id"
    error = (DisallowedHost, DisallowedHost("evil"), None)
    record = logging.LogRecord("django.security.DisallowedHost", logging.ERROR, "", 0, "Invalid", (), error)
    record.request = request
    assert HostFilter().filter(record)

    line = json.loads(JsonFormatter().format(record))

    assert (line["level"], line["request_id"]) == ("WARNING", "the-id")
    assert "stack" not in line
