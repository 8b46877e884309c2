"""Two sizes that share a factor."""

import pytest

from tracefix.explaining.sizes import restate_sizes
from tracefix.reading.report import Error


def told(message):
    return restate_sizes(Error("ValueError", message, 1))


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("cannot reshape array of size 407 into shape (259,)", "407 is 11 × 37, and 259 is 7 × 37"),
        ("cannot reshape array of size 407 into shape (259)", "you have 11, the code has 7"),
        ("shape '[512]' is invalid for input of size 768", "768 is 3 × 256, and 512 is 2 × 256"),
        (
            "Cannot feed value of shape (50, 360) for Tensor u'Placeholder_1:0', which has shape '(?, 252)'",
            "you have 10, the code has 7",
        ),
    ],
)
def test_the_two_counts_are_named(message, said):
    assert said in told(message).finding


def test_the_count_is_looked_for_in_the_code():
    assert told("cannot reshape array of size 407 into shape (259,)").steps[0].commands == (
        "grep -rnwE --include='*.py' '7|259' .",
    )


@pytest.mark.parametrize(
    "message",
    [
        "cannot reshape array of size 407 into shape (260,)",  # no common factor
        "cannot reshape array of size 400 into shape (200,)",  # a multiple: an axis, or a batch
        "cannot reshape array of size 407 into shape (37,7)",
        "cannot reshape array of size 1000000 into shape (999990,)",  # counts too large to be written down
        "boom of 407 and 259",
    ],
)
def test_other_sizes_tell_nothing(message):
    assert told(message) is None


@pytest.mark.parametrize(
    ("shape", "size", "other"),
    [
        ("[-1, 1024, 1920, 3]", 6059520, "1052 × 1920"),
        ("[1, 1024, 1920, 3]", 5898240 - 3072 * 8, "1024 × 1912"),
        ("[-1, 1024, 1920, 3]", 6059521, ""),
        ("[-1, 1024, 1920, 3]", 21, ""),
        ("[-1, 1024, 1920, 8]", 6059520, ""),
    ],
)
def test_an_image_of_another_size_is_told_by_its_height_or_width(shape, size, other):
    found = told(f"shape '{shape}' is invalid for input of size {size}")

    assert (found.finding if found else "") == (
        f"An image is {other}, and the code takes all of them as 1024 × 1920" if other else ""
    )
