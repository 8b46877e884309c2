"""The stemmer gives what the one of Whoosh gives, which the ranking was tuned to."""

import pytest
from whoosh.lang.porter import stem as stem_of_whoosh

from tests.settings import ARTICLES_DIR
from tracefix.search.porter import stem

ENDINGS = [
    "ational",
    "ation",
    "tional",
    "ing",
    "ed",
    "eed",
    "s",
    "sses",
    "ies",
    "y",
    "e",
    "ion",
    "tion",
    "sion",
    "ement",
    "ical",
    "ness",
    "ll",
    "logi",
    "izer",
    "ed",
    "ate",
    "iz",
]
STARTS = [
    "a",
    "be",
    "load",
    "stop",
    "run",
    "rel",
    "y",
    "yo",
    "yell",
    "transfor",
    "util",
    "x",
    "at",
    "bl",
    "quantiz",
    "s",
    "tt",
    "iss",
]


@pytest.mark.parametrize("start", STARTS)
def test_it_stems_as_whoosh_does(start):
    words = [start + ending for ending in ["", *ENDINGS]]

    assert {word: stem(word) for word in words} == {word: stem_of_whoosh(word) for word in words}


@pytest.mark.slow
def test_it_stems_every_word_of_the_articles_as_whoosh_does():
    texts = (path.read_text(encoding="utf-8") for path in ARTICLES_DIR.glob("*/article.md"))
    words = {word for text in texts for word in text.lower().split()}

    assert len(words) > 1000
    assert not [word for word in words if stem(word) != stem_of_whoosh(word)]
