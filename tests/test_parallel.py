"""Tests that run in forks are told as pytest tells of those that it runs itself."""

import os
import re
import subprocess
import sys

import pytest

from tests.settings import BASE_DIR

pytestmark = pytest.mark.thorough

FIRST = """\
import os, pytest
def test_good(tmp_path, capfd):
    os.system("echo soup")
    assert capfd.readouterr().out == "soup\\n"
    assert os.environ["PYTEST_XDIST_WORKER"] in str(tmp_path)
def test_bad():
    print("the soup is cold"); assert 1 == 2
@pytest.mark.skip(reason="no spoon")
def test_skipped(): pass
@pytest.fixture
def broken(): raise ValueError("the plate")
def test_error(broken): pass
@pytest.mark.xfail
def test_expected(): assert 0
"""
SECOND = """\
import warnings
def test_warns(): warnings.warn("the soup is hot")
"""
DIES = "import os\ndef test_fine(): pass\ndef test_dies(): os._exit(3)\n"
SHARED = """\
import os, pytest
@pytest.fixture(scope="module")
def pan(tmp_path_factory):
    yield os.getpid()
    with open(os.environ["WASHED"], "a") as file:
        file.write("washed ")
@pytest.mark.parametrize("n", range(9))
def test_it(pan, n): assert pan == os.getpid()
"""


@pytest.fixture
def run(tmp_path):
    """A function that runs tests in two forks, with nothing of ours but them. Its last line and all that it said."""

    def run(*options, **files):
        (tmp_path / "pytest.ini").write_text("[pytest]\n")
        for name, text in files.items():
            (tmp_path / f"test_{name}.py").write_text(text)
        plugins = [f"-pno:{name}" for name in ("django", "hypothesispytest", "xdist", "anyio", "schemathesis")]
        command = [sys.executable, "-m", "pytest", *plugins, "-p", "tests.parallel", "--processes", "2", *options]
        environ = {
            **{name: value for name, value in os.environ.items() if not name.startswith("PYTEST")},
            "PYTHONPATH": str(BASE_DIR), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "WASHED": str(tmp_path / "washed"),
        }  # fmt: skip
        done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True)
        return done.returncode, re.sub(r" in [\d.]+s", "", done.stdout.splitlines()[-1].strip("= ")), done.stdout

    return run


def test_every_outcome_is_told(run):
    status, last, said = run(first=FIRST, second=SECOND)

    assert (status, last) == (1, "1 failed, 2 passed, 1 skipped, 1 xfailed, 1 warning, 1 error")
    assert "the soup is cold" in said.partition("Captured stdout call")[2]
    assert 'ValueError("the plate")' in said
    assert "UserWarning: the soup is hot" in said


def test_what_goes_together_runs_in_one_process_which_tears_it_down(run, tmp_path):
    assert run(shared=SHARED, second=SECOND)[:2] == (0, "10 passed, 1 warning")
    assert (tmp_path / "washed").read_text() == "washed "


def test_a_process_that_dies_is_told_with_the_test_that_it_ran(run):
    status, last, said = run(dies=DIES)

    assert (status, last) == (1, "1 failed, 1 passed")
    assert "test_dies.py::test_dies" in said
    assert "ended with 3" in said


def test_it_stops_where_it_is_told_to_and_tears_down_what_runs_elsewhere(run, tmp_path):
    waits = SHARED.partition("@pytest.mark")[0] + (
        "import time\ndef test_waits(pan):\n    open(os.environ['WASHED'], 'w').close()\n    time.sleep(60)\n"
    )
    fails = (
        "import os, time\ndef test_bad():\n    while not os.path.exists(os.environ['WASHED']): time.sleep(0.01)\n"
        "    assert 0\ndef test_other(): assert 0\n"
    )
    status, _, said = run("-x", waits=waits, fails=fails)

    assert status == 1
    assert "1 failed" in said
    assert (tmp_path / "washed").read_text() == "washed "
