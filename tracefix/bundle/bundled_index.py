"""BundledIndex: the site's search index in the client, read from a few sections of a bundle.

The terms stand in one text, in alphabetical order, and the numbers and weights of their articles in two arrays, term
after term. In the wheel that takes a quarter of what Whoosh's files do, and a search opens it sooner. The site keeps
Whoosh, which need not hold the index of very many articles in memory.
"""

import json
import sys
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import TypeVar

from tracefix.articles.model import Article
from tracefix.search.index import Posting, SearchIndex, TermStats, terms_of
from tracefix.search.spelling import Lexicon, SimilarName
from tracefix.search.weights import ArticleWeights, Postings, idf, telling_texts

_Number = TypeVar("_Number", int, float)

TellingTerms = Sequence[Sequence[str]]


class BundledIndex(SearchIndex):
    """An index over articles without their long texts, which `load_full` reads; `telling` has their telling_terms()."""

    def __init__(
        self,
        articles: Mapping[str, Article],
        files: Mapping[str, bytes],
        load_full: Callable[[Article], Article],
        telling: Callable[[str], TellingTerms],
    ) -> None:
        super().__init__(articles)
        self._terms = files["terms"].decode().split("\n")
        self._ends = list(accumulate(_low_byte_first(array("I", files["counts"]))))
        self._numbers = _low_byte_first(array("I", files["numbers"]))
        self._weights = _low_byte_first(array("f", files["weights"]))
        self._names = files["lexicon"]
        self._load_full = load_full
        self._telling = telling

    def posting(self, term: str) -> Posting | None:
        place = bisect_left(self._terms, term)
        if self._terms[place : place + 1] != [term]:
            return None
        part = slice(self._ends[place - 1] if place else 0, self._ends[place])
        numbers, weights = self._numbers[part], self._weights[part]
        return Posting(numbers, weights, TermStats(idf(len(numbers), len(self.slugs)), len(numbers), max(weights)))

    def similar(self, name: str) -> list[SimilarName]:
        return self._lexicon.similar(name)

    def completions(self, start: str) -> list[str]:
        return self._lexicon.completions(start)

    def load_full(self, number: int) -> Article:
        return self._load_full(self.article(number))

    def telling_texts(self, number: int) -> tuple[frozenset[str], ...]:
        common, *texts = self._telling(self.slugs[number])
        return tuple(frozenset((*common, *terms)) for terms in texts)

    @cached_property
    def _lexicon(self) -> Lexicon:  # only a misspelt query needs it
        return Lexicon(json.loads(self._names))


def make_files(articles: Iterable[Article]) -> dict[str, bytes]:
    """The index of these articles, as BundledIndex reads it."""
    postings, weights_of = Postings(), ArticleWeights(articles)
    for number, by_term in enumerate(weights_of):
        postings.add(number, by_term)
    terms = list[str]()
    counts, numbers, weights = array("I"), array("I"), array("f")
    for term, its_numbers, its_weights in postings.items():
        terms.append(term)
        counts.append(len(its_numbers))
        numbers += its_numbers
        weights += its_weights
    return {
        "terms": "\n".join(terms).encode(),
        "counts": _low_byte_first(counts).tobytes(),
        "numbers": _low_byte_first(numbers).tobytes(),
        "weights": _low_byte_first(weights).tobytes(),
        "lexicon": json.dumps(weights_of.names()).encode(),
    }


def build_in_memory(articles: Iterable[Article]) -> BundledIndex:
    """An index of articles that have all their texts."""
    every = {article.slug: article for article in articles}
    files = make_files(every.values())
    return BundledIndex(every, files, lambda article: article, lambda slug: telling_terms(every[slug]))


def telling_terms(article: Article) -> list[list[str]]:
    """What SearchIndex.telling_texts() gives for an article: the terms of all its texts, then what each has beside
    them, in an order that is always the same."""
    texts = list(dict.fromkeys(map(terms_of, telling_texts(article))))
    common = frozenset.intersection(*texts) if texts else frozenset[str]()
    return [sorted(common), *(sorted(terms - common) for terms in texts)]


def _low_byte_first(values: "array[_Number]") -> "array[_Number]":
    """Numbers as the file has them, on any machine; and back."""
    if sys.byteorder == "big":
        values.byteswap()
    return values
