"""Scripts run in environments of their own, within a time, and what they print is written down as it was."""

import datetime
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

from kb.core.articles.loading import load
from kb.core.articles.model import Script
from kb.core.articles.runs import read_run
from kb.core.repros import running as repros
from tests.factories import write_article_folder

HEADER = '# /// script\n# requires-python = ">=3.8"\n# dependencies = {}\n# ///\n'
PYTHON = Path(sys.executable)


def script(text, name="repro.py"):
    return Script(name, Path(name), HEADER.format("[]") + text)


@pytest.fixture(scope="module")
def environment():
    return repros.probe(PYTHON)


def test_the_header_says_what_a_script_wants():
    metadata = repros.metadata(HEADER.format('["torch==2.13.0", "numpy"]'))

    assert metadata.requires_python == SpecifierSet(">=3.8")
    assert metadata.dependencies == ("torch==2.13.0", "numpy")


BROKEN = {
    "none": "print(1)",
    "no end": '# /// script\n# requires-python = ">=3.8"\nprint(1)\n',
    "no dependencies": '# /// script\n# requires-python = ">=3.8"\n# ///\n',
    "no python": "# /// script\n# dependencies = []\n# ///\n",
    "not toml": "# /// script\n# dependencies = [\n# ///\n",
    "not a requirement": HEADER.format('["torch = 2"]'),
    "not a specifier": '# /// script\n# requires-python = "new"\n# dependencies = []\n# ///\n',
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_a_broken_header_is_refused(text):
    with pytest.raises(repros.ScriptError):
        repros.metadata(text)


def test_output_and_errors_come_as_a_terminal_shows_them(environment):
    outcome = repros.run(
        script("import sys\nprint('one')\nprint('two', file=sys.stderr)\nprint('three')\nsys.exit(3)\n"),
        environment,
        timeout_s=30,
    )

    assert (outcome.exit_status, outcome.output) == (3, "one\ntwo\nthree\n")


def test_the_paths_of_this_machine_are_made_neutral(environment):
    text = "import copy, pathlib\nprint(copy.__file__, __file__, pathlib.Path.home())\n1 / 0\n"

    output = repros.run(script(text), environment, timeout_s=30).output

    short = ".".join(environment.version.split(".")[:2])
    assert output.startswith(f"/usr/lib/python{short}/copy.py /home/user/repro.py /home/user\n")
    assert 'File "/home/user/repro.py", line 7, in <module>' in output
    assert str(Path.home()) not in output.replace("/home/user", "")


def test_a_script_sees_nothing_of_our_environment(environment, monkeypatch):
    monkeypatch.setenv("TRACEFIX_SECRET_KEY", "hush")
    monkeypatch.setenv("PYTHONPATH", "/nowhere")

    output = repros.run(script("import os\nprint(sorted(os.environ))\n"), environment, timeout_s=30).output

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

    assert repros.neutral(text, prefixes) == expected


def test_a_script_that_leaves_something_running_has_ended_all_the_same(environment):
    child = "import time; time.sleep(25)"
    text = f"import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', {child!r}], start_new_session=True)\nprint('done')\n"

    outcome = repros.run(script(text), environment, timeout_s=20)

    assert (outcome.exit_status, outcome.output) == (0, "done\n")


def test_of_endless_output_the_end_is_kept(environment, monkeypatch):
    monkeypatch.setattr(repros, "_MOST_OUTPUT", 100)

    outcome = repros.run(script("for i in range(1000):\n    print(i)\n1 / 0\n"), environment, timeout_s=30)

    assert len(outcome.output) <= 100
    assert outcome.output.endswith("ZeroDivisionError: division by zero\n")


def test_a_script_without_end_is_stopped_with_all_it_started(environment, tmp_path):
    mark = tmp_path / "alive"
    child = f"import time, pathlib\ntime.sleep(1.5)\npathlib.Path({str(mark)!r}).touch()\n"
    text = f"import subprocess, sys, time\nprint('begun')\nsubprocess.Popen([sys.executable, '-c', {child!r}])\ntime.sleep(60)\n"

    outcome = repros.run(script(text), environment, timeout_s=1)
    time.sleep(1.5)

    assert outcome.is_timeout
    assert outcome.output == "begun\n"
    assert not mark.exists()


def test_a_script_without_packages_runs_with_the_bare_interpreter(tmp_path):
    environment = repros.prepare((), python=PYTHON, constraints=None, root=tmp_path)

    assert environment.python == environment.base
    assert not list(tmp_path.iterdir())


def test_a_script_does_not_see_the_packages_of_this_project(tmp_path):
    environment = repros.prepare((), python=PYTHON, constraints=None, root=tmp_path)
    text = "import sys\nprint(sys.prefix == sys.base_prefix)\n"

    assert repros.run(script(text), environment, timeout_s=30).output == "True\n"


def test_an_environment_that_cannot_be_made_leaves_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.setenv("PIP_NO_INDEX", "1")

    with pytest.raises(repros.PreparationError, match="no-such-package cannot be installed"):
        repros.prepare(("no-such-package",), python=PYTHON, constraints=None, root=tmp_path)

    assert [path.suffix for path in tmp_path.iterdir()] == [".lock"]


def make_wheel(folder, name="tinypkg", version="1.0"):
    """A package that pip installs from a folder, so that no registry is needed."""
    import zipfile

    path = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(f"{name}.py", "VALUE = 42\n")
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
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


def test_an_environment_is_made_once_for_all_that_want_the_same(tmp_path, packages):
    root = tmp_path / "envs"

    def prepare(_):
        return repros.prepare(["tinypkg"], python=PYTHON, constraints=None, root=root)

    with ThreadPoolExecutor(3) as pool:  # at once, and later
        environments = [*pool.map(prepare, range(3)), prepare(0)]

    assert all(environment == environments[0] for environment in environments)
    assert len([path for path in root.iterdir() if path.is_dir()]) == 1
    assert environments[0].packages["tinypkg"] == "2.0"
    outcome = repros.run(script("import tinypkg\nprint(tinypkg.VALUE)\n"), environments[0], timeout_s=30)
    assert outcome.output == "42\n"

    # One that was not finished is made anew.
    folder = environments[0].python.parent.parent
    (folder / "complete").unlink()
    (folder / "half-made").touch()
    assert prepare(0).packages["tinypkg"] == "2.0"
    assert not (folder / "half-made").exists()


def test_constraints_pin_what_a_script_leaves_open(tmp_path, packages):
    constraints = tmp_path / "constraints.txt"
    constraints.write_text("# pinned\ntinypkg==1.0\n", encoding="utf-8")

    environment = repros.prepare(("tinypkg",), python=PYTHON, constraints=constraints, root=tmp_path / "envs")

    assert environment.packages["tinypkg"] == "1.0"
    assert repros.named_packages(("tinypkg",), environment) == {"tinypkg": "1.0"}


OURS = repros._our_pip_installs_for


@pytest.mark.parametrize("has_pip", [True, False], ids=["a pip of its own", "ours"])
def test_a_python_that_our_pip_is_too_new_for_gets_one_of_its_own(tmp_path, packages, monkeypatch, has_pip):
    monkeypatch.setattr(repros, "_our_pip_installs_for", lambda version: not has_pip and OURS(version))

    environment = repros.prepare(("tinypkg",), python=PYTHON, constraints=None, root=tmp_path / "envs")

    assert environment.packages["tinypkg"] == "2.0"
    assert ("pip" in environment.packages) is has_pip


def test_our_pip_installs_for_our_python_and_not_for_old_ones(environment):
    assert OURS(environment.version)
    assert not OURS("3.6.15")


@pytest.fixture
def built(monkeypatch):
    """Environments that are only said to be built: by folder, what would have been installed, and with which pins."""
    found = {}

    def build(folder, wanted, pins, *, python, has_pip):
        found[folder.name] = (wanted, pins)
        (folder / "bin").mkdir(parents=True)
        (folder / "bin" / "python").symlink_to(python)
        (folder / "complete").touch()

    monkeypatch.setattr(repros, "_build", build)
    return found


def test_a_version_that_a_script_asks_for_stands_above_the_constraints(tmp_path, built):
    constraints = tmp_path / "constraints.txt"
    constraints.write_text("tinypkg==1.0  # for the others\nother==3\n", encoding="utf-8")

    repros.prepare(("tinypkg==2.0",), python=PYTHON, constraints=constraints, root=tmp_path / "envs")

    assert list(built.values()) == [(("tinypkg==2.0",), ("other==3",))]


def test_other_pins_make_another_environment(tmp_path, built):
    constraints = tmp_path / "constraints.txt"
    for version in ("1.0", "2.0", "1.0"):
        constraints.write_text(f"tinypkg=={version}\n", encoding="utf-8")
        repros.prepare(("tinypkg",), python=PYTHON, constraints=constraints, root=tmp_path / "envs")

    assert list(built.values()) == [(("tinypkg",), ("tinypkg==1.0",)), (("tinypkg",), ("tinypkg==2.0",))]


def test_what_a_machine_lacks_is_named(environment):
    assert repros.lacking(("cuda", "cuda-wheel"), environment) == ["cuda", "cuda-wheel"]
    assert repros.lacking(("linux",), environment) == ([] if sys.platform == "linux" else ["linux"])


@pytest.mark.parametrize(("status", "expected"), [(0, []), (1, ["network-namespaces"])])
def test_whether_network_namespaces_can_be_made_is_tried(environment, tmp_path, monkeypatch, status, expected):
    (tmp_path / "unshare").write_text(f"#!/bin/sh\nexit {status}\n", encoding="utf-8")
    (tmp_path / "unshare").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert repros.lacking(("network-namespaces",), environment) == expected


def test_without_the_tools_there_are_no_network_namespaces(environment, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))

    assert repros.lacking(("network-namespaces",), environment) == ["network-namespaces"]


def test_an_interpreter_that_does_not_answer_is_refused(tmp_path):
    with pytest.raises(repros.PreparationError):
        repros.probe(tmp_path / "nothing")


@pytest.fixture
def article(tmp_path):
    text = HEADER.format("[]") + "raise SystemExit('boom happened')\n"
    return load(write_article_folder(tmp_path / "articles", repro_py=text, fixed_py=HEADER.format("[]")))


def record(article, environment, output="boom happened\n", **fields):
    outcome = repros.Outcome(1, output)
    values = {"reproduced": True, "date": datetime.date(2026, 1, 31)} | fields
    return repros.record(article, article.pairs[0].repro, environment, outcome, **values)


def test_a_recorded_run_can_be_read_again(article, environment):
    run = read_run(record(article, environment, "boom\n---\nhappened"))

    assert (run.script, run.python, run.exit_status, run.reproduced) == ("repro.py", environment.version, 1, True)
    assert run.output == "boom\n---\nhappened"
    assert run.path.name == f"py{environment.version}.txt"


def test_a_run_that_differs_in_its_date_only_is_left_alone(article, environment):
    path = record(article, environment)
    before = path.read_text(encoding="utf-8")

    record(article, environment, date=datetime.date(2027, 1, 1))

    assert path.read_text(encoding="utf-8") == before


def test_a_run_that_differs_is_written_anew(article, environment):
    record(article, environment)

    run = read_run(record(article, environment, "bang\n", date=datetime.date(2027, 1, 1)))

    assert (run.output, run.date.year) == ("bang\n", 2027)


def test_the_newest_run_is_the_last(article, environment):
    record(article, environment)

    assert repros.last_run(load(article.folder), article.pairs[0].repro).date == datetime.date(2026, 1, 31)
    assert repros.last_run(article, article.pairs[0].fixed) is None


def test_a_stand_in_for_a_gpu_is_loaded_before_the_real_library_and_named_in_the_record(environment, tmp_path):
    source = tmp_path / "gpu.c"
    source.write_text("int stand_in_says(void) { return 42; }\n", encoding="utf-8")

    with_gpu = repros.with_stand_in(environment, source, root=tmp_path / "envs")

    read = "import ctypes\nfor name in (None, 'libcuda.so.1', 'libnvidia-ml.so.1'):\n"
    outcome = repros.run(script(f"{read}    print(ctypes.CDLL(name).stand_in_says())\n"), with_gpu, timeout_s=30)
    assert outcome.output == "42\n42\n42\n"
    assert with_gpu.platform == f"{environment.platform}, no GPU: gpu.c stands in for one"


def test_a_stand_in_that_does_not_compile_is_refused(environment, tmp_path):
    source = tmp_path / "gpu.c"
    source.write_text("int broken(\n", encoding="utf-8")

    with pytest.raises(repros.PreparationError, match="cannot be compiled"):
        repros.with_stand_in(environment, source, root=tmp_path / "envs")
