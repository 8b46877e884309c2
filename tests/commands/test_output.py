"""The commands for readers, where standard output is full, closed or in ASCII, and names with terminal codes."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

from tests.examples import every, some

COMMANDS = [
    ("match", "/dev/stdin"),
    ("search", "boom"),
    ("triage", "-"),
    ("versions", "huggingface_hub.cached_download"),
]


@pytest.fixture
def manage(shared_articles, tmp_path):
    environ = {"TRACEFIX_ARTICLES": str(shared_articles), "TRACEFIX_VAR": str(tmp_path)}

    def run(words, streams="", **more):
        return subprocess.run(
            ["sh", "-c", f'exec "$@" {streams}', "sh", sys.executable, "manage.py", *words],
            input="RuntimeError: boom happened in 'cellar'\n", capture_output=True, text=True, encoding="utf-8",
            cwd=settings.BASE_DIR, env={**os.environ, **environ, **more},
        )  # fmt: skip

    return run


@pytest.mark.slow
@pytest.mark.parametrize("words", some({words[0]: (words,) for words in COMMANDS}, {"match"}))
def test_no_output_ends_in_a_traceback(manage, words):
    full, closed = manage(words, ">/dev/full"), manage(words, ">&-")
    in_ascii = manage(words, PYTHONIOENCODING="ascii")

    assert full.stderr == "CommandError: the answer cannot be written: No space left on device\n"
    assert closed.stderr == "CommandError: standard output is closed\n"
    assert (full.returncode, closed.returncode, in_ascii.returncode) == (2, 2, 0)
    assert in_ascii.stdout.isascii()
    assert in_ascii.stderr == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    every(4, [(words,) for words in (
        ("match", "\x1b[2Jno"), ("triage", "\x1b[2Jno"), ("versions", "a.b", "--package", "\x1b[2Jno"), ("mcp", "--root", "\x1b[2Jno"),
    )]),
)  # fmt: skip
def test_a_name_reaches_the_terminal_without_codes(manage, words):
    done = manage(words)

    assert "\ufffd[2Jno" in done.stderr
    assert "\x1b" not in done.stderr
    assert done.returncode == 2


@pytest.mark.slow
def test_a_closed_standard_input_is_told(manage):
    assert manage(("match",), "<&-").stderr == "standard input cannot be read: it is closed\n"
    assert manage(("mcp",), "<&-").stderr == "CommandError: standard input is closed\n"
