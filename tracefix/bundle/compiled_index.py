"""CompiledIndex: the search index of the client. It ranks as the site's does, which shares its ranking.

The terms are one sorted list; the postings of all of them follow one another in two arrays.
"""

import json
import sys
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeVar

from tracefix.articles.model import Article
from tracefix.search.index import Posting, SearchIndex, TermStats, terms_of
from tracefix.search.spelling import Lexicon, SimilarName
from tracefix.search.weights import ArticleWeights, Postings, idf, telling_texts

_Array = TypeVar("_Array", "array[int]", "array[float]")


@dataclass(frozen=True, slots=True)
class IndexParts:
    """The parts of an index. For each term, in order: how many articles have it, their numbers, the weights."""

    terms: Sequence[bytes]  # in UTF-8, which sorts as text does
    counts: "array[int]"
    numbers: "array[int]"
    weights: "array[float]"
    names: dict[str, int]

    @classmethod
    def of(cls, articles: Iterable[Article]) -> "IndexParts":
        """Index articles that have all their texts."""
        postings, every = Postings(), ArticleWeights(articles)
        for number, weights_of_one in enumerate(every):
            postings.add(number, weights_of_one)
        terms: list[bytes] = []
        counts, numbers, weights = array("I"), array("I"), array("f")
        for term, its_numbers, its_weights in postings.items():
            terms.append(term.encode())
            counts.append(len(its_numbers))
            numbers.extend(its_numbers)
            weights.extend(its_weights)
        return cls(terms, counts, numbers, weights, every.names())

    def to_sections(self) -> dict[str, bytes]:
        """As sections of a DataFile. Numbers have the low byte first."""
        return {
            "terms": b"\n".join(self.terms),
            "counts": _low_byte_first(array("I", self.counts)).tobytes(),
            "numbers": _low_byte_first(array("I", self.numbers)).tobytes(),
            "weights": _low_byte_first(array("f", self.weights)).tobytes(),
            "names": json.dumps(self.names, ensure_ascii=False).encode(),
        }

    @classmethod
    def from_sections(cls, section: Callable[[str], bytes]) -> "IndexParts":
        """Read them back."""
        return cls(
            terms=section("terms").split(b"\n"),
            counts=_low_byte_first(array("I", section("counts"))),
            numbers=_low_byte_first(array("I", section("numbers"))),
            weights=_low_byte_first(array("f", section("weights"))),
            names=json.loads(section("names")),
        )


class CompiledIndex(SearchIndex):
    """An index over its parts.

    `load_full` reads an article with all its texts, `telling` its telling_terms(), if they are stored.
    """

    def __init__(
        self,
        articles: Iterable[Article],
        parts: IndexParts,
        load_full: Callable[[Article], Article],
        telling: Callable[[str], Iterable[Iterable[str]]] | None = None,
    ) -> None:
        super().__init__(articles)
        self._telling = telling
        self._parts = parts
        self._load_full = load_full
        self._ends = array("L", accumulate(parts.counts))
        self._lexicon = Lexicon(parts.names)

    def posting(self, term: str) -> Posting | None:
        parts, wanted = self._parts, term.encode()
        place = bisect_left(parts.terms, wanted)
        if place == len(parts.terms) or parts.terms[place] != wanted:
            return None
        end, count = self._ends[place], parts.counts[place]
        weights = parts.weights[end - count : end]
        stats = TermStats(idf(count, len(self.articles)), count, max(weights))
        return Posting(parts.numbers[end - count : end], weights, stats)

    def load_full(self, number: int) -> Article:
        return self._load_full(self.articles[number])

    def telling_texts(self, number: int) -> tuple[frozenset[str], ...]:
        if self._telling is None:
            return super().telling_texts(number)
        return tuple(map(frozenset, self._telling(self.articles[number].slug)))

    def similar(self, name: str) -> list[SimilarName]:
        return self._lexicon.similar(name)

    def completions(self, start: str) -> list[str]:
        return self._lexicon.completions(start)


def telling_terms(article: Article) -> list[list[str]]:
    """What SearchIndex.telling_texts() gives for an article, in an order that is always the same."""
    return [sorted(terms) for terms in dict.fromkeys(map(terms_of, telling_texts(article)))]


def _low_byte_first(values: _Array) -> _Array:
    if sys.byteorder == "big":
        values.byteswap()
    return values
