"""QueryTerms: a query as weighted terms of the index, with its misspelt words corrected.

A query is cleaned like a paste and split into words like an article. So no query is a syntax error, and a line that was
copied with its log prefix finds the same articles as the message alone.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from operator import itemgetter

from tracefix.reading.cleaning import clean
from tracefix.search.index import SearchIndex, TermStats
from tracefix.search.spelling import SimilarName
from tracefix.search.weights import idf
from tracefix.search.words import PART_WEIGHT, Word, article_words, pairs, words

_LONGEST_QUERY = 4000  # characters; longer text is a paste, which is for the matcher
_MOST_CORRECTIONS = 8
_MOST_TERMS = 64
_PAIR_WEIGHT = 0.5
_SIMILAR_WEIGHT = 0.6
_IDENTIFIER_WEIGHT = 1.6  # somebody who types `weights_only` means exactly that
_CHINESE_WEIGHT = 0.5  # the pairs of a Chinese word overlap, so each character counts twice
_UNFINISHED_WEIGHT = 0.5
_SMALL_WEIGHT = 0.2


@dataclass(frozen=True, slots=True)
class QueryWord:
    """A word of a query: its rarity, and the weight of each term that may stand for it, 1.0 for the word itself."""

    rarity: float
    terms: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class QueryTerms:
    """A query as terms of the index."""

    values: Mapping[str, float]  # by term: its weight in the query
    pairs: Mapping[str, float]  # by pair of words: its weight if the two stand together
    stats: Mapping[str, TermStats]  # of all these terms and pairs
    suggestion: str | None  # the query with its misspelt words corrected; None if there are none
    words: Sequence[QueryWord] = ()  # all words of the query, also those that no article has

    @property
    def size(self) -> float:
        """The total weight of the query: its terms, and the words that no article has, which are the rarest."""
        return sum(self.values.values()) + sum(word.rarity for word in self.words if not word.terms)

    def largest_share(self, texts: Iterable[frozenset[str]]) -> float:
        """The largest share of the query, from 0 to 1, that one of these texts covers. A text is given as its terms."""
        whole = sum(word.rarity for word in self.words) or 1.0
        weighted = [[(term, word.rarity * weight) for term, weight in word.terms.items()] for word in self.words]
        every = {term for terms in weighted for term, _ in terms}
        shown = {text & every for text in texts}  # most texts share the same few terms, so each set is weighed once
        return max((sum(_heaviest(terms, text) for terms in weighted) for text in shown), default=0.0) / whole


def _heaviest(weights: Iterable[tuple[str, float]], terms: frozenset[str]) -> float:
    return max((weight for term, weight in weights if term in terms), default=0.0)


@dataclass(frozen=True, slots=True)
class _Reading:
    """The words of a query. `unfinished` words may be half typed; `unknown` words are in no article."""

    text: str
    words: Sequence[Word]
    unfinished: Sequence[Word]
    unknown: Sequence[tuple[Word, Sequence[SimilarName]]]

    def written(self, word: Word) -> str:
        return self.text[word.start : word.end]


def read_terms(index: SearchIndex, query: str, *, is_unfinished: bool = False, is_literal: bool = False) -> QueryTerms:
    """The terms of a query.

    If `is_unfinished`, the last word may be half typed. If `is_literal`, no word is taken for a similar name.
    """
    reading = _read(index, query, is_unfinished=is_unfinished, is_literal=is_literal)
    suggestion = _suggestion(reading)
    weights = _weights(index, reading)
    meant = list(words(suggestion)) if suggestion else reading.words
    pairs_meant = sorted({pair for pair, weight in pairs(meant) if weight == 1.0})
    stats = index.stats([*weights, *pairs_meant])
    return QueryTerms(
        values=_most({term: weight * stats[term].idf for term, weight in weights.items() if term in stats}),
        pairs=_most({pair: _PAIR_WEIGHT * stats[pair].idf for pair in pairs_meant if pair in stats}),
        stats=stats,
        suggestion=suggestion,
        words=tuple(_query_words(reading, stats, unheard=idf(0, len(index.slugs)))),
    )


def _read(index: SearchIndex, query: str, *, is_unfinished: bool, is_literal: bool) -> _Reading:
    text = clean(query[:_LONGEST_QUERY]).text
    found = list(words(text))
    unfinished = [word for word in found if word.end == found[-1].end] if is_unfinished else []
    asked = () if is_literal else found
    unknown = [word for word in asked if word not in unfinished and not word.is_whole and not _is_known(index, word)]
    similar = [(word, index.similar(text[word.start : word.end])) for word in unknown[:_MOST_CORRECTIONS]]
    return _Reading(text, found, unfinished, similar)


def _is_known(index: SearchIndex, word: Word) -> bool:
    """Whether an article has this word. Articles with only a part of the word do not count."""
    return any(weight != PART_WEIGHT and index.posting(term) for term, weight in word.terms)


def _query_words(reading: _Reading, stats: Mapping[str, TermStats], *, unheard: float) -> Iterator[QueryWord]:
    """The words of a query with the terms that may stand for them. `unheard` is the rarity of a word in no article.

    A word in no article that resembles no name has no terms.
    """
    close = {word: [name.name for name in names if not name.is_longer] for word, names in reading.unknown}
    for word in reading.words:
        if word.is_whole or word in reading.unfinished:
            continue
        meant = [word, *(said for name in close.get(word, ()) for said in article_words(name))]
        rarity = min((stats[said.terms[0][0]].idf for said in meant if said.terms[0][0] in stats), default=unheard)
        terms = {term: weight for said in meant for term, weight in said.terms if term in stats}
        yield QueryWord(rarity * _emphasis(word, word.terms[0][0]), terms)


def _suggestion(reading: _Reading) -> str | None:
    """The query with its misspelt words corrected; None if there are none.

    A longer name that begins with the typed word is not a correction.
    """
    corrections = [(word, names[0].name) for word, names in reading.unknown if names and not names[0].is_longer]
    text = reading.text
    for word, name in reversed(corrections):
        text = text[: word.start] + name + text[word.end :]
    return text if corrections else None


def _weights(index: SearchIndex, reading: _Reading) -> dict[str, float]:
    """The weight of each term of the typed words and of the words that they may mean; the larger one of two."""
    weights: dict[str, float] = {}
    for word, said, factor in _meanings(index, reading):
        for term, weight in said.terms:
            weights[term] = max(weight * factor * _emphasis(word, term), weights.get(term, 0.0))
    return weights


def _meanings(index: SearchIndex, reading: _Reading) -> Iterator[tuple[Word, Word, float]]:
    """Each word of the query, each word that it may mean (first the word itself), and the factor of that meaning."""
    for word in reading.words:
        yield word, word, 1.0
    for word in reading.unfinished:
        for name in index.completions(reading.written(word)):
            yield from ((word, meant, _UNFINISHED_WEIGHT) for meant in article_words(name))
    for word, names in reading.unknown:
        for similar in names:
            yield from ((word, meant, _SIMILAR_WEIGHT / similar.distance) for meant in article_words(similar.name))


def _emphasis(word: Word, term: str) -> float:
    """The factor of a term of this word; 1.0 is that of an English word."""
    if word.is_chinese:
        return _CHINESE_WEIGHT
    if word.is_small:
        return _SMALL_WEIGHT
    return _IDENTIFIER_WEIGHT if word.is_identifier and term == word.terms[0][0] else 1.0


def _most(values: dict[str, float]) -> dict[str, float]:
    """The terms with the largest weights. In a long query the others cost much time and change little."""
    return dict(nlargest(_MOST_TERMS, values.items(), key=itemgetter(1))) if len(values) > _MOST_TERMS else values
