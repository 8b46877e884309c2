"""A module that an installer says is there, and that Python does not find."""

import pytest

from tests.factories import make_article
from tracefix.explaining.explanation import explain
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose

CATALOGUE = Catalogue([make_article("boom", message="boom happened in '{place}'")])
NO_KERAS = "ModuleNotFoundError: No module named 'keras.models'"


def detail(above, error=NO_KERAS):
    text = (
        f'{above}\nTraceback (most recent call last):\n  File "train.py", line 1, in <module>\n    import x\n{error}\n'
    )
    return explain(diagnose(text, CATALOGUE)).detail


@pytest.mark.parametrize(
    "above",
    [
        "$ conda install keras=2.2.4\n# All requested packages already installed.",
        "Requirement already satisfied: keras in /usr/lib/python3/dist-packages (2.2.4)",
        "Successfully installed h5py-3.1.0 keras-2.2.4",
    ],
)
def test_two_pythons_are_told(above):
    found = detail(above)

    assert found.finding == "`keras` is installed, and not in the Python that ran: there are two"
    assert found.steps[0].commands == ('python -c "import sys; print(sys.executable)"',)


def test_the_distribution_may_have_another_name():
    found = detail("Requirement already satisfied: opencv-python in /x", "ModuleNotFoundError: No module named 'cv2'")

    assert found.steps[1].commands == ("python -m pip install opencv-python",)


@pytest.mark.parametrize(
    ("above", "error"),
    [
        ("Requirement already satisfied: numpy in /x", NO_KERAS),
        ("# All requested packages already installed.", NO_KERAS),
        ("$ conda install keras", NO_KERAS),  # and nothing says that it was there
        ("Requirement already satisfied: keras in /x", "ValueError: No module named 'keras'"),
        ("Requirement already satisfied: keras in /x", "ImportError: cannot import name 'keras'"),
    ],
)
def test_other_lines_tell_nothing(above, error):
    assert detail(above, error) is None
