"""Names of which everybody knows that they moved: as they are typed, and as Python complains of them."""

import csv
from pathlib import Path

import pytest

from tests.examples import every
from tracefix.versions.answers import answer_message
from tracefix.versions.clues import Clues
from tracefix.versions.command import find_releases
from tracefix.versions.everywhere import find_everywhere

with Path(__file__).with_name("known_names.tsv").open(encoding="utf-8", newline="") as file:
    KNOWN = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.mark.parametrize("known", every(7, KNOWN), ids=lambda row: row["typed"])
def test_a_known_name_is_found_as_it_is_typed(known):
    first, *_ = find_everywhere(known["typed"])

    assert (first.history.package, first.lives[0].name) == (known["package"], known["name"])
    assert any(known["name"] in block for block in find_releases(known["typed"], None))


@pytest.mark.parametrize("known", every(7, KNOWN), ids=lambda row: row["typed"])
def test_the_message_about_a_known_name_is_answered(known):
    answer, *_ = answer_message(known["message"], Clues())

    assert (answer.package, answer.last) == (known["package"], known["last"])
