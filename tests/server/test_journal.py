"""`journalctl -p err` finds the errors of a server, and a terminal sees lines as they are."""

import io
import logging
import os
import subprocess
import sys

import pytest
from django.conf import settings

from kb.server.granian_logs import JournalHandler
from kb.server.journal import MarkedLines, StderrHandler, mark, mark_stderr


@pytest.fixture
def journal(monkeypatch):
    stderr = os.fstat(2)
    monkeypatch.setenv("JOURNAL_STREAM", f"{stderr.st_dev}:{stderr.st_ino}")


@pytest.mark.parametrize(
    ("level", "priority"),
    [(logging.CRITICAL, "<3>"), (logging.ERROR, "<3>"), (logging.WARNING, "<4>"), (logging.INFO, "<6>")],
)
@pytest.mark.parametrize("handler", [StderrHandler, JournalHandler], ids=["ours", "Granian's"])
def test_each_line_for_the_journal_has_its_priority(journal, handler, level, priority):
    record = logging.LogRecord("kb", level, "", 0, 'no\nFile "a.py"', (), None)

    assert handler().format(record) == f'{priority}no\n{priority}File "a.py"'


@pytest.mark.parametrize("stream", ["", "1:2"], ids=["none", "that of another"])
@pytest.mark.parametrize("handler", [StderrHandler, JournalHandler], ids=["ours", "Granian's"])
def test_elsewhere_lines_stay_as_they_are(monkeypatch, handler, stream):
    monkeypatch.setenv("JOURNAL_STREAM", stream)

    assert handler().format(logging.LogRecord("kb", logging.ERROR, "", 0, "no", (), None)) == "no"
    assert mark("no", logging.ERROR) == "no"


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_a_setting_that_stops_the_start_is_an_error_of_the_journal(tmp_path, log_format):
    with (tmp_path / "journal").open("w") as journal:
        status = os.fstat(journal.fileno())
        environment = {
            **os.environ,
            "JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}",
            "DJANGO_SETTINGS_MODULE": "kb.settings",
            "TRACEFIX_LOG_FORMAT": log_format,
            "TRACEFIX_PROXIES": "many",
        }
        subprocess.run([sys.executable, "manage.py", "check"], cwd=settings.BASE_DIR, env=environment, stderr=journal)

    (line,) = (tmp_path / "journal").read_text().splitlines()
    assert line.startswith('<3>{"time"' if log_format == "json" else "<3>TRACEFIX_PROXIES is 'many'")


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        (["WARNINGS:\n?: (kb.W001) no\n"], "<4>WARNINGS:\n<4>?: (kb.W001) no\n"),
        (["CommandError: no\nmore\n"], "<3>CommandError: no\n<3>more\n"),
        (["Traceback (most recent call last):\n", "  File\n"], "<3>Traceback (most recent call last):\n<3>  File\n"),
        (["<6>info\n", "\n", "<b>\n"], "<6>info\n<4>\n<4><b>\n"),
        (["a", "b", "\n", "c"], "<4>ab\n<4>c"),
    ],
)
def test_what_is_no_line_of_the_log_has_a_priority_too(written, kept):
    stream = io.StringIO()
    lines = MarkedLines(stream)

    for text in written:
        assert lines.write(text) == len(text)

    assert stream.getvalue() == kept
    assert not lines.isatty()


def test_stderr_that_is_no_journal_stays_as_it_is(monkeypatch):
    monkeypatch.delenv("JOURNAL_STREAM", raising=False)
    before = sys.stderr

    mark_stderr()

    assert sys.stderr is before


def test_a_command_that_fails_is_an_error_of_the_journal(tmp_path):
    with (tmp_path / "journal").open("w") as journal:
        status = os.fstat(journal.fileno())
        environment = {
            **os.environ,
            "JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}",
            "DJANGO_SETTINGS_MODULE": "kb.settings",
            "TRACEFIX_ARTICLES": "/nowhere",
        }
        subprocess.run([sys.executable, "manage.py", "check"], cwd=settings.BASE_DIR, env=environment, stderr=journal)

    lines = (tmp_path / "journal").read_text().splitlines()
    assert lines[0].startswith("<3>SystemCheckError: ")
    assert all(line.startswith("<3>") for line in lines)
