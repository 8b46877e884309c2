"""`manage.py serve` becomes Granian with the options of the site, or says in one line what is wrong."""

import json
import logging
import os
from pathlib import Path

import pytest
from django.core.management import call_command

from kb.server.granian_logs import GranianFormatter


@pytest.fixture
def executed(monkeypatch):
    """What the process would have become."""
    programs = []
    monkeypatch.setattr(os, "execve", lambda path, arguments, environment: programs.append((arguments, environment)))
    return programs


def test_it_becomes_granian(executed, settings):
    call_command("serve", "--host", "192.0.2.1", "--port", "8123", "--workers", "2", "--", "--backlog", "512")

    ((arguments, environment),) = executed
    words = " ".join(arguments)
    assert arguments[1:3] == ["-m", "granian"]
    assert arguments[-3:] == ["--backlog", "512", "kb.wsgi:application"]
    for option in ("--host 192.0.2.1", "--port 8123", "--workers 2", "--http 1", "--respawn-failed-workers"):
        assert option in words
    assert "--log-config" not in words
    assert environment["PYTHONPATH"].split(os.pathsep)[0] == str(settings.BASE_DIR)


def test_what_is_not_said_is_left_to_the_environment_of_granian(executed):
    call_command("serve")

    assert not {"--host", "--port", "--workers"} & set(executed[0][0])


def test_where_logs_are_json_those_of_granian_are_too(executed, settings):
    settings.LOG_FORMAT = "json"

    call_command("serve")

    arguments = executed[0][0]
    config = json.loads(Path(arguments[arguments.index("--log-config") + 1]).read_text(encoding="utf-8"))
    assert set(config) <= {"formatters", "handlers", "loggers"}  # Granian adds the rest
    assert config["formatters"]["json"]["()"] == f"{GranianFormatter.__module__}.{GranianFormatter.__qualname__}"


def test_it_does_not_start_with_what_would_fail_later(executed, settings, monkeypatch):
    settings.REDIS_URL = "redis://user:hunter2@localhost:port/0"

    with pytest.raises(SystemExit) as refusal:
        call_command("serve")

    assert not executed
    assert len(str(refusal.value).splitlines()) == 1
    assert str(refusal.value).startswith("REDIS_URL ")
    assert "hunter2" not in str(refusal.value)


def test_a_line_of_granian_is_one_object_without_what_an_error_quotes():
    try:
        raise ValueError("a\nsecret")
    except ValueError as error:
        record = logging.LogRecord("_granian", 40, "", 0, 'Worker "%s"\nfailed', (1,), (ValueError, error, None))

    line = GranianFormatter().format(record)

    assert "\n" not in line
    told = json.loads(line)
    assert (told["logger"], told["level"], told["request_id"]) == ("granian", "ERROR", "-")
    assert told["message"] == 'Worker "1"\nfailed'
    assert "secret" not in line
