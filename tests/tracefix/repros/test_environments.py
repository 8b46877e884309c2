"""Environments are made once, hold what a script names, and say what they are."""

import re
import shutil
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.tracefix.repros.tools import PYTHON, script
from tracefix.repros import environments
from tracefix.repros.running import run


def test_a_script_without_packages_runs_with_the_bare_interpreter(tmp_path):
    environment = environments.prepare((), python=PYTHON, constraints=None, root=tmp_path)

    assert environment.python == environment.base
    assert not list(tmp_path.iterdir())


def test_a_script_does_not_see_the_packages_of_this_project(tmp_path):
    environment = environments.prepare((), python=PYTHON, constraints=None, root=tmp_path)
    text = "import sys\nprint(sys.prefix == sys.base_prefix)\n"

    assert run(script(text), environment, timeout_s=30).output == "True\n"


@pytest.mark.slow
def test_an_environment_that_cannot_be_made_leaves_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.setenv("PIP_NO_INDEX", "1")

    with pytest.raises(environments.PreparationError, match="no-such-package cannot be installed"):
        environments.prepare(("no-such-package",), python=PYTHON, constraints=None, root=tmp_path)

    assert [path.suffix for path in tmp_path.iterdir()] == [".lock"]


def make_wheel(folder, name="tinypkg", version="1.0", needs=""):
    """A package that pip installs from a folder, so that no registry is needed."""
    path = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(f"{name}.py", "VALUE = 42\n")
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{needs}")
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{info}/RECORD", "")
    return path


@pytest.fixture
def packages(tmp_path, monkeypatch):
    folder = tmp_path / "wheels"
    folder.mkdir()
    for version in ("1.0", "2.0"):
        make_wheel(folder, version=version)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


@pytest.fixture
def steps(monkeypatch):
    """What is run to make environments, in turn; nothing of it is run but a link to the interpreter made."""
    asked = []
    really = subprocess.run

    def run_nothing(command, **options):
        if command[1:3] not in (["-m", "venv"], ["-m", "pip"]):
            return really(command, **options)
        asked.append(command)
        if command[2] == "venv":
            made = Path(command[-1]) / "bin" / "python"
            made.parent.mkdir()
            made.symlink_to(command[0])
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", run_nothing)
    return asked


def test_nothing_is_installed_on_a_disk_that_is_nearly_full(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=5 * 10**8))

    with pytest.raises(environments.PreparationError, match=r"only 0\.5 GB are free in .*: einops may not fit"):
        environments.prepare(["einops"], python=PYTHON, constraints=None, root=tmp_path)

    assert list(tmp_path.glob("*/")) == []


def test_only_an_environment_of_this_place_is_removed(tmp_path, environment):
    elsewhere = tmp_path / "venv" / "bin" / "python"
    made = tmp_path / "envs" / "0123" / "bin" / "python"
    for python in (elsewhere, made):
        python.parent.mkdir(parents=True)
        environments.remove(replace(environment, python=python, is_new=True), tmp_path / "envs")

    assert elsewhere.parent.exists()
    assert not made.parent.parent.exists()


@pytest.mark.slow
def test_an_environment_that_stood_there_before_is_kept(tmp_path, packages):
    root = tmp_path / "envs"
    first, again = (environments.prepare(["tinypkg"], python=PYTHON, constraints=None, root=root) for _ in "12")

    environments.remove(again, root)
    assert first.python.exists()

    environments.remove(first, root)
    assert not first.python.exists()


def test_an_environment_is_made_once_for_all_that_want_the_same(tmp_path, packages):
    root = tmp_path / "envs"

    def prepare(_):
        return environments.prepare(["tinypkg"], python=PYTHON, constraints=None, root=root)

    with ThreadPoolExecutor(3) as pool:  # at once, and later
        made = [*pool.map(prepare, range(3)), prepare(0)]

    assert all(environment == made[0] for environment in made)
    assert len([path for path in root.iterdir() if path.is_dir()]) == 1
    assert made[0].packages["tinypkg"] == "2.0"
    assert "pip" not in made[0].packages  # ours installed it
    assert not [
        *made[0].python.parent.parent.rglob("tinypkg.*.pyc")
    ]  # compiling a large package takes longer than installing it
    outcome = run(script("import tinypkg\nprint(tinypkg.VALUE)\n"), made[0], timeout_s=30)
    assert outcome.output == "42\n"
    assert [*made[0].python.parent.parent.rglob("tinypkg.*.pyc")]  # and the next script need not compile it

    # One that was not finished is made anew.
    folder = made[0].python.parent.parent
    (folder / "complete").unlink()
    (folder / "half-made").touch()
    assert prepare(0).packages["tinypkg"] == "2.0"
    assert not (folder / "half-made").exists()


@pytest.mark.slow
def test_installing_is_announced_and_its_time_told_only_where_it_is_done(tmp_path, steps):
    told = []
    for _ in range(2):
        environments.prepare(("tinypkg",), python=PYTHON, constraints=None, root=tmp_path / "envs", tell=told.append)

    assert len(told) == 2
    assert told[0].startswith("installing tinypkg for Python 3.")
    assert re.fullmatch(r"installed tinypkg in \d+ s", told[1])


def test_a_package_is_pinned_by_the_script_or_by_the_constraints(tmp_path):
    constraints = tmp_path / "constraints.txt"
    constraints.write_text("Py_YAML==6\n")
    asked = ["numpy==2.0", "torch>=2", "py-yaml", "rich<15", "attrs"]

    assert [str(each) for each in environments.find_unpinned(asked, constraints)] == ["torch>=2", "attrs"]
    assert [str(each) for each in environments.find_unpinned(asked, None)] == ["torch>=2", "py-yaml", "attrs"]


@pytest.mark.slow  # as is the next one, it is asked of pip; what is asked of it is tested above
def test_constraints_pin_what_a_script_leaves_open(tmp_path, packages):
    constraints = tmp_path / "constraints.txt"

    constraints.write_text("# pinned\ntinypkg==1.0\n", encoding="utf-8")

    one = environments.prepare(("tinypkg",), python=PYTHON, constraints=constraints, root=tmp_path / "envs")

    assert environments.installed_versions(("tinypkg",), one) == {"tinypkg": "1.0"}


@pytest.mark.slow
def test_other_constraints_make_another_environment(tmp_path, steps):
    constraints = tmp_path / "constraints.txt"

    def prepare(version):
        constraints.write_text(f"# pinned\ntinypkg=={version}\n", encoding="utf-8")
        return environments.prepare(("tinypkg",), python=PYTHON, constraints=constraints, root=tmp_path / "envs")

    one, two, one_again = prepare("1.0"), prepare("2.0"), prepare("1.0")

    assert one_again == one != two
    pinned = [Path(step[step.index("--constraint") + 1]) for step in steps if "--constraint" in step]
    assert [path.read_text(encoding="utf-8") for path in pinned] == ["tinypkg==1.0\n", "tinypkg==2.0\n"]


@pytest.mark.slow
def test_a_pin_that_does_not_go_with_a_package_is_named_with_the_remedy(tmp_path, packages):
    make_wheel(tmp_path / "wheels", name="oldpkg", needs="Requires-Dist: tinypkg<2\n")
    constraints = tmp_path / "constraints.txt"
    constraints.write_text("tinypkg==2.0\n", encoding="utf-8")

    with pytest.raises(environments.PreparationError) as caught:
        environments.prepare(("oldpkg==1.0",), python=PYTHON, constraints=constraints, root=tmp_path / "envs")

    told = str(caught.value).splitlines()
    assert any("oldpkg 1.0 depends on tinypkg<2" in line for line in told)
    assert told[-1] == "constraints.txt pins tinypkg==2.0: name the version that goes with these in the header"
    assert environments.read_pins(constraints, ("oldpkg==1.0", "tinypkg==1.0")) == ()  # nothing is left to conflict


def test_a_version_that_a_script_asks_for_stands_above_the_constraints(tmp_path):
    constraints = tmp_path / "constraints.txt"
    constraints.write_text("# pinned\ntinypkg==1.0  # for the others\nother==3\n", encoding="utf-8")

    assert environments.read_pins(constraints, ("tinypkg==2.0",)) == ("other==3",)
    assert environments.read_pins(constraints, ("tinypkg", "Other==4")) == ("tinypkg==1.0",)
    assert environments.read_pins(None, ("tinypkg",)) == ()


OURS = environments.our_pip_installs_for


@pytest.mark.parametrize("is_for", [True, False])
def test_a_python_that_our_pip_is_too_new_for_is_asked_for_one_of_its_own(tmp_path, steps, monkeypatch, is_for):
    monkeypatch.setattr(environments, "our_pip_installs_for", lambda version: is_for)

    environments.prepare(("tinypkg",), python=PYTHON, constraints=None, root=tmp_path / "envs")

    venv, pip = steps
    made = str(Path(venv[-1]) / "bin" / "python")
    assert ("--without-pip" in venv) is is_for
    assert pip[:5] == [sys.executable, "-m", "pip", "--python", made] if is_for else pip[:3] == [made, "-m", "pip"]
    assert pip[-1] == "tinypkg"


@pytest.mark.slow  # making a pip takes longer than all other tests of this file
def test_a_python_that_our_pip_is_too_new_for_gets_one_of_its_own(tmp_path, packages, monkeypatch):
    monkeypatch.setattr(environments, "our_pip_installs_for", lambda version: False)

    environment = environments.prepare(("tinypkg",), python=PYTHON, constraints=None, root=tmp_path / "envs")

    assert environment.packages["tinypkg"] == "2.0"
    assert "pip" in environment.packages


def test_our_pip_installs_for_our_python_and_not_for_old_ones(environment):
    assert OURS(environment.version)
    assert not OURS("3.6.15")


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


def test_a_stand_in_for_a_gpu_is_loaded_before_the_real_library_and_named_in_the_record(environment, tmp_path):
    source = tmp_path / "gpu.c"
    source.write_text("int stand_in_says(void) { return 42; }\n", encoding="utf-8")

    with_gpu = environments.with_stand_in(environment, source, root=tmp_path / "envs")

    read = "import ctypes\nfor name in (None, 'libcuda.so.1', 'libnvidia-ml.so.1'):\n"
    outcome = run(script(f"{read}    print(ctypes.CDLL(name).stand_in_says())\n"), with_gpu, timeout_s=30)
    assert outcome.output == "42\n42\n42\n"
    assert with_gpu.platform == f"{environment.platform}, no GPU: gpu.c stands in for one"


def test_a_stand_in_that_does_not_compile_is_refused(environment, tmp_path):
    source = tmp_path / "gpu.c"
    source.write_text("int broken(\n", encoding="utf-8")

    with pytest.raises(environments.PreparationError, match="cannot be compiled"):
        environments.with_stand_in(environment, source, root=tmp_path / "envs")


def test_an_interpreter_is_asked_where_no_file_is_in_its_way(environment, tmp_path, monkeypatch):
    for name in ("json", "platform", "sysconfig", "torch"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('this was run')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    assert environments.probe(environment.python, wants_cuda=True).packages == environment.packages
