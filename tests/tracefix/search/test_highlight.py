"""Which error line a result shows; what is marked in it is tested with what is found, in test_query.py."""

import random

from tracefix.search.highlight import telling_line
from tracefix.search.words import article_words

VALUES = {"fuse": 2.0, "cellar": 1.0, "boom": 0.5}


def terms_of(text):
    return {term for word in article_words(text) for term, _ in word.terms}


def test_the_line_that_says_most_of_the_query_is_told():
    lines = [("boom", {"boom"}), ("fuse of the cellar", {"fuse", "cellar"}), ("fuse", {"fuse"})]

    assert telling_line(lines, "boom", VALUES) == "fuse of the cellar"


def test_no_line_is_told_where_the_title_says_as_much():
    assert telling_line([("fuse", {"fuse"})], "the fuse", VALUES) == ""


def test_words_in_another_order_say_as_much():
    """A sum of floats depends on its order in the last digit, and sets have another order in every process."""
    dice = random.Random(3)
    names = [f"fuse_{letter}{other}" for letter in "abcdef" for other in "ghijkl"]

    for _ in range(50):
        title, line = (" ".join(dice.sample(names, len(names))) for _ in range(2))
        values = {term: dice.random() for term in sorted(terms_of(f"{title} and more words in the query"))}
        assert telling_line([(line, terms_of(line))], title, values) == ""
