"""An interpreter says what it is, and what it has."""

import json
import subprocess
import sys

import pytest

from tracefix.repros import environments


def test_what_a_machine_lacks_is_named(environment):
    assert environments.missing_requirements(("cuda", "cuda-wheel"), environment) == ["cuda", "cuda-wheel"]
    assert environments.missing_requirements(("linux",), environment) == ([] if sys.platform == "linux" else ["linux"])


@pytest.mark.parametrize(("status", "expected"), [(0, []), (1, ["network-namespaces"])])
def test_whether_network_namespaces_can_be_made_is_tried(environment, tmp_path, monkeypatch, status, expected):
    (tmp_path / "unshare").write_text(f"#!/bin/sh\nexit {status}\n", encoding="utf-8")
    (tmp_path / "unshare").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert environments.missing_requirements(("network-namespaces",), environment) == expected


def test_without_the_tools_there_are_no_network_namespaces(environment, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))

    assert environments.missing_requirements(("network-namespaces",), environment) == ["network-namespaces"]


def test_an_interpreter_that_does_not_answer_is_refused(tmp_path):
    with pytest.raises(environments.PreparationError):
        environments.probe(tmp_path / "nothing")


def test_an_interpreter_is_asked_where_no_file_is_in_its_way(environment, tmp_path, monkeypatch):
    for name in ("json", "platform", "sysconfig", "torch"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('this was run')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    assert environments.probe(environment.python, wants_cuda=True).packages == environment.packages


def test_an_old_python_says_what_it_has_without_a_library_for_it(tmp_path, monkeypatch):
    """Python 3.7 and older have no importlib.metadata, and an environment need not have pkg_resources."""
    for name in ("tinypkg-1.0.dist-info", "old_pkg-2.0-py3.7.egg-info", "nothing.dist-info"):
        (tmp_path / name).mkdir()
    blocks = "import sys\nsys.modules['importlib.metadata'] = None\n"
    asks = f"{blocks}sys.path.insert(0, {str(tmp_path)!r})\n{environments._PROBE}"

    done = subprocess.run([sys.executable, "-I", "-c", asks], capture_output=True, text=True, check=True)

    found = json.loads(done.stdout)[2]
    assert (found["tinypkg"], found["old_pkg"]) == ("1.0", "2.0")
    assert "nothing" not in found
