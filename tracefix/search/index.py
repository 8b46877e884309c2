"""SearchIndex: the interface of the indexes, and the ranking they share."""

import math
from abc import ABC, abstractmethod
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from heapq import nsmallest
from itertools import compress
from typing import NamedTuple

from tracefix.articles.model import Article
from tracefix.search.facets import Facets
from tracefix.search.spelling import SimilarName
from tracefix.search.weights import shown_lines, telling_texts
from tracefix.search.words import article_words

_THRESHOLD = 0.1  # of the best score; articles below it are not found
_ROUNDING = 1e-5  # weights are stored with seven digits
_COMMON = 8  # a term that one of so many articles has is common: its weights in all take little more memory
_LOOKUP = 8  # looking up one number in a posting takes as long as reading this many


class TermStats(NamedTuple):
    """A term's inverse document frequency, the number of its articles, and its largest weight in an article."""

    idf: float
    frequency: int
    heaviest: float


class Posting(NamedTuple):
    """The articles that have a term, by number in ascending order, and the term's weight in each.

    Arrays take a tenth of the memory of lists, which matters for terms of many articles.
    """

    numbers: "array[int]"
    weights: "array[float]"
    stats: TermStats


@dataclass(frozen=True, slots=True)
class IndexQuery:
    """A query as weighted terms of the index, with the filters and the page that are wanted."""

    values: Mapping[str, float]  # by term: its weight in the query
    pairs: Mapping[str, float]  # by pair of words: its weight if the two stand together
    stats: Mapping[str, TermStats]  # of all these terms and pairs
    filters: Mapping[str, str]  # by facet; an empty value filters nothing
    start: int  # how many of the best to skip
    size: int
    first: Sequence[int] = field(default=())  # numbers of the articles to put before all others
    least: float = 0.0  # if no article reaches this score, none is found

    def rare_terms(self) -> set[str]:
        """The rare terms. An article without one cannot reach the threshold, so only articles with one are scored.

        An article that has only the other, common terms scores at most their largest weights together; the best
        article scores at least what its best single term gives it. This bound is known as MaxScore.
        """
        total = sum(self.values.values())
        best = max(
            (value * value * self.stats[term].heaviest / total for term, value in self.values.items()), default=0
        )
        strength = sum(value * self.stats[pair].heaviest for pair, value in self.pairs.items())
        covered = 0.0
        rare = set(self.values)
        for term in sorted(self.values, key=lambda term: (-self.stats[term].frequency, term)):
            strength += self.values[term] * self.stats[term].heaviest
            covered += self.values[term]
            if strength * covered / total >= _THRESHOLD * best * (1 - _ROUNDING):
                break
            rare.remove(term)
        return rare


class Ranking(NamedTuple):
    """The number of articles found, the wanted page of them as (number, score), best first, and what counts facets."""

    total: int
    hits: list[tuple[int, float]]
    count_facets: Callable[[], dict[str, dict[str, int]]]


class SearchIndex(ABC):
    """An open index of articles, which are known by their numbers. Safe to use from several threads.

    A subclass stores the terms and names; this class ranks. Of a mapping of articles by slug, only those that are shown
    or counted are read.
    """

    def __init__(self, articles: Iterable[Article] | Mapping[str, Article]) -> None:
        named = articles if isinstance(articles, Mapping) else {article.slug: article for article in articles}
        self._articles: Mapping[str, Article] = named
        self.slugs = tuple(sorted(named))
        self.numbers: Mapping[str, int] = {slug: number for number, slug in enumerate(self.slugs)}
        self._error_lines: dict[int, tuple[tuple[str, frozenset[str]], ...]] = {}  # cached by article number
        self._telling_texts: dict[int, tuple[frozenset[str], ...]] = {}  # likewise
        self._weights_by_number: dict[str, array[float]] = {}  # of common terms

    @cached_property
    def _facets(self) -> Facets:
        return Facets(tuple(map(self.article, range(len(self.slugs)))))

    def article(self, number: int) -> Article:
        """The article of a number."""
        return self._articles[self.slugs[number]]

    @abstractmethod
    def posting(self, term: str) -> Posting | None:
        """The articles with a term; None if there are none."""

    def load_full(self, number: int) -> Article:
        """The article with all its texts. An index whose articles lack their bodies and runs reads them here."""
        return self.article(number)

    @abstractmethod
    def similar(self, name: str) -> list[SimilarName]:
        """The names that a misspelt one may stand for, best first."""

    @abstractmethod
    def completions(self, start: str) -> list[str]:
        """The names that begin with a half-typed one, the most common first."""

    def stats(self, terms: Iterable[str]) -> dict[str, TermStats]:
        """The statistics of these terms. Terms that no article has are left out."""
        return {term: posting.stats for term in terms if (posting := self.posting(term))}

    def rank(self, query: IndexQuery) -> Ranking:
        """The articles that fit the query, best first. Those far below the best are left out."""
        scores = self._scores(query)
        best = max(scores.values(), default=0.0)
        least = _THRESHOLD * best if best >= query.least else math.inf
        return self._page({number: score for number, score in scores.items() if score >= least}, query)

    def list_all(self, query: IndexQuery) -> Ranking:
        """All articles, ordered by slug. The terms of the query are ignored."""
        return self._page(dict.fromkeys(range(len(self.slugs)), 0.0), query)

    def error_lines(self, number: int) -> tuple[tuple[str, frozenset[str]], ...]:
        """The lines of error text that an article shows, each with its terms."""
        if number not in self._error_lines:
            self._error_lines[number] = tuple((line, terms_of(line)) for line in shown_lines(self.load_full(number)))
        return self._error_lines[number]

    def telling_texts(self, number: int) -> tuple[frozenset[str], ...]:
        """The terms of each text that tells what an article is about: an error line, a symptom, its summary, its fix.

        Each text also has the terms of the article's names, projects and tags.
        """
        if number not in self._telling_texts:
            self._telling_texts[number] = tuple(map(terms_of, telling_texts(self.load_full(number))))
        return self._telling_texts[number]

    def _scores(self, query: IndexQuery) -> dict[int, float]:
        """The score of every article that has a rare term.

        It adds up the weights of the query's terms and pairs in the article, each times its value, and multiplies the
        sum by the share of the query that the article's terms cover.
        """
        rare = query.rare_terms()
        found: set[int] = set()
        scores, covered = ([0.0] * len(self.slugs) for _ in range(2))  # lists add up in half the time of a dict's
        for term in sorted(query.values, key=lambda term: term not in rare):  # rare terms first: they select articles
            value = query.values[term]
            if term in rare and (posting := self.posting(term)):
                found.update(posting.numbers)
                weights: Iterable[tuple[int, float]] = zip(posting.numbers, posting.weights, strict=True)
            else:
                weights = self._weights_in(found, term)
            for number, weight in weights:
                scores[number] += value * weight
                covered[number] += value
        for pair, value in query.pairs.items():
            for number, weight in self._weights_in(found, pair):
                scores[number] += value * weight
        total = sum(query.values.values())
        return {number: scores[number] * (covered[number] / total) for number in found}

    def _weights_in(self, numbers: Set[int], term: str) -> Iterable[tuple[int, float]]:
        """The term's weight in each of these articles that has it."""
        posting = self.posting(term)
        if not posting:
            return ()
        if len(posting.numbers) * _COMMON >= len(self.slugs):
            weights = [*map(self._by_number(term, posting).__getitem__, numbers)]
            return compress(zip(numbers, weights, strict=True), weights)
        if len(numbers) * _LOOKUP < len(posting.numbers):
            return _look_up(posting, numbers)
        every = zip(posting.numbers, posting.weights, strict=True)
        return compress(every, map(numbers.__contains__, posting.numbers))

    def _by_number(self, term: str, posting: Posting) -> "array[float]":
        """The weight of a common term in every article, 0 where it is not: there, it is found without a search."""
        if term not in self._weights_by_number:
            weights = array("f", bytes(4 * len(self.slugs)))
            for number, weight in zip(posting.numbers, posting.weights, strict=True):
                weights[number] = weight
            self._weights_by_number[term] = weights
        return self._weights_by_number[term]

    def _page(self, scores: dict[int, float], query: IndexQuery) -> Ranking:
        """The wanted page of the articles that have a score, after those of `query.first`."""
        best = max(scores.values(), default=0.0)
        for place, number in enumerate(query.first):
            scores[number] = best + len(query.first) - place
        found = self._facets.filter(scores, query.filters) if any(query.filters.values()) else list(scores)
        hits = nsmallest(query.start + query.size, found, key=lambda number: (-scores[number], number))
        return Ranking(
            total=len(found),
            hits=[(number, scores[number]) for number in hits[query.start :]],
            count_facets=lambda: self._facets.counts(scores, query.filters),
        )


def terms_of(text: str) -> frozenset[str]:
    """The terms of a text of an article."""
    return frozenset(term for word in article_words(text) for term, _ in word.terms)


def _look_up(posting: Posting, numbers: Iterable[int]) -> Iterator[tuple[int, float]]:
    for number in numbers:
        place = bisect_left(posting.numbers, number)
        if place < len(posting.numbers) and posting.numbers[place] == number:
            yield number, posting.weights[place]
