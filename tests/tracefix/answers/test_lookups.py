"""Related articles: those that share a rare word with what was pasted, and no others."""

import pytest

from tests.tracefix.search_tools import article, index_of
from tracefix.answers.lookups import diagnose_paste
from tracefix.articles.signatures import Signature
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose

ARTICLES = [
    article("ladles", title="ValueError: invalid ladle in the kitchen"),
    *(article(f"other-{number}", title=f"ValueError: invalid value, number {number}") for number in range(30)),
]
INDEX = index_of(*ARTICLES)
EMPTY = Catalogue([])
SOUP = article("soup", signatures=(Signature(message="the '{dish}' has no salt", where={"dish": ("soup",)}),))
DISHES = article("dishes", signatures=(Signature(message="the '{dish}' has no salt", general=True),))


def related(text):
    by_slug = {each.slug: each for each in ARTICLES}
    return [
        each.slug for each in diagnose_paste(text, lambda text: diagnose(text, EMPTY), lambda: INDEX, by_slug).related
    ]


def test_an_article_that_shares_a_rare_word_is_related():
    assert related("ValueError: invalid ladle") == ["ladles"]


@pytest.mark.parametrize("text", ["ValueError: invalid value", "ValueError: ", "Error: 'invalid value'"])
def test_common_words_and_a_class_of_python_relate_nothing(text):
    assert related(text) == []


def test_the_class_of_python_is_not_rare_even_where_few_articles_have_it():
    few = [article("float", signatures=(Signature(message="KeyError: no bowl"),)), *ARTICLES]
    found = diagnose_paste(
        "KeyError: 12",
        lambda text: diagnose(text, EMPTY),
        lambda: index_of(*few),
        {each.slug: each for each in few},
    )

    assert found.related == ()


@pytest.mark.parametrize(("known", "expected"), [((SOUP,), [SOUP]), ((SOUP, DISHES), [])])
def test_an_article_that_nearly_fits_is_related_only_where_none_fits(known, expected):
    found = diagnose_paste(
        "ValueError: the 'stew' has no salt",
        lambda text: diagnose(text, Catalogue(known)),
        lambda: index_of(*known),
        {each.slug: each for each in known},
    )

    assert list(found.related) == expected
