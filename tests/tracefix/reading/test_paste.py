"""A cleaned paste leads back to the original, whatever was taken away."""

from hypothesis import given
from hypothesis import strategies as st

from tests.tracefix.reading.test_normalisers import ERROR, FRAME, PREFIXES
from tracefix.reading.cleaning import clean


def test_evidence_is_found_again_in_the_original():
    original = f"web-1  | \x1b[31m{ERROR}\x1b[0m tail"
    paste = clean(original)
    start = paste.text.index("PyCapsule")

    first, last = paste.span_in_original(start, start + len("PyCapsule"))

    assert original[first:last] == "PyCapsule"


def test_a_replaced_character_leads_back_to_what_it_replaced():
    original = "pickle &#39;X&#39; object"
    paste = clean(original)

    first, last = paste.span_in_original(paste.text.index("X"), paste.text.index("X") + 1)

    assert original[first:last] == "X"
    assert original[paste.to_original(paste.text.index("'"))] == "&"


fragments = st.sampled_from(
    [*PREFIXES.values(), ERROR, FRAME, "\n", "\r\n", "\x1b[0m", "│ ", "&quot;", "\\n", "“", "日本", "\x00"]
)
texts = st.one_of(st.text(max_size=200), st.lists(fragments, max_size=25).map("".join))


@given(texts)
def test_cleaning_never_fails_and_its_map_is_total_and_monotonic(text):
    paste = clean(text)

    places = [paste.to_original(position) for position in range(len(paste.text) + 1)]

    assert paste.original == text
    assert places == sorted(places)
    assert all(0 <= place <= len(text) for place in places)


@given(texts)
def test_the_way_back_leads_to_the_first_character_from_there_on(text):
    paste = clean(text)

    for place in range(len(text) + 1):
        found = paste.from_original(place)
        assert all(paste.to_original(position) < place for position in range(found))
        assert found == len(paste.text) or paste.to_original(found) >= place


@given(texts)
def test_an_untouched_character_leads_back_to_itself(text):
    paste = clean(text)

    for position, character in enumerate(paste.text):
        source = text[paste.to_original(position)]
        assert (
            character == source
            or source in "<\r\v\f\x85\u2028\u2029&\\：，（）"
            or source.isspace()
            or not source.isascii()
        )
