"""Scripts run within a time, and what they print is kept as a terminal shows it."""

import time
from pathlib import Path

import pytest

from tests.tracefix.repros.tools import script
from tracefix.repros import running


def test_output_and_errors_come_as_a_terminal_shows_them(environment):
    outcome = running.run(
        script("import sys\nprint('one')\nprint('two', file=sys.stderr)\nprint('three')\nsys.exit(3)\n"),
        environment,
        timeout_s=30,
    )

    assert (outcome.exit_status, outcome.output) == (3, "one\ntwo\nthree\n")


def test_the_paths_of_this_machine_are_made_neutral(environment):
    text = "import copy, pathlib\nprint(copy.__file__, __file__, pathlib.Path.home())\n1 / 0\n"

    output = running.run(script(text), environment, timeout_s=30).output

    short = ".".join(environment.version.split(".")[:2])
    assert output.startswith(f"/usr/lib/python{short}/copy.py /home/user/repro.py /home/user\n")
    assert 'File "/home/user/repro.py", line 7, in <module>' in output
    assert str(Path.home()) not in output.replace("/home/user", "")


def test_a_script_sees_nothing_of_our_environment(environment, monkeypatch):
    monkeypatch.setenv("TRACEFIX_SECRET_KEY", "hush")
    monkeypatch.setenv("PYTHONPATH", "/nowhere")

    output = running.run(script("import os\nprint(sorted(os.environ))\n"), environment, timeout_s=30).output

    assert "TRACEFIX" not in output
    assert "PYTHONPATH" not in output


NEUTRAL = {
    "a path below": ("/opt/py/lib/x.py", "/usr/lib/x.py"),
    "the path itself": ("in '/opt/py'", "in '/usr'"),
    "the longest prefix": ("/opt/py/env/bin", "/home/user/.venv/bin"),
    "another folder that begins alike": ("/opt/pyx /opt/py-3 /opt/py.d", "/opt/pyx /opt/py-3 /opt/py.d"),
    "what was put in is not replaced again": ("/home/me /home/user", "/home/user/me /home/user/user"),
}


@pytest.mark.parametrize(("text", "expected"), NEUTRAL.values(), ids=NEUTRAL)
def test_prefixes_are_replaced_where_they_are_whole_folders(text, expected):
    prefixes = {"/opt/py": "/usr", "/opt/py/env": "/home/user/.venv", "/home": "/home/user", "/": "/root"}

    assert running.neutral(text, prefixes) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("File ~/.cache/uv/a1/lib/x.py:3, in f()", "File ~/.venv/lib/x.py:3, in f()"),
        ("~/.cache/uv/a1 ~/.cache/uv/py/os.py", "~/.venv /usr/os.py"),
        ("~/.cache/uv/a12/lib ~/data", "~/.cache/uv/a12/lib ~/data"),
    ],
)
def test_so_are_those_that_ipython_shortens(text, expected, monkeypatch):
    monkeypatch.setenv("HOME", "/home/jane")
    prefixes = {
        "/home/jane/.cache/uv/a1": "/home/user/.venv",
        "/home/jane/.cache/uv/py": "/usr",
        "/home/jane": "/home/user",
    }

    assert running.neutral(text, prefixes) == expected


def test_a_script_that_leaves_something_running_has_ended_all_the_same(environment):
    child = "import time; time.sleep(25)"
    text = f"import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', {child!r}], start_new_session=True)\nprint('done')\n"

    outcome = running.run(script(text), environment, timeout_s=20)

    assert (outcome.exit_status, outcome.output) == (0, "done\n")


def test_of_endless_output_the_end_is_kept(environment, monkeypatch):
    monkeypatch.setattr(running, "MOST_OUTPUT", 100)

    outcome = running.run(script("for i in range(1000):\n    print(i)\n1 / 0\n"), environment, timeout_s=30)

    assert len(outcome.output) <= 100
    assert outcome.output.endswith("ZeroDivisionError: division by zero\n")


@pytest.mark.slow
def test_a_script_without_end_is_stopped_with_all_it_started(environment, tmp_path):
    mark = tmp_path / "alive"
    child = f"import time, pathlib\ntime.sleep(1.5)\npathlib.Path({str(mark)!r}).touch()\n"
    text = f"import subprocess, sys, time\nprint('begun')\nsubprocess.Popen([sys.executable, '-c', {child!r}])\ntime.sleep(60)\n"

    outcome = running.run(script(text), environment, timeout_s=1)
    time.sleep(1.5)

    assert outcome.is_timeout
    assert outcome.output == "begun\n"
    assert not mark.exists()
