"""Which line looks like a problem where none has the form of an error message."""

import pytest

from tests.work import work
from tracefix.matching.suspects import begins_in_the_middle, find_suspect, quoted_message
from tracefix.reading.cleaning import clean

FOUND = {
    "a missing driver": ("== Soup ==\nWARNING: The driver was not detected\nready", 2),
    "something that is needed": ("start\nDemo needs OpenSpoon for stirring\nend", 2),
    "the telling line, not the first": ("there was some error\ncannot open the pot\n", 2),
    "only that it failed": ("one\ntwo\nthree: it failed", 3),
    "an exit status": ("NAMES STATUS\nstove Exited (132) 12 seconds ago", 2),
}


def suspect(text):
    return find_suspect(clean(text))


@pytest.mark.parametrize(("text", "line"), FOUND.values(), ids=FOUND)
def test_the_line_that_says_most_is_taken(text, line):
    assert suspect(text).line == line


@pytest.mark.parametrize(
    "text",
    [
        "",
        "num_pots must be <= 6. Reducing num_pots to 6 for 6 bowls.",
        "step 1 of 9: all is well",
        "How can I stir without an error?",
        "import error_soup",
    ],
)
def test_a_paste_without_a_problem_has_no_suspect(text):
    assert suspect(text) is None


def test_a_suspect_is_read_in_time_linear_in_the_paste():
    once, twice = (clean("all is well here\n" * count) for count in (2_000, 4_000))

    assert work(lambda: find_suspect(twice)) <= 2.6 * work(lambda: find_suspect(once))


def test_a_quoted_message_has_four_words():
    assert quoted_message('it says "the ladle does not fit" again') == "the ladle does not fit"
    assert quoted_message('it says "the ladle" again') == ""


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("2026-01-01 10:00:00 INFO soup\nfailed", True),
        ("  100%|####\nfailed", True),
        ('File "a.py", line 3\nfailed', True),
        ("$ python stir.py\nfailed", False),
        (" ```\n$ python stir.py\nfailed", False),
        ("The soup does not boil", False),
        ("2026-01-01 one line alone", False),
    ],
)
def test_a_log_begins_in_its_middle_or_not(text, begins):
    assert begins_in_the_middle(text) is begins
