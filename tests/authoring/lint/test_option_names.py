"""Lint tells an option or a variable that is nearly one that others write, and no other."""

import pytest

from authoring.lint.option_names import find_misspelt_options, users_of
from tests.factories import make_article
from tracefix.matching.catalogue import Catalogue

OTHERS = Catalogue(
    make_article(f"other-{number}", fix=f"Run `fuse --length {number}` with `FUSE_HOLDER_CONF=brass`.")
    for number in range(2)
)


def told(code, *, slug="boom", text="", others=OTHERS):
    return list(find_misspelt_options(slug, [code], users_of(others), text))


@pytest.mark.parametrize(
    ("code", "meant"),
    [
        ("fuse --lenght 3", "'--length', as others write it? Else add a source that names it"),
        ("sudo fuse light --lenght=3", "'--length'"),
        ("FUSE_HOLDER_CONF=brass fuse --lenght 3", "'--length'"),
        ("export FUSE_HODLER_CONF=brass", "'FUSE_HOLDER_CONF'"),
        ("FUSE_HODLER_CONF", "'FUSE_HOLDER_CONF'"),
        ("os.environ['FUSE_HODLER_CONF']", "'FUSE_HOLDER_CONF'"),
    ],
)
def test_a_misspelt_one_is_told_with_the_one_that_was_meant(code, meant):
    (message,) = told(code)

    assert f"did you mean {meant}" in message


@pytest.mark.parametrize(
    "code",
    [
        "fuse --length 3",
        "fuse --colour red",
        "lamp --lenght 3",  # of another program
        "fuse light | lamp --lenght 3",
        "fuse --length 3 --lengths 3",  # both are of this program
        "fuse light HOLDER_CONF",
    ],
)
def test_what_others_do_not_know_better_is_not(code):
    assert told(code) == []


def test_a_source_or_another_article_makes_it_known():
    another = Catalogue([*OTHERS.articles, make_article("third", fix="Run `fuse --lenght 3`.")])

    assert told("fuse --lenght 3", text="fuse(1): --lenght is as it is") == []
    assert told("fuse --lenght 3", others=another) == []
    assert told("fuse --lenght 3", slug="third", others=another)


def test_an_option_that_one_other_alone_writes_teaches_nobody():
    assert told("fuse --lenght 3", slug="other-1") == []


def test_one_sign_in_place_of_another_is_not_misspelt():
    catalogue = Catalogue(make_article(f"other-{number}", fix="Run `fuse --long-life 3`.") for number in range(2))

    assert told("fuse --long_life 3", others=catalogue) == []
