"""A near miss says which value was missing."""

from dataclasses import replace

from tests.tracefix.matching.known import CATALOGUE, ERROR, KEYS
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.matching.verdict import Verdict


def test_a_near_miss_says_what_was_missing():
    misses = diagnose("TypeError: cannot pickle 'generator' object", CATALOGUE).misses

    assert [(miss.article.slug, miss.missing) for miss in misses] == [
        ("capsule", "“cannot pickle '{type}' object” fits, but {type} is “generator”, not PyCapsule or *.PyCapsule."),
        ("keys", "“cannot pickle '{type}' object” fits, but {type} is “generator”, not dict_keys or dict_items."),
    ]


def test_a_match_is_no_near_miss():
    diagnosis = diagnose("the log has cannot pickle 'PyCapsule' object in it", CATALOGUE)
    assert [match.article.slug for match in diagnosis.matches] == ["capsule"]
    assert [miss.article.slug for miss in diagnosis.misses] == ["keys"]


def test_who_has_the_article_is_shown_no_near_miss():
    diagnosis = diagnose(ERROR, CATALOGUE)
    assert diagnosis.verdict is Verdict.EXACT
    assert not diagnosis.misses


def test_a_note_on_another_value_is_no_near_miss():
    note = replace(KEYS, slug="cellar/keys", note_of="cellar")

    assert not diagnose("TypeError: cannot pickle 'generator' object", Catalogue([note])).misses
