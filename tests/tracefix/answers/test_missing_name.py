"""A name as it is typed, answered as its error is."""

import pytest

from tests.published_articles import published_catalogue
from tracefix.answers.missing_name import find_answer
from tracefix.matching.diagnosis import diagnose


def ask(name):
    return find_answer(name, None, lambda line: diagnose(line, published_catalogue()))


@pytest.mark.parametrize(
    ("typed", "line", "finding"),
    [
        (
            "tf.contrib",
            "AttributeError: module 'tensorflow' has no attribute 'contrib'",
            "`tf.contrib` ended with TensorFlow 1, and `tf.compat.v1` does not have it",
        ),
        (
            "tf.Session",
            "AttributeError: module 'tensorflow' has no attribute 'Session'",
            "The code is for TensorFlow 1, and this is TensorFlow 2, which has no `Session` there",
        ),
    ],
)
def test_a_name_without_a_history_is_answered_by_its_article(typed, line, finding):
    asked, answer = ask(typed)

    assert (asked, answer.finding) == (line, finding)


@pytest.mark.parametrize("typed", ["DataFrame.ix", "pd.DataFrame.ix", "Series.ix"])
def test_a_name_that_left_long_ago_is_answered_with_what_to_use_instead(typed):
    _, answer = ask(typed)

    assert [each.replacement for each in answer.versions] == ["loc / iloc"]


@pytest.mark.parametrize("typed", ["tf.no_such_thing", "boat.row", "DataFrame.iy", "row", "Boat.ix"])
def test_of_a_name_of_which_nothing_is_known_nothing_is_told(typed):
    assert ask(typed) is None
