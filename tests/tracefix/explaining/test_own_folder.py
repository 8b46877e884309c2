"""A program that is started in the folder whose name its files import."""

import pytest

from tracefix.explaining.own_folder import restate_own_folder
from tracefix.reading.report import Error, Frame


def told(module, *files):
    frames = tuple(Frame(file, 3, "<module>") for file in files)
    return restate_own_folder(Error("ModuleNotFoundError", f"No module named '{module}'", 1, frames=frames))


@pytest.mark.parametrize(
    ("files", "commands"),
    [
        (["/srv/kitchen/sooop/main.py"], ("cd /srv/kitchen", "python -m sooop.main")),
        (["/srv/kitchen/sooop/main.py", "/srv/kitchen/sooop/pots/a.py"], ("cd /srv/kitchen", "python -m sooop.main")),
        (["/srv/sooop/sooop/pots/cook.py"], ("cd /srv/sooop", "python -m sooop.pots.cook")),
        (["C:\\My kitchen\\sooop\\main.py"], ("python -m sooop.main",)),
        (["sooop/main.py"], ("python -m sooop.main",)),
    ],
)
def test_it_is_started_as_a_module_from_the_folder_above(files, commands):
    found = told("sooop", *files)

    assert found.finding == "`sooop` is the folder of the failing file itself: Python looks for it from another place"
    assert found.steps[0].commands == commands


@pytest.mark.parametrize("files", [["/opt/run.py", "/srv/sooop/a.py"], ["/srv/sooop/my-cook.py"]])
def test_what_cannot_be_started_as_a_module_finds_the_folder_by_pythonpath(files):
    assert told("sooop", *files).steps[0].do == "Put `/srv` into `PYTHONPATH`, the folder that contains `sooop`."


def test_the_path_is_written_as_in_the_report():
    assert "`C:\\srv`" in told("sooop", "C:\\srv\\sooop\\main.py").steps[1].do


@pytest.mark.parametrize(
    ("module", "files"),
    [
        ("cv2", ["/srv/cv2/main.py"]),  # a package of pip is meant
        ("sooop", ["/srv/kitchen/main.py"]),
        ("sooop", ["/srv/sooop/main.py", "/usr/lib/python3/dist-packages/bowl/__init__.py"]),
        ("sooop", ["/env/lib/python3.11/site-packages/sooop/a.py"]),
        ("sooop.pots", ["/srv/sooop/main.py"]),  # the folder was found
        ("sooop", []),
    ],
)
def test_another_module_is_missing(module, files):
    assert told(module, *files) is None
