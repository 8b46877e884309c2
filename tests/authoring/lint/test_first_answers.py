"""A writer is told which reports another answer leads, and which look-alikes the article leads."""

import pytest

from authoring.lint.first_answers import find_surprises
from tests.factories import make_article
from tracefix.articles.signatures import Signature
from tracefix.matching.catalogue import Catalogue

STACK = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n'
SOUP = f"{STACK}SoupError: the soup is cold\n"
KIND = make_article("kind", signatures=(Signature(message="the soup is {state}", general=True),))
OVEN = make_article("oven", message="the oven is cold")


@pytest.fixture
def article(tmp_path):
    """A function that makes an article with these pastes and look-alikes."""

    def make(paste="", look_alike=""):
        paths = tmp_path / "own.txt", tmp_path / "other.txt"
        for path, text in zip(paths, (paste, look_alike), strict=True):
            path.write_text(text, encoding="utf-8")
        signatures = (Signature(message="the soup is {state}", general=True),)
        given = {"pastes": paths[:1] if paste else (), "look_alikes": paths[1:] if look_alike else ()}
        return make_article("soup", signatures=signatures, **given)

    return make


def told(article, *others):
    return list(find_surprises(article, Catalogue([article, *others])))


def test_a_report_that_the_article_leads_is_no_surprise(article):
    assert told(article(SOUP, f"{STACK}SoupError: the oven is cold\n")) == []


def test_a_report_that_another_answer_leads_is_told(article):
    note = make_article("stove/cold", note_of="stove", message="the soup is cold")
    unknown = f"Somebody wrote that the soup is cold, last week.\n{STACK}StoveError: no gas\n"

    assert told(article(SOUP), note) == ["own.txt is answered first by stove/cold: “SoupError: the soup is cold”"]
    assert told(article(unknown)) == ["own.txt is answered first by no article: “StoveError: no gas”"]


def test_a_look_alike_that_the_article_leads_is_told(article):
    assert told(article("", SOUP)) == ["not/other.txt is answered first by this article, as likely"]
    assert told(article("", f"{STACK}SoupError: the oven is cold\n"), OVEN) == []
