"""`manage.py serve` becomes Granian with the options of the site, or says in one line what is wrong."""

import json
import logging
import os
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import call_command

from kb.server.granian_logs import GranianFormatter, NewsFilter
from kb.server.program_version import version
from tools.granian import free_port


@pytest.fixture
def executed(monkeypatch):
    """What the process would have become."""
    programs = []
    monkeypatch.setattr(os, "execve", lambda path, arguments, environment: programs.append((arguments, environment)))
    return programs


@pytest.fixture(autouse=True)
def free(monkeypatch, settings, tmp_path):
    """A port that nobody listens on, of which the environment tells the server, and a var of its own."""
    settings.VAR_DIR = tmp_path / "var"
    port = str(free_port())
    monkeypatch.setenv("GRANIAN_PORT", port)
    return port


def test_workers_keep_the_libraries_of_their_release_when_the_link_to_it_leads_to_another(
    executed, monkeypatch, tmp_path
):
    (tmp_path / "releases" / "v1" / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / "current").symlink_to("releases/v1")
    (tmp_path / "current" / ".venv" / "bin" / "python").symlink_to(sys.executable)  # as venv makes it
    monkeypatch.setattr(sys, "executable", str(tmp_path / "current" / ".venv" / "bin" / "python"))

    call_command("serve")

    ((arguments, _),) = executed
    assert arguments[0] == str(tmp_path / "releases" / "v1" / ".venv" / "bin" / "python")


def refused(*arguments):
    """The lines with which the server refuses to start."""
    with pytest.raises(SystemExit) as refusal:
        call_command("serve", *arguments)
    return str(refusal.value).splitlines()


def test_it_becomes_granian(executed, settings, free):
    call_command("serve", "--host", "127.0.0.1", "--port", free, "--workers", "2", "--", "--backlog", "512")

    ((arguments, environment),) = executed
    words = " ".join(arguments)
    assert arguments[1:3] == ["-m", "granian"]
    assert arguments[-3:] == ["--backlog", "512", "kb.wsgi:application"]
    for option in ("--host 127.0.0.1", f"--port {free}", "--workers 2", "--http 1", "--respawn-failed-workers"):
        assert option in words
    assert environment["PYTHONPATH"].split(os.pathsep)[0] == str(settings.BASE_DIR)


def test_what_is_not_said_is_that_of_the_variables_of_granian(executed, free):
    call_command("serve")

    assert f"--host 127.0.0.1 --port {free} --workers 1" in " ".join(executed[0][0])


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("HOST", "localhost", "write an IP address"),
        ("HOST", "192.0.2.1", "is '192.0.2.1': write an IP address of this machine"),
        ("PORT", "http", "write a whole number from 1 to 65535"),
        ("WORKERS", "two", "write a whole number"),
    ],
)
def test_a_place_where_it_cannot_listen_is_told_in_one_line(executed, monkeypatch, name, value, told):
    monkeypatch.setenv(f"GRANIAN_{name}", value)

    (line,) = refused()

    assert told in line
    assert not executed


@pytest.mark.parametrize("is_shared", [False, True], ids=["another program", "another server of Tracefix"])
def test_a_taken_port_is_told_though_granian_would_share_it(executed, free, is_shared):
    with socket.create_server(("127.0.0.1", int(free)), reuse_port=is_shared):
        assert refused() == [f"The port {free} of 127.0.0.1 is taken: stop who listens there, or choose another port."]
    assert not executed


def test_a_var_that_another_server_holds_is_told_until_that_one_ends(executed, settings, free):
    hold = "from kb.server.var_folder import hold; print(hold(), flush=True); input()"
    program = f"import django; django.setup(); {hold}"
    other = subprocess.Popen(
        [sys.executable, "-c", program], env={**os.environ, "TRACEFIX_VAR": str(settings.VAR_DIR)},
        cwd=settings.BASE_DIR, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert other.stdout.readline() == "[]\n"

    assert refused() == [f"TRACEFIX_VAR {settings.VAR_DIR} is that of another server that runs: give each its own."]
    other.communicate("\n")
    call_command("serve")
    assert len(executed) == 1


def test_it_holds_its_var_once_it_has_become_granian(settings):
    """The lock outlives the exec, and no child has it."""
    program = (
        "import django; django.setup(); import os, sys; from kb.server.var_folder import hold; hold()\n"
        "os.execv(sys.executable, [sys.executable, '-c', 'print(1, flush=True); input()'])"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], env={**os.environ, "TRACEFIX_VAR": str(settings.VAR_DIR)},
        cwd=settings.BASE_DIR, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout.readline() == "1\n"

    assert "is that of another server" in refused()[0]
    process.communicate("\n")


def test_it_tells_what_starts_where_with_what(executed, settings, free, stderr_log):
    call_command("serve")

    (line,) = stderr_log.getvalue().splitlines()
    assert f"INFO kb.management.commands.serve -: {version()} starts on http://127.0.0.1:{free}. Workers: 1." in line
    folders = f"Articles: {settings.ARTICLES_DIR}. Projects: {settings.PROJECTS_DIR}. Writes to {settings.VAR_DIR}."
    assert f"Redis: no. {folders}" in line


def test_a_risk_is_told_at_the_start(executed, settings, stderr_log):
    settings.ALLOWED_HOSTS = ["*"]

    call_command("serve")

    assert len(executed) == 1
    assert "WARNING kb.management.commands.serve -: TRACEFIX_ALLOWED_HOSTS is *" in stderr_log.getvalue()


def test_the_log_of_granian_is_formatted_as_ours(executed):
    call_command("serve")

    arguments = executed[0][0]
    config = json.loads(Path(arguments[arguments.index("--log-config") + 1]).read_text(encoding="utf-8"))
    assert set(config) <= {"formatters", "filters", "handlers", "loggers"}  # Granian adds the rest
    assert config["formatters"]["ours"]["()"] == f"{GranianFormatter.__module__}.{GranianFormatter.__qualname__}"
    assert config["filters"]["news"]["()"] == f"{NewsFilter.__module__}.{NewsFilter.__qualname__}"


def test_it_does_not_start_with_what_would_fail_later(executed, settings, monkeypatch):
    settings.REDIS_URL = "redis://user:hunter2@localhost:port/0"

    (line,) = refused()

    assert not executed
    assert line.startswith("REDIS_URL ")
    assert "hunter2" not in line


def test_a_variable_that_cannot_be_used_is_refused_where_an_option_replaces_it_as_check_does(executed, monkeypatch):
    monkeypatch.setenv("GRANIAN_WORKERS", "2")
    call_command("serve", "--workers", "1")
    assert len(executed) == 1

    monkeypatch.setenv("GRANIAN_WORKERS", "two")
    assert refused("--workers", "1") == ["GRANIAN_WORKERS is 'two': write a whole number from 1 to 256, such as 1."]
    assert len(executed) == 1


def test_a_redis_that_cannot_count_is_told_at_the_start_and_stops_nothing(executed, settings, monkeypatch):
    settings.REDIS_URL = "redis://localhost/0"
    tried = []
    counters = SimpleNamespace(find_redis_trouble=lambda: tried.append("which logs it"))
    monkeypatch.setattr("kb.server.checks.check_limits", lambda: [])
    monkeypatch.setattr("kb.management.commands.serve.get_limits", lambda: counters)

    call_command("serve")

    assert tried == ["which logs it"]
    assert executed


@pytest.mark.parametrize(
    ("said", "is_news"), [("HUP signal received", True), ("Configuration allows spawning up to 8", False)]
)
def test_granian_tells_of_reloads_and_nothing_of_what_is_so_on_purpose(said, is_news):
    assert NewsFilter().filter(logging.LogRecord("_granian", 20, "", 0, said, (), None)) == is_news


def test_a_line_of_granian_reads_as_ours_do(monkeypatch):
    monkeypatch.delenv("TRACEFIX_LOG_FORMAT", raising=False)
    record = logging.LogRecord("_granian", 20, "", 0, "Shutting down granian", (), None)
    record.created = 0.5

    assert GranianFormatter().format(record) == "1970-01-01 00:00:00,500 INFO granian -: Shutting down granian"


def test_a_line_of_granian_is_one_object_without_what_an_error_quotes(monkeypatch):
    monkeypatch.setenv("TRACEFIX_LOG_FORMAT", "json")
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
