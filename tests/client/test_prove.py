"""`tracefix prove`: the repro and the fix of an article, under an interpreter of the reader's."""

import sys

import pytest

from tests.client.conftest import clean_environ
from tests.client.terminal import Terminal
from tests.examples import every, some


def prove(tracefix, *words, **options):
    return tracefix("prove", "--python", sys.executable, *words, **options)


@pytest.mark.slow
def test_it_says_that_the_error_reproduces_and_the_fix_holds(tracefix):
    done = prove(tracefix, "--yes", "pickle-generator")

    assert done.returncode == 0
    first, second = done.stdout.splitlines()[:2]
    assert first.startswith("repro.py: reproduces here: TypeError: cannot pickle 'generator' object")
    assert second == "fixed.py: the fix holds here"


def test_what_needs_something_that_is_not_here_is_not_run(call_tracefix):
    done = prove(call_tracefix, "--yes", "cuda-oom")

    assert done.returncode == 2
    assert done.stdout.splitlines()[0] == "repro.py: not run: it needs an NVIDIA GPU with CUDA"


def test_it_asks_before_and_runs_nothing_where_nobody_answers(call_tracefix):
    done = prove(call_tracefix, "pickle-generator", stdin="y\n")

    assert done.returncode == 2
    assert "This runs repro.py" in done.stdout
    assert "reproduces" not in done.stdout
    assert "add --yes" in done.stderr


def test_an_unknown_interpreter_is_named(call_tracefix):
    done = call_tracefix("prove", "--yes", "--python", "no-python", "pickle-generator")

    assert done.returncode == 2
    assert "there is no Python 'no-python' here" in done.stderr


def test_an_unknown_slug_is_named(call_tracefix):
    assert prove(call_tracefix, "--yes", "pickle-generatr").stderr.endswith("Did you mean pickle-generator?\n")


def test_an_endless_script_is_ended(call_tracefix):
    done = prove(call_tracefix, "--yes", "--timeout", "0.01", "pickle-generator")

    assert done.returncode == 1
    assert done.stdout.splitlines()[0] == "repro.py: did not end within 0.01 s"


NAMESAKES = ("json.py", "platform.py", "sysconfig.py", "pickle.py", "torch/__init__.py")


ASKS, RUNS = (), ("--yes",)
CALLS = {
    "runs": ("pickle-generator", RUNS),
    "cannot run": ("cuda-oom", RUNS),
    "asks": ("pickle-generator", ASKS),
    "asks what cannot run": ("cuda-oom", ASKS),
}


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "options"), some(CALLS, {"runs", "asks what cannot run"}))
def test_nothing_of_the_current_folder_is_run_or_breaks_it(python, tmp_path, slug, options):
    (tmp_path / "torch").mkdir()
    for name in NAMESAKES:
        (tmp_path / name).write_text(f"import os; open({str(tmp_path / 'ran')!r}, 'a').write({name!r})\n")
    done = python("-m", "tracefix", "prove", "--python", sys.executable, *options, slug)

    assert not (tmp_path / "ran").exists()
    assert "Traceback" not in done.stderr
    if options and slug == "pickle-generator":
        assert done.returncode == 0
    elif options:
        assert done.stdout.startswith("repro.py: not run: it needs an NVIDIA GPU with CUDA\n")
    else:
        assert done.stderr == "tracefix: nobody can be asked here: add --yes\n"


@pytest.fixture
def interpreter(tmp_path):
    """An interpreter that writes down each time it is started, and where."""
    path = tmp_path / "bin" / "python"
    path.parent.mkdir()
    path.write_text(f'#!/bin/sh\npwd >> {tmp_path}/started\nexec {sys.executable} "$@"\n')
    path.chmod(0o755)
    return path


@pytest.mark.slow
def test_not_even_the_interpreter_is_started_before_it_is_allowed(tracefix, tmp_path, interpreter):
    asked = tracefix("prove", "--python", interpreter, "pickle-generator")
    was_started = (tmp_path / "started").exists()
    agreed = tracefix("prove", "--yes", "--python", interpreter, "pickle-generator")

    assert asked.returncode == 2
    assert str(interpreter) in asked.stdout
    assert not was_started
    assert agreed.returncode == 0
    assert str(tmp_path) not in (tmp_path / "started").read_text().split()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "status"), every(3, [("y\n", 0), ("\x04", 2), ("n\n", 2), ("\n", 2), ("\xff\u00e9\n", 2)])
)
def test_only_a_yes_runs_them(unpacked, tmp_path, typed, status):
    words = (sys.executable, "-m", "tracefix", "prove", "--python", sys.executable, "pickle-generator")
    terminal = Terminal(words, cwd=tmp_path, env=clean_environ(unpacked, PYTHONIOENCODING="ascii"))
    terminal.read_until("[y/N]\r\n")
    terminal.type(typed)
    printed, ended = terminal.wait()

    assert ended == status
    assert ("reproduces here" in printed) == (status == 0)
    assert "Traceback" not in printed
