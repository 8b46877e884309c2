"""Versions are read from the paste where it states them, and from nowhere else."""

import pytest

from tests.tables import read_tables
from tracefix.reading import printed_versions

CLUES = read_tables(__file__)["clues"]


@pytest.mark.parametrize(("text", "clues"), CLUES.values(), ids=CLUES)
def test_a_clue_is_read(text, clues):
    assert printed_versions.read(text) == clues


NO_CLUES = {
    "nothing": "",
    "a line number": 'File "copy.py", line 3.10',
    "a loss": "epoch 3  loss  0.1234",
    "an address": "torch.distributed listening on 127.0.0.1:29500",
    "a future version": "Python 3.14+ changed the default start method",
    "a comparison": "assert x==1",
}


@pytest.mark.parametrize("text", NO_CLUES.values(), ids=NO_CLUES)
def test_what_is_no_version_is_not_read_as_one(text):
    assert printed_versions.read(text) == {}
