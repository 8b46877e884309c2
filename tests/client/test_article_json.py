"""Articles and notes come out of JSON as they went in, though what is as its class has it is left out."""

import json

import pytest

from tests.settings import ARTICLES_DIR
from tracefix.articles.loading import load_all
from tracefix.articles.signatures import Role, Signature
from tracefix.bundle.article_json import from_values, plain, to_values
from tracefix.projects.notes import load_all as load_notes


@pytest.fixture(scope="module")
def entries(shipped_projects):
    return (*load_all(ARTICLES_DIR), *(note.article for note in load_notes(shipped_projects)))


def test_an_entry_is_the_same_behind_its_values(entries):
    for entry in entries:
        back = from_values(json.loads(json.dumps(to_values(entry))), entry.folder)

        assert plain(back) == plain(entry)
        assert (back.fix, back.proof, back.signatures) == (entry.fix, entry.proof, entry.signatures)


def test_values_of_the_class_are_left_out():
    values = plain(Signature(message="no {file}", role=Role.CAUSE))

    assert values == {"message": "no {file}"}
    assert Signature.unchecked(values) == Signature(message="no {file}")
