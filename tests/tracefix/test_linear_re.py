"""An expression says of every text what Python's own would say: the same places, in characters, and the same groups."""

import re

import pytest
import re2
from hypothesis import given
from hypothesis import strategies as st

from tracefix.linear_re import Expression, ExpressionSet, Text, TextSet, compile_expression

PATTERNS = [
    r"(?P<word>[a-z]+)(?P<number>\d)?",
    r"(?m)^(?P<first>.)?(.*)$",
    r"é+|(x)",
    r"'(?P<said>[^'\n]*)'",
    r"(?P<exotic>[^\x00-\x7f])+|x",
    r"(?i)(?P<letter>[A-Z])'",
]
TEXTS = st.text("ab1x'é本\U0001f525 \n", max_size=20)


def told(found):
    if found is None:
        return None
    return found.span(), found[0], found.groups(), found.groupdict(), [found.start(1), found.end(1)]


@pytest.mark.parametrize("pattern", PATTERNS)
@given(text=TEXTS)
def test_it_finds_what_python_finds(pattern, text):
    ours, its = Expression(pattern), re.compile(pattern)

    for method in ("search", "match", "fullmatch"):
        assert told(getattr(ours, method)(text)) == told(getattr(its, method)(text))
        assert told(getattr(ours, method)(Text(text))) == told(getattr(its, method)(text))


@pytest.mark.parametrize("pattern", ["é+|(x)", r"'(?P<said>[^'\n]*)'", r"(\d)", r"(x)?"])
@given(text=TEXTS)
def test_it_finds_every_place(pattern, text):
    expression, places = Expression(pattern), list(re.finditer(pattern, text))

    assert list(map(told, expression.finditer(text))) == list(map(told, places))
    assert list(map(told, expression.finditer(Text(text)))) == list(map(told, places))
    for group in range(re.compile(pattern).groups + 1):
        assert list(expression.spans(text, group)) == [
            found.span(group) for found in places if found.span(group)[0] >= 0
        ]


@given(text=TEXTS)
def test_what_every_match_begins_with_changes_nothing(text):
    expression = Expression(r"(?m)^'b(.*)'|'b\d")

    assert list(map(told, expression.finditer(text, start="'b"))) == list(map(told, expression.finditer(text)))
    assert told(expression.search(text, start="'b")) == told(expression.search(text))


def test_what_begins_every_match_may_have_lost_its_first_letter():
    assert Expression("b?ell").search("é a bell", start="ell").span() == (4, 8)


@pytest.mark.parametrize("pattern", [r"\x{e9}", r"\pL", "é", r"(?i)É", r"\xe9"])
def test_characters_outside_ascii_are_told_apart_where_a_pattern_names_them(pattern):
    assert Expression(pattern).search(Text("本é")).start() == (0 if pattern == r"\pL" else 1)


def test_a_group_is_asked_for_by_name_or_number():
    found = Expression(r"(?P<a>x)?(y)").search("..y")

    assert (found["a"], found[2], found.span("a"), found.span(2)) == (None, "y", (-1, -1), (2, 3))
    for unknown in ("b", 3, -1):
        with pytest.raises(IndexError):
            found[unknown]


def test_what_re2_does_not_take_is_refused():
    with pytest.raises(re2.error):
        compile_expression(r"(?<=a)b")
    with pytest.raises(re2.error):
        Expression(r"(?<=a)b").search("ab")


@given(texts=st.lists(TEXTS, max_size=4), text=TEXTS)
def test_a_set_says_which_texts_occur_in_another(texts, text):
    assert TextSet(texts).found_in(text) == [number for number, each in enumerate(texts) if each in text]


def test_a_set_says_which_expressions_fit_a_text_or_all_of_it():
    patterns = ("[0-9]+", "(?m)^b", "", "é+")

    assert ExpressionSet(patterns).found_in("a1\nbé") == [0, 1, 2, 3]
    assert ExpressionSet(patterns).found_in("ab") == [2]
    assert ExpressionSet(patterns, whole=True).found_in("12") == [0]
    assert ExpressionSet(patterns, whole=True).found_in("éé") == [3]
    assert ExpressionSet(()).found_in("a") == []


def test_bytes_are_searched_between_two_offsets_whatever_their_encoding():
    expression = Expression(r"(?m)^b|a$")

    assert expression.span_in(b"\xff\xfe\nb\n", 0, 5) == (3, 4)
    assert expression.span_in(b"b b\nb", 1, 5) == (4, 5)
    assert expression.span_in(b"b b\nb", 1, 4) == (-1, -1)
