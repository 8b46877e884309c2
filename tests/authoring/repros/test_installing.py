"""Environments hold what a script names, are made once, and are installed as pip is set up. uv makes them."""

import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from authoring.repros import installing
from authoring.repros.installing import prepare
from tests.commands.wheels import use_wheels, write_wheel
from tests.tracefix.repros.tools import PYTHON, script
from tracefix.repros.environments import PreparationError, installed_versions
from tracefix.repros.running import run


@pytest.fixture
def packages(tmp_path, monkeypatch):
    """A folder with two releases of a package, the only place where packages are."""
    folder = tmp_path / "wheels"
    for version in ("1.0", "2.0"):
        write_wheel(folder, "tinypkg", version, source="VALUE = 42\n")
    use_wheels(monkeypatch, folder)
    return folder


@pytest.mark.slow
def test_a_script_without_packages_sees_none_of_the_interpreters(packages):
    environment = prepare((), python=PYTHON)

    assert environment.packages == {}
    text = "import importlib.util\nprint(importlib.util.find_spec('pip'))\n"
    assert run(script(text), environment, timeout_s=30).output == "None\n"  # every interpreter here has pip


@pytest.mark.slow
def test_an_environment_is_made_once_for_all_that_want_the_same(packages, monkeypatch):
    monkeypatch.setattr(installing, "_PATIENCE", 600)
    told = []
    with ThreadPoolExecutor(3) as pool:  # at once, and later
        made = [*pool.map(lambda _: prepare(["tinypkg"], python=PYTHON, tell=told.append), range(3))]
    made.append(prepare(["tinypkg"], python=PYTHON))

    assert all(environment == made[0] for environment in made)
    assert made[0].packages == {"tinypkg": "2.0"}  # none of ours, and no pip
    assert run(script("import tinypkg\nprint(tinypkg.VALUE)\n"), made[0], timeout_s=30).output == "42\n"
    # and the next script need not compile it
    assert [*made[0].python.parent.parent.rglob("tinypkg.*.pyc")]
    assert told == []  # it did not take long


@pytest.mark.slow
def test_other_packages_are_another_environment(packages):
    one, two = (prepare([f"tinypkg=={version}"], python=PYTHON) for version in ("1.0", "2.0"))

    assert one.python != two.python
    assert [installed_versions(["tinypkg"], each) for each in (one, two)] == [{"tinypkg": "1.0"}, {"tinypkg": "2.0"}]


@pytest.mark.slow
def test_paths_of_the_environment_are_told_as_those_of_any_other(packages):
    environment = prepare(["tinypkg"], python=PYTHON)
    text = "import os, tinypkg\nprint(tinypkg.__file__)\nprint(os.path.realpath(tinypkg.__file__))\n"

    told = run(script(text), environment, timeout_s=30).output.splitlines()

    short = ".".join(environment.version.split(".")[:2])
    assert told == [f"/home/user/.venv/lib/python{short}/site-packages/tinypkg.py"] * 2


@pytest.mark.slow
def test_pins_decide_what_a_script_leaves_open(packages):
    pins = ("tinypkg==1.0 ; python_version >= '3.8'", "other==3")

    assert prepare(["tinypkg"], python=PYTHON, pins=pins).packages == {"tinypkg": "1.0"}
    assert prepare(["tinypkg==2.0"], python=PYTHON, pins=pins).packages == {"tinypkg": "2.0"}


def test_a_pin_that_does_not_go_with_a_package_is_named_with_the_remedy(packages):
    write_wheel(packages, "oldpkg", "1.0", needs="tinypkg<2")

    with pytest.raises(PreparationError) as caught:
        prepare(["oldpkg==1.0"], python=PYTHON, pins=("tinypkg==2.0", "other==3"))

    told = str(caught.value)
    assert "oldpkg==1.0 for Python " in told
    assert "all versions of oldpkg depend on tinypkg<2" in told
    assert told.endswith("\nconstraints.txt pins tinypkg==2.0: name the version that goes with these in the header")


@pytest.mark.slow
def test_what_cannot_be_installed_is_told_with_its_reason(packages):
    with pytest.raises(PreparationError, match=r"no-such-package for Python .* cannot be installed:") as caught:
        prepare(["no-such-package"], python=PYTHON)

    assert "no-such-package was not found" in str(caught.value)
    assert "constraints.txt" not in str(caught.value)


@pytest.mark.slow
def test_nothing_is_installed_on_a_disk_that_is_nearly_full(packages, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=5 * 10**8))

    with pytest.raises(PreparationError, match=r"only 0\.5 GB are free in .*: tinypkg may not fit"):
        prepare(["tinypkg"], python=PYTHON)


def test_without_uv_it_is_said_how_it_is_installed(packages, tmp_path, monkeypatch):
    monkeypatch.setattr(installing.sysconfig, "get_path", lambda name: str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(PreparationError, match=r"uv is not installed here: `make \.venv/installed-dev` installs it"):
        prepare(["tinypkg"], python=PYTHON)


@pytest.fixture
def uv(tmp_path, monkeypatch):
    """Puts a shell script in place of uv."""

    def use(text):
        path = tmp_path / "uv"
        path.write_text(f'#!/bin/sh\n[ "$1" = cache ] && exec echo {tmp_path}\n{text}\n', encoding="utf-8")
        path.chmod(0o755)
        monkeypatch.setattr(installing.sysconfig, "get_path", lambda name: str(tmp_path))

    return use


@pytest.mark.slow
def test_what_takes_long_is_told_while_it_is_done(uv, tmp_path, monkeypatch):
    monkeypatch.setattr(installing, "_PATIENCE", 0)
    monkeypatch.setattr(installing, "_MOST_SECONDS", 60)
    uv(f'while ! [ -e {tmp_path}/told ]; do sleep 0.01; done; echo "{PYTHON}"')
    told = []

    def tell(line):
        told.append(line)
        (tmp_path / "told").touch()

    assert prepare(["torch"], python=PYTHON, tell=tell).python == PYTHON
    (line,) = told
    assert re.fullmatch(r"installing torch for Python 3\.[\d.]+; this takes minutes the first time", line)


def test_what_was_installed_before_is_found_where_no_index_answers(uv, monkeypatch):
    monkeypatch.setattr(installing, "_PATIENCE", 600)
    uv(f'case "$*" in *--offline*) echo "{PYTHON}";; *) echo "error: Failed to fetch: simple/torch" >&2; exit 2;; esac')
    told = []

    assert prepare(["torch"], python=PYTHON, tell=told.append).python == PYTHON
    assert told == ["the index does not answer: this takes what was installed before"]


def test_an_installation_that_hangs_is_ended(uv, monkeypatch):
    monkeypatch.setattr(installing, "_MOST_SECONDS", 0.01)
    uv("exec sleep 600")

    with pytest.raises(PreparationError, match=r"torch for Python .* cannot be installed: .* timed out"):
        prepare(["torch"], python=PYTHON)


def configure_pip(monkeypatch, path, **variables):
    """What uv is told with this configuration file of pip and these variables."""
    for name in [name for name in installing.os.environ if name.startswith(("PIP_", "UV_", "SSL_CERT"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", str(path))
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    environ = installing.uv_environ()
    return {name: environ[name] for name in environ if name.startswith(("UV_", "SSL_CERT_FILE", "ALL_PROXY"))}


def write_settings(tmp_path, text):
    path = tmp_path / "pip.conf"
    path.write_text(text, encoding="utf-8")
    return path


def test_uv_takes_packages_from_where_pip_does(tmp_path, monkeypatch):
    settings = (
        "[global]\nindex-url = file:///one\nextra-index-url =\n    file:///two\n    file:///three\ncert = /ca.pem\n"
        "[install]\nfind-links = /wheels /more\n"
    )

    found = configure_pip(monkeypatch, write_settings(tmp_path, settings))

    assert (
        found
        | {  # the machine may have more of its own
            "UV_DEFAULT_INDEX": "file:///one",
            "UV_INDEX": "file:///two file:///three",
            "UV_FIND_LINKS": "/wheels,/more",
            "SSL_CERT_FILE": "/ca.pem",
            "UV_INDEX_STRATEGY": "unsafe-best-match",
        }
        == found
    )


def test_variables_stand_above_files_and_those_of_uv_above_those_of_pip(tmp_path, monkeypatch):
    settings = "[global]\nindex-url = file:///one\ntimeout = 5\n"

    found = configure_pip(
        monkeypatch,
        write_settings(tmp_path, settings),
        PIP_INDEX_URL="file:///two",
        PIP_DEFAULT_TIMEOUT="9",
        UV_HTTP_TIMEOUT="7",
    )

    assert (found["UV_DEFAULT_INDEX"], found["UV_HTTP_TIMEOUT"]) == ("file:///two", "7")


def test_where_pip_asks_no_index_uv_asks_none(monkeypatch):
    found = configure_pip(
        monkeypatch, "/dev/null", PIP_EXTRA_INDEX_URL="file:///two", PIP_NO_INDEX="1", PIP_FIND_LINKS="/wheels"
    )

    assert found == {"UV_NO_INDEX": "1", "UV_FIND_LINKS": "/wheels", "UV_INDEX_STRATEGY": "unsafe-best-match"}
