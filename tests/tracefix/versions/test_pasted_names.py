"""What people paste about names, asked of the published histories: each release was read in the archives by eye.

`pasted_names.tsv` says of each message of a package the last release that has the name and the first without it; of a
name that came, the first that has it; and which import the paste shows.
"""

import csv
from pathlib import Path

import pytest

from tests.examples import every
from tracefix.versions.answers import answer_message
from tracefix.versions.clues import Clues

with Path(__file__).with_name("pasted_names.tsv").open(encoding="utf-8", newline="") as file:
    PASTED = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
CAME_AND_WENT = [  # package, message, the only releases that have it
    ("pillow", "cannot import name 'PILLOW_VERSION' from 'PIL'", "pillow <7.0.0 or >=7.1.0,<9.0.0"),
    ("matplotlib", "module 'matplotlib.cm' has no attribute 'get_cmap'", "matplotlib <3.9.0 or >=3.9.1,<3.11.0"),
    (
        "transformers",
        "cannot import name 'SampleOutput' from 'transformers.generation.utils'",
        "transformers <4.37.0 or >=4.37.1,<5.0.0",
    ),
]
# the releases cannot have printed it, or make names while they run: popular belief has a release for each
NOTHING = [
    "cannot import name 'interp2d' from 'scipy.interpolate'",
    "cannot import name '_LRScheduler' from 'torch.optim.lr_scheduler'",
    "read_csv() got an unexpected keyword argument 'date_parser'",
    "load() got an unexpected keyword argument 'weights_only'",
    "No module named 'PIL._imaging'",
]


@pytest.mark.parametrize("pasted", every(9, [row for row in PASTED if row["last"]]), ids=lambda row: row["message"])
def test_a_pasted_name_left_where_it_did(pasted):
    (answer,) = answer_message(pasted["message"], Clues(text=pasted["shown"]))

    assert (answer.package, answer.last, answer.first_without) == (pasted["package"], pasted["last"], pasted["without"])
    assert answer.is_exact


# before it came, its module took names from another by a star, which source cannot tell
UNSURE = "cannot import name 'ResNet50_Weights' from 'torchvision.models'"
CAME = [row for row in PASTED if row["first"] and row["message"] != UNSURE]


def test_a_name_of_an_open_module_is_not_denied_before_it_was_seen():
    (answer,) = answer_message(UNSURE, Clues())

    assert (answer.package, answer.is_exact, answer.first_with) == ("torchvision", False, None)
    assert "0.13.0" in " ".join(answer.sentences)


@pytest.mark.parametrize("pasted", every(3, CAME), ids=lambda row: row["message"])
def test_a_pasted_name_came_where_it_did(pasted):
    (answer,) = answer_message(pasted["message"], Clues(text=pasted["shown"]))

    assert (answer.package, answer.first_with, answer.is_exact) == (pasted["package"], pasted["first"], True)


@pytest.mark.parametrize(("package", "message", "releases"), CAME_AND_WENT)
def test_a_pasted_name_came_and_went(package, message, releases):
    (answer,) = answer_message(message, Clues())

    assert answer.package == package
    assert f"only {releases} has it" in " ".join(answer.sentences)


@pytest.mark.parametrize("message", NOTHING)
def test_where_nobody_knows_no_release_is_told(message):
    assert not any(answer.last or answer.first_with for answer in answer_message(message, Clues()))


@pytest.mark.parametrize(
    "module", ["tensorflow.compat", "tensorflow.keras", "tensorflow.keras.layers", "keras.layers", "keras.utils"]
)
def test_a_module_that_is_found_only_while_its_package_runs_is_not_said_to_have_gone(module):
    """tensorflow and keras 3.3 to 3.9 add folders to where their modules are searched."""
    assert not any(
        answer.first_without or answer.is_exact for answer in answer_message(f"No module named '{module}'", Clues())
    )


def test_a_module_that_did_go_is_said_to_have_gone_beside_those():
    (answer,) = answer_message("No module named 'keras.engine'", Clues())

    assert (answer.last, answer.first_without) == ("2.12.0", "2.13.1")
