"""The reviewed table of what to use instead of names that are gone."""

import pytest

from tests.examples import every
from tracefix.versions.answers import answer_message
from tracefix.versions.clues import Clues
from tracefix.versions.history import find_history
from tracefix.versions.model import Life, Span
from tracefix.versions.replacements import MADE, reviewed_replacements

LIVING = {"torch.qr"}  # there, and deprecated
LONG_GONE = {"pandas.DataFrame.ix", "pandas.Series.ix"}  # before the oldest release that was read
ROWS = [
    row
    for row in reviewed_replacements()
    if not row.raises and row.name not in LIVING | LONG_GONE and find_history(row.package)
]


@pytest.mark.parametrize(
    "row",
    every(8, ROWS),
    ids=lambda row: row.name,
)
def test_some_release_lacks_a_name_of_the_table(row):
    history = find_history(row.package)
    life = history.life(row.name)

    assert history.neighbours(life)[0].before or life.is_over or len(life.spans) > 1
    assert (life.replacement, life.is_reviewed) == (row.instead, True)


@pytest.mark.parametrize(
    "row", [row for row in reviewed_replacements() if row.raises not in ("", MADE)], ids=lambda row: row.name
)
def test_a_name_that_only_raises_is_there(row):
    life = find_history(row.package).life(row.name)

    assert (life.is_over, life.raises, life.instead) == (False, row.raises, row.instead)
    assert row.raises in {release.version for release in find_history(row.package).releases}


@pytest.mark.parametrize("name", sorted(LONG_GONE))
def test_a_name_that_left_before_the_oldest_release_that_was_read_has_a_replacement(name):
    history = find_history(name.partition(".")[0])

    assert history.life(name) is None
    assert history.instead_of_gone(name) == "loc / iloc"


@pytest.mark.parametrize("name", ["pandas.DataFrame.iy", "pandas.Panel.ix", "pandas.ix", "pandas.DataFrame.append"])
def test_of_another_name_that_no_release_has_nothing_is_told(name):
    assert find_history("pandas").instead_of_gone(name) == ""


def test_of_a_name_that_was_made_at_import_no_history_says_that_it_left():
    assert find_history("scipy").instead_of_gone("scipy.interp") == ""


def test_each_line_names_its_source():
    assert all(row.source.startswith("https://") or "@" in row.source for row in reviewed_replacements())


def test_no_name_stands_twice():
    names = [(row.package, row.name) for row in reviewed_replacements()]

    assert names == sorted(set(names))


@pytest.mark.parametrize(
    ("message", "instead"),
    [
        ("module 'scipy.integrate' has no attribute 'simps'", "scipy.integrate.simpson"),
        ("cannot import name 'from_numpy_matrix' from 'networkx'", "networkx.from_numpy_array"),
        ("cannot import name 'AdamW' from 'transformers'", "torch.optim.AdamW"),
        ("'DataFrame' object has no attribute 'append'", "pandas.concat"),
        ("module 'numpy' has no attribute 'bool'", "bool"),  # which came back in 2.0
        ("module 'PIL.Image' has no attribute 'ANTIALIAS'", "PIL.Image.LANCZOS"),
        ("'DataFrame' object has no attribute 'ix'", "loc / iloc"),
        ("No module named 'sklearn.cross_validation'", "sklearn.model_selection"),
    ],
)
def test_an_answer_says_what_to_use_instead(message, instead):
    answer, *_ = answer_message(message, Clues())

    assert answer.replacement == instead
    assert f"Use `{instead}` instead." in answer.sentences


def test_a_class_that_another_module_hands_on_is_the_same():
    assert find_history("pandas").life("pandas.core.frame.DataFrame.append").replacement == "pandas.concat"


def test_the_new_name_has_no_replacement():
    assert find_history("scipy").life("scipy.integrate.simpson").replacement is None


def test_a_name_of_another_class_is_not_meant():
    assert not find_history("pandas").life("pandas.Index.append").is_reviewed


def test_what_a_text_says_of_a_name_that_lives_on_is_not_told():
    alive = Life("tiny-lib", "tiny.play", "function", (Span("1.0", None),), "tiny.run")

    assert alive.instead is None
