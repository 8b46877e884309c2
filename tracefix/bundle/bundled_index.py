"""BundledIndex: the site's search index in the client, read from a few sections of a bundle.

The terms stand in one text, in alphabetical order, and the numbers of their articles and the weights there in two
arrays, term after term. Many terms of an article weigh the same, so a weight stands as its place in a list of the
article's weights, the most frequent first. In the wheel that takes an eighth of what Whoosh's files do, and a search
opens it sooner. The site keeps Whoosh, which need not hold the index of very many articles in memory.
"""

import json
import sys
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain, pairwise
from typing import TypeVar

from tracefix.articles.model import Article
from tracefix.search.index import Posting, SearchIndex, TermStats, terms_of
from tracefix.search.spelling import Lexicon, SimilarName
from tracefix.search.weights import ArticleWeights, Postings, idf, telling_texts

_Number = TypeVar("_Number", int, float)

TellingTerms = Sequence[Sequence[int]]


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
        self._numbers = _low_byte_first(array("H", _interleaved(files["numbers"])))
        self._places = _low_byte_first(array("H", _interleaved(files["places"])))
        self._weights = _low_byte_first(array("f", files["weights"]))
        lengths = _low_byte_first(array("H", files["lengths"]))
        self._starts = [0, *accumulate(lengths)]  # of the weights of each article
        self._names = files["lexicon"]
        self._load_full = load_full
        self._telling = telling

    def posting(self, term: str) -> Posting | None:
        place = bisect_left(self._terms, term)
        if self._terms[place : place + 1] != [term]:
            return None
        part = slice(self._ends[place - 1] if place else 0, self._ends[place])
        numbers = self._numbers[part]
        starts, places = map(self._starts.__getitem__, numbers), self._places[part]
        weights = array("f", (self._weights[start + place] for start, place in zip(starts, places, strict=True)))
        return Posting(numbers, weights, TermStats(idf(len(numbers), len(self.slugs)), len(numbers), max(weights)))

    def similar(self, name: str) -> list[SimilarName]:
        return self._lexicon.similar(name)

    def completions(self, start: str) -> list[str]:
        return self._lexicon.completions(start)

    def load_full(self, number: int) -> Article:
        return self._load_full(self.article(number))

    def telling_texts(self, number: int) -> tuple[frozenset[str], ...]:
        numbers, common, *texts = (tuple(accumulate(steps)) for steps in self._telling(self.slugs[number]))
        terms = [self._terms[number] for number in numbers]
        shared = frozenset(map(terms.__getitem__, common))
        return tuple(shared.union(map(terms.__getitem__, places)) for places in texts)

    @cached_property
    def _lexicon(self) -> Lexicon:  # only a misspelt query needs it
        return Lexicon(json.loads(self._names))


def make_files(articles: Iterable[Article]) -> dict[str, bytes]:
    """The index of these articles, as BundledIndex reads it."""
    postings, weights_of = Postings(), ArticleWeights(articles)
    for number, by_term in enumerate(weights_of):
        postings.add(number, by_term)
    terms = list[str]()
    counts, numbers, weights = array("I"), array("H"), array("f")
    for term, its_numbers, its_weights in postings.items():
        terms.append(term)
        counts.append(len(its_numbers))
        numbers.extend(its_numbers.tolist())
        weights += its_weights
    by_article: dict[int, Counter[float]] = {}
    for number, weight in zip(numbers, weights, strict=True):
        by_article.setdefault(number, Counter())[weight] += 1
    lists = [[weight for weight, _ in counted.most_common()] for _, counted in sorted(by_article.items())]
    place_of = [{weight: place for place, weight in enumerate(each)} for each in lists]
    places = array("H", (place_of[number][weight] for number, weight in zip(numbers, weights, strict=True)))
    return {
        "terms": "\n".join(terms).encode(),
        "counts": _low_byte_first(counts).tobytes(),
        "numbers": _parted(_low_byte_first(numbers).tobytes()),
        "places": _parted(_low_byte_first(places).tobytes()),
        "lengths": _low_byte_first(array("H", map(len, lists))).tobytes(),
        "weights": _low_byte_first(array("f", chain.from_iterable(lists))).tobytes(),
        "lexicon": json.dumps(weights_of.names()).encode(),
    }


def build_in_memory(articles: Iterable[Article]) -> BundledIndex:
    """An index of articles that have all their texts."""
    every = {article.slug: article for article in articles}
    files = make_files(every.values())
    numbers = term_numbers(files)
    return BundledIndex(every, files, lambda article: article, lambda slug: telling_terms(every[slug], numbers))


def term_numbers(files: Mapping[str, bytes]) -> dict[str, int]:
    """The place of every term of an index."""
    return {term: number for number, term in enumerate(files["terms"].decode().split("\n"))}


def telling_terms(article: Article, numbers: Mapping[str, int]) -> list[list[int]]:
    """What SearchIndex.telling_texts() gives for an article: the numbers of its terms, then the places in that list of
    those that all its texts have, and of what each has beside them. A list has a number, then the steps to the next."""
    texts = list(dict.fromkeys(map(terms_of, telling_texts(article))))
    common = frozenset.intersection(*texts) if texts else frozenset[str]()
    own = sorted(map(numbers.__getitem__, frozenset[str]().union(*texts)))
    places = {number: place for place, number in enumerate(own)}
    each = (sorted(places[numbers[term]] for term in terms) for terms in (common, *(terms - common for terms in texts)))
    return [[after - before for before, after in pairwise((0, *found))] for found in (own, *each)]


def _parted(pairs: bytes) -> bytes:
    """The low bytes of numbers, then the high ones, which are nearly all 0: they take less when they stand together."""
    return pairs[::2] + pairs[1::2]


def _interleaved(parted: bytes) -> bytes:
    """The other way round."""
    pairs = bytearray(len(parted))
    half = len(parted) // 2
    pairs[::2], pairs[1::2] = parted[:half], parted[half:]
    return bytes(pairs)


def _low_byte_first(values: "array[_Number]") -> "array[_Number]":
    """Numbers as the file has them, on any machine; and back."""
    if sys.byteorder == "big":
        values.byteswap()
    return values
