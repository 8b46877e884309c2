import pytest

from tracefix.lazy_mapping import LazyMapping, read_by_place


def test_a_value_is_made_when_it_is_asked_for_and_once():
    made = []
    mapping = LazyMapping(["a", "b"], lambda key: made.append(key) or key.upper())

    assert ("a" in mapping, "c" in mapping, len(mapping), list(mapping), made) == (True, False, 2, ["a", "b"], [])
    assert (mapping["b"], mapping["b"], made) == ("B", "B", ["b"])
    assert (mapping.get("c"), dict(mapping)) == (None, {"a": "A", "b": "B"})


def test_another_key_is_none_of_its():
    with pytest.raises(KeyError, match="c"):
        LazyMapping(["a"], str.upper)["c"]


def test_what_is_at_one_place_is_read_once():
    read = []
    places = {"a": "left", "b": "left", "c": "right"}
    mapping = read_by_place(places, lambda place: read.append(place) or {key: f"{key} at {place}" for key in places})

    assert (mapping["a"], mapping["b"], read) == ("a at left", "b at left", ["left"])
    assert list(mapping) == ["a", "b", "c"]
