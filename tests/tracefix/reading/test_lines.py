"""Lines are found by place and by number."""

import pytest

from tracefix.reading.lines import LineCounter, Lines


@pytest.mark.parametrize("text", ["", "a", "a\n", "\n\n", "one\n\nthree"])
def test_lines_are_those_of_the_text(text):
    lines = Lines(text)

    assert [lines[index] for index in range(len(lines))] == text.split("\n")
    assert [lines.at(position) for position in range(len(text))] == [
        text.count("\n", 0, position) for position in range(len(text))
    ]


def test_places_may_be_asked_for_in_any_order():
    counter = LineCounter("a\nb\nc")

    assert [counter.number(position) for position in (4, 0, 2, 2)] == [3, 1, 2, 2]


def test_lines_are_counted_from_a_place_whose_line_is_known():
    counter = LineCounter("a\nb\nc", place=2, number=102)

    assert [counter.number(position) for position in (4, 0, 2)] == [103, 101, 102]
