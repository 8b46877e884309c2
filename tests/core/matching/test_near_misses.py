"""A near miss says which value was missing."""

from kb.core.matching.diagnosis import diagnose
from tests.core.matching.known import CATALOGUE, ERROR


def test_a_near_miss_says_what_was_missing():
    misses = diagnose("TypeError: cannot pickle 'generator' object", CATALOGUE).misses

    assert [(miss.article.slug, miss.missing) for miss in misses] == [
        ("capsule", "“cannot pickle '{type}' object” fits, but {type} is “generator”, not PyCapsule or *.PyCapsule."),
        ("keys", "“cannot pickle '{type}' object” fits, but {type} is “generator”, not dict_keys or dict_items."),
    ]


def test_a_match_is_no_near_miss():
    assert "capsule" not in [miss.article.slug for miss in diagnose(ERROR, CATALOGUE).misses]
