"""A path that has the folder of the program twice."""

import pytest

from tracefix.explaining.doubled_folders import restate_doubled_folder
from tracefix.reading.report import Error, Frame


def told(path, *files):
    frames = tuple(Frame(file, 3, "f") for file in files)
    return restate_doubled_folder(
        Error("FileNotFoundError", f"[Errno 2] No such file or directory: '{path}'", 1, frames=frames)
    )


@pytest.mark.parametrize(
    ("path", "file"),
    [
        ("/srv/soup/soup/pots/a.yaml", "/srv/soup/cook.py"),
        ("C:\\\\srv\\\\soup\\\\soup\\\\pots\\\\a.yaml", "C:\\srv\\soup\\cook.py"),
    ],
)
def test_the_path_goes_on_from_the_folder_of_the_program(path, file):
    found = told(path, file)

    assert found.finding == (
        "The path has `soup` twice: the program runs in that folder, and the path begins with it again"
    )
    assert found.steps[0].do == "Give the path from there on: `pots/a.yaml`."


@pytest.mark.parametrize(
    ("path", "files"),
    [
        ("/srv/soup/soup/a.yaml", ["/srv/soup/cook.py", "/srv/soup/soup/stir.py"]),  # a package in its clone
        ("/srv/soup/soup/a.yaml", ["/opt/cook.py"]),
        ("/srv/soup/pots/a.yaml", ["/srv/soup/cook.py"]),
        ("/srv/soup/soup/a.yaml", []),
        ("/srv/soup/soup/../pots/a.yaml", ["/srv/soup/cook.py"]),  # it leads out of the second one
    ],
)
def test_a_folder_of_the_same_name_may_be_meant(path, files):
    assert told(path, *files) is None
