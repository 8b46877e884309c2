"""What a Python says of its own standard library."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import authoring.standard_library.run_time_names as run_time_names

SCRIPT = Path(run_time_names.__file__)


@pytest.fixture
def modules(tmp_path, monkeypatch):
    """The entries of the modules of a tiny library, by name."""
    (tmp_path / "tiny_home").mkdir()
    (tmp_path / "tiny_home/__init__.py").write_text(
        "import json\n"
        "from tiny_home.inner import Shape, draw\n"
        "def __getattr__(name):\n"
        "    if name in ('old', 'circle'): return 1\n"
        "    raise AttributeError(name)\n"
        "class Round(Shape):\n"
        "    size = 1\n"
        "    def grow(self, by, /, *, twice=False): pass\n"
        "    power = pow\n"
        "    parsed = json.JSONDecoder().raw_decode\n"
        "    @staticmethod\n"
        "    def make(what, **more): pass\n"
    )
    (tmp_path / "tiny_home/inner.py").write_text(
        "class Shape(Exception): pass\ndef draw(where, *rest): pass\ncircle = test = 1\n"
        "class Point(type('Point', (), {'x': 1, '__module__': __name__})): hash = hash\n"
    )
    (tmp_path / "tiny_home/windows.py").write_text("import no_such_system\n")
    monkeypatch.syspath_prepend(tmp_path)
    loaded = run_time_names.load_all(["json", "tiny_home"])
    return {name: run_time_names.module_entries(name, loaded) for name in loaded if name.startswith("tiny_home")}


def test_names_have_their_kinds(modules):
    assert modules["tiny_home.inner"] == [
        ["Point", ":", "", [["hash", "()", "", []], ["x", "", "", []]]],  # not its own base, of the same name
        ["Shape", ":", "", [["<", "<", "Exception", []]]],
        ["circle", "", "", []],
        ["draw", "()", "", [["where", "=", "", []]]],
        ["test", "", "", []],  # no module
    ]


def test_a_name_of_another_module_leads_there(modules):
    entries = {entry[0]: entry for entry in modules["tiny_home"]}

    assert entries["draw"] == ["draw", ">", "tiny_home.inner.draw", []]
    assert entries["json"] == ["json", ">", "json", []]
    assert "inner" not in entries  # a submodule, with its own entries


def test_a_class_has_its_members_and_bases(modules):
    (members,) = (entry[3] for entry in modules["tiny_home"] if entry[0] == "Round")

    assert members == [
        ["grow", "()", "", [["twice", "=", "", []]]],
        ["make", "()", "", [run_time_names.OPEN, ["what", "=", "", []]]],
        ["parsed", "()", "", [["s", "=", "", []], ["idx", "=", "", []]]],
        ["power", "()", "", [["base", "=", "", []], ["exp", "=", "", []], ["mod", "=", "", []]]],
        ["size", "", "", []],
        ["<", "<", "tiny_home.inner.Shape", []],
    ]


def test_what_a_module_answers_when_it_is_asked_is_there(modules):
    labels = {entry[0] for entry in modules["tiny_home"]}

    assert {"old", "circle"} <= labels  # a string of its source, and a name of another module
    assert "AttributeError" not in labels


def test_a_module_of_another_system_is_there_and_open(modules):
    assert modules["tiny_home.windows"] == [run_time_names.OPEN]


def test_what_an_installed_package_brings_in_place_of_a_module_is_not_asked(monkeypatch):
    class Finder:
        """As setuptools has one, for its own distutils."""

    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path, Finder])
    run_time_names.find_own_modules_only()

    assert sys.meta_path
    assert not any(each is Finder or isinstance(each, Finder) for each in sys.meta_path)


@pytest.mark.slow
def test_this_python_tells_its_names():
    printed = subprocess.run([sys.executable, SCRIPT], capture_output=True, text=True, check=True).stdout
    told = json.loads(printed)

    assert told["version"] == f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert "OrderedDict" in {entry[0] for entry in told["modules"]["collections"]}
    assert not any(name.startswith(("_", "test")) for name in told["modules"] if name != "__future__")
