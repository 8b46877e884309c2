"""A paste shows a project by a name of its card, and an error belongs to the one that the paste tells, or to none."""

import pytest

from tests.tracefix.projects.tools import HEADER, write_card
from tracefix.explaining.explanation import explain
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.projects.loading import load_all
from tracefix.projects.shown import Projects, fits_path

NAMES = """\
names:
  modules: [cellar]
  programs: ["cellar_*", "cellar app"]
  paths: ["cellar_raw/*/wine.json"]
  log_prefixes: ["cellar["]
  messages: ["Please cite the * cellar paper"]
  ports: [11999]
"""
OF_LIBRARY = """\
Traceback (most recent call last):
  File "/srv/venv/lib/python3.11/site-packages/cellar/store.py", line 3, in fill
    rack[9]
IndexError: list index out of range
"""
OF_READER = 'Traceback (most recent call last):\n  File "{}", line 3, in <module>\n    rack[9]\nIndexError: {}\n'


@pytest.fixture
def projects(tmp_path):
    head = HEADER.partition("names:")[0]
    write_card(tmp_path, header=head + NAMES)
    attic = head.replace("Cellar", "Attic").replace("house/cellar", "house/attic-net")
    write_card(tmp_path, header=f"{attic}forks: [LoftNet]\nnames:\n  modules: [attic_ops]\n", name="attic")
    return Projects(load_all(tmp_path))


def shown(projects, text):
    return [card.id for card in projects.shown_in(text)]


def owner(projects, text):
    """The project that the explanation of a paste names; empty if none."""
    project = explain(diagnose(text, Catalogue([], projects=projects))).project
    return project.id if project else ""


@pytest.mark.parametrize(
    "line",
    [
        "ModuleNotFoundError: No module named 'cellar'",
        "cellar.store.EmptyError: no bottles",
        "$ cellar_train --rack 3",
        r"C:\Users\u> cellar_train.exe",
        "cellar app: error: no rack",
        "/data/cellar_raw/red/wine.json",
        r"D:\data\cellar_raw\red\wine.json",
        "Mar 01 host cellar[123]: started",
        "Please cite the first cellar paper",
        "http://localhost:11999/api",
        "host='localhost', port=11999)",
        "import cellar",
    ],
)
def test_each_kind_of_name_shows_the_project(projects, line):
    assert shown(projects, f"before\n{line}\nafter\n") == ["cellar"]


@pytest.mark.parametrize(
    "line",
    [
        "No module named 'cellars'",
        "No module named 'wine.cellar'",
        "it is in the cellar now",
        "my_cellar_train --rack 3",
        "/data/old_cellar_raw/red/wine.json",
        "/data/cellar_raw/red/wine.yaml",
        "Please cite the first paper",
        "took 11999 ms",
        "http://localhost:119990/",
        "important cellar",
        "No such file: cellar_raw/x/wine.jsonl",
    ],
)
def test_what_is_only_like_a_name_shows_nothing(projects, line):
    assert shown(projects, f"before\n{line}\nafter\n") == []


def test_an_error_belongs_to_the_package_that_raised_it(projects):
    assert owner(projects, OF_LIBRARY) == "cellar"


@pytest.mark.parametrize("folder", ["/home/u/attic-net", "/home/u/attic-net-main", r"C:\work\Attic-Net"])
def test_an_error_belongs_to_the_clone_in_which_the_readers_file_lies(projects, folder):
    assert owner(projects, OF_READER.format(f"{folder}/train.py", "list index out of range")) == "attic"


def test_a_folder_called_as_a_package_is_anybodys_unless_it_holds_the_package(projects):
    assert owner(projects, OF_READER.format("/home/u/cellar/train.py", "out of range")) == ""
    assert owner(projects, OF_READER.format("/home/u/cellar/cellar/train.py", "out of range")) == "cellar"


def test_a_folder_called_as_a_package_is_the_clone_where_the_card_names_it(tmp_path):
    write_card(tmp_path, header=HEADER.replace("  modules: [cellar]", "  modules: [cellar]\n  folders: [Cellar]"))
    projects = Projects(load_all(tmp_path))

    assert owner(projects, OF_READER.format("/home/u/cellar-main/train.py", "out of range")) == "cellar"
    assert owner(projects, OF_READER.format("/home/u/cellars/train.py", "out of range")) == ""
    assert shown(projects, "cd /home/u/Cellar/scripts") == ["cellar"]


def test_a_folder_that_any_program_has_shows_no_project(tmp_path):
    head = HEADER.partition("names:")[0].replace("house/cellar", "house/datasets")
    write_card(tmp_path, header=f"{head}names:\n  messages: [no wine left]\n")
    projects = Projects(load_all(tmp_path))

    assert projects.of_path("/home/u/datasets/train.py") is None
    assert shown(projects, "File /home/u/soup/datasets/train.py") == []
    assert shown(projects, "no wine left") == ["cellar"]


def test_a_folder_within_an_installed_package_is_no_clone(projects):
    file = "/venv/lib/python3.11/site-packages/house/attic-net/train.py"

    assert projects.of_path(file) is None
    assert projects.of_path(file.replace("site-packages", "work")).id == "attic"
    assert projects.of_path("/home/u/attic-net/venv/lib/site-packages/house/train.py").id == "attic"


@pytest.mark.parametrize("folder", ["/home/u/LoftNet", "/home/u/LoftNet/attic-net", "/home/u/mine"])
def test_what_may_be_a_copy_is_not_the_project(projects, folder):
    text = OF_READER.format(f"{folder}/train.py", "attic_ops.Error: no")

    assert shown(projects, text) == []
    assert owner(projects, text) == ""


def test_the_only_project_that_is_shown_has_the_error_and_of_several_none_has_it(projects):
    alone = f"$ cellar_train\n{OF_READER.format('/srv/own/train.py', 'out of range')}"
    both = (
        f"$ cellar_train\n$ cd /srv/attic-net/\nimport attic_ops\n{OF_READER.format('/srv/own/t.py', 'out of range')}"
    )

    assert owner(projects, alone) == "cellar"
    assert shown(projects, both) == ["attic", "cellar"]
    assert owner(projects, both) == ""


def test_a_name_in_the_errors_own_line_decides_between_several(projects):
    text = "import attic_ops from /srv/attic-net/\nConnectionError: http://localhost:11999/api refused\n"

    assert owner(projects, text) == "cellar"


def test_a_paste_without_a_name_belongs_to_no_project(projects):
    assert owner(projects, OF_READER.format("/home/u/train.py", "out of range")) == ""


def test_the_end_of_a_path_fits_a_glob_at_a_folders_edge_and_with_either_separator():
    assert fits_path(["raw/*/a.json"], r"D:\\data\\raw\\x\\a.json")
    assert fits_path(["raw/*/a.json"], "raw/x/a.json")
    assert not fits_path(["raw/*/a.json"], "/data/draw/x/a.json")
    assert not fits_path(["raw/*/a.json"], "/data/raw/x/a.json.bak")


def test_a_paste_is_searched_for_no_name_whose_text_it_lacks(projects, monkeypatch):
    tried = []
    monkeypatch.setattr("tracefix.projects.shown._Name.is_in", lambda name, text: tried.append(name))

    projects.shown_in("nothing of it\n" * 1000)

    assert tried == []
