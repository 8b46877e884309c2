"""Lint tells the note and the article that have a message of a note, and none that asks for something else."""

import pytest

from authoring.lint.same_messages import find_others, notes_without
from tests.factories import make_article
from tracefix.articles.signatures import Signature
from tracefix.matching.catalogue import Catalogue

MESSAGE = "the soup has {degrees} degrees."


def entry(slug, message=MESSAGE, *, when=(), related=(), **narrowed):
    signatures = (Signature(message, general=True, **narrowed),)
    return make_article(slug, note_of=slug.rpartition("/")[0], signatures=signatures, when=when, related=related)


def told(note, *others):
    return list(find_others(note, Catalogue([note, *others])))


def test_another_note_of_the_same_message_is_told():
    (message,) = told(entry("cellar/cold"), entry("kitchen/cold", "The soup has {number} degrees"))

    assert message == (
        "the note kitchen/cold (/notes/kitchen/cold/) has the message “the soup has {degrees} degrees.”, too: keep one, "
        "or narrow both by `when`, `where` or `frames`"
    )


def test_the_article_of_the_message_is_to_be_named():
    assert told(entry("cellar/cold"), entry("soup")) == [
        "the article 'soup' has the message “the soup has {degrees} degrees.”: write `article: soup`"
    ]
    assert told(entry("cellar/cold", related=("stove",)), entry("soup")) == []


NARROWED = [{"when": ("system is Linux",)}, {"where": {"degrees": ("3",)}}, {"frames": ("*/stove.py",)}]


@pytest.mark.parametrize("narrowed", NARROWED, ids=["when", "where", "frames"])
def test_one_that_asks_for_something_else_is_not_told(narrowed):
    narrow = entry("cellar/cold", **narrowed)

    assert told(narrow, entry("kitchen/cold"), entry("soup")) == []
    assert told(entry("kitchen/cold"), narrow) == []
    assert list(notes_without(entry("soup"), [narrow])) == []


def test_nor_is_another_message():
    assert (
        told(
            entry("cellar/cold"), entry("kitchen/cold", "the soup has {degrees} degrees too few"), entry("soup", "soup")
        )
        == []
    )


def test_the_notes_that_do_not_name_the_article_of_their_message():
    notes = [entry("cellar/cold"), entry("kitchen/cold", related=("soup",)), entry("kitchen/stew", "another")]

    assert [note.slug for note in notes_without(entry("soup"), notes)] == ["cellar/cold"]
