"""SearchIndex: the interface of the indexes, and the ranking they share."""

from abc import ABC, abstractmethod
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest
from typing import NamedTuple

from kb.core.articles.model import Article
from kb.core.search.spelling import Near
from kb.core.search.weights import shown_lines, slug_of
from kb.core.search.words import words_of_ours

FACETS = ("project", "exception", "tag")
LEAST = 0.1  # of the best score: what is below is no answer
_ROUNDING = 1e-5  # weights are kept with seven digits


class Known(NamedTuple):
    """A term that an index has: how telling it is, how many articles have it, and the most that it weighs in one."""

    idf: float
    frequency: int
    heaviest: float


@dataclass(frozen=True, slots=True)
class Asked:
    """A query in terms of the index, and which of the articles found are wanted."""

    values: Mapping[str, float]  # of each term, how much of the query it says
    pairs: Mapping[str, float]  # of each pair of words, what it adds where it stands together
    known: Mapping[str, Known]  # all of these terms and pairs
    filters: Mapping[str, str]  # by facet; an empty one lets all through
    start: int  # so many of the best are not wanted
    size: int
    first: Sequence[int] = field(default=())  # numbers of articles that come before all others

    def leading(self) -> set[str]:
        """The terms of which every article that can be found has one. Those that it leaves out are the common ones.

        An article that has nothing but those others is too far below the best to be found: at most, they weigh in it
        as much as in any article, and the best is no worse than it is by its best term alone (known as MaxScore).
        """
        total = sum(self.values.values())
        best = max(
            (value * value * self.known[term].heaviest / total for term, value in self.values.items()), default=0
        )
        strength = sum(value * self.known[pair].heaviest for pair, value in self.pairs.items())
        covered = 0.0
        leading = set(self.values)
        for term in sorted(self.values, key=lambda term: (-self.known[term].frequency, term)):
            strength += self.values[term] * self.known[term].heaviest
            covered += self.values[term]
            if strength * covered / total >= LEAST * best * (1 - _ROUNDING):
                break
            leading.remove(term)
        return leading


class Ranked(NamedTuple):
    """What was found: how many articles, the wanted ones with their scores, and what each facet counts."""

    total: int
    hits: list[tuple[int, float]]
    facets: dict[str, dict[str, int]]


class SearchIndex(ABC):
    """An open index of articles, each known by its number. Threads may share it.

    How well an article fits: the weights of the query's terms in it, each times its value, and those of its pairs, all
    of that times the part of the query that it covers. What is far below the best is not found.
    """

    def __init__(self, articles: Iterable[Article]) -> None:
        self.articles = tuple(sorted(articles, key=slug_of))
        self.numbers: Mapping[str, int] = {article.slug: number for number, article in enumerate(self.articles)}
        self._lines: dict[int, tuple[tuple[str, frozenset[str]], ...]] = {}  # of the articles shown so far
        # Many articles have the same facets: they are counted and let through together.
        kinds = [(article.projects, article.exceptions, article.tags) for article in self.articles]
        self._kinds = sorted(set(kinds))
        places = {kind: place for place, kind in enumerate(self._kinds)}
        self.kind_of = array("l", (places[kind] for kind in kinds))

    @abstractmethod
    def known(self, terms: Iterable[str]) -> dict[str, Known]:
        """What the index knows of these terms; those that it does not have are left out."""

    @abstractmethod
    def near(self, names: Sequence[str]) -> list[list[Near]]:
        """For each of the misspelt names, those that resemble it, best first."""

    @abstractmethod
    def beginning(self, start: str) -> list[str]:
        """The names that begin with a half-typed one, the commonest first."""

    @abstractmethod
    def rank(self, asked: Asked) -> Ranked:
        """The articles that the query finds, best first."""

    def everything(self, asked: Asked) -> Ranked:
        """All articles by their slugs, whatever the query says."""
        return self._ranked(dict.fromkeys(range(len(self.articles)), 0.0), asked)

    def lines(self, number: int) -> tuple[tuple[str, frozenset[str]], ...]:
        """The error texts of an article as they are shown, each with its terms."""
        if number not in self._lines:
            self._lines[number] = tuple(
                (line, frozenset(term for word in words_of_ours(line) for term, _ in word.terms))
                for line in shown_lines(self.articles[number])
            )
        return self._lines[number]

    def _ranked(self, scores: dict[int, float], asked: Asked) -> Ranked:
        """The page that is asked for of the articles that have a score."""
        best = max(scores.values(), default=0.0)
        for place, number in enumerate(asked.first):
            scores[number] = best + len(asked.first) - place
        wanted = self.let_through(asked.filters)
        found = [number for number in scores if self.kind_of[number] in wanted]
        hits = nsmallest(asked.start + asked.size, found, key=lambda number: (-scores[number], number))
        return Ranked(
            total=len(found),
            hits=[(number, scores[number]) for number in hits[asked.start :]],
            facets=self.count(Counter(self.kind_of[number] for number in scores), asked.filters),
        )

    def let_through(self, filters: Mapping[str, str], *, ignoring: str = "") -> set[int]:
        """The kinds of article that the filters let through."""
        chosen = [(FACETS.index(name), value) for name, value in filters.items() if value and name != ignoring]
        return {place for place, kind in enumerate(self._kinds) if all(value in kind[n] for n, value in chosen)}

    def count(self, found: Mapping[int, int], filters: Mapping[str, str]) -> dict[str, dict[str, int]]:
        """How many articles each value of a facet would leave, the other filters as they are; given how many of each
        kind were found."""
        facets = {}
        for n, facet in enumerate(FACETS):
            counts: Counter[str] = Counter()
            for place in self.let_through(filters, ignoring=facet) & found.keys():
                counts.update(dict.fromkeys(self._kinds[place][n], found[place]))
            facets[facet] = dict(sorted(counts.items(), key=lambda item: (-item[1], item[0].lower())))
        return facets
