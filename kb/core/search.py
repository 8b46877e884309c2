"""Search over the articles: a query in, ranked articles with highlights, facets and a correction out.

A query is cleaned as a paste is (paste.py) and read by the rules that read the articles (words.py), so that none is a
syntax error, and a line copied with its prefixes finds what the bare message finds.
"""

import html
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kb.core.index import Index
from kb.core.matching import Match
from kb.core.paste import clean
from kb.core.phrases import Phrase
from kb.core.words import PART_WEIGHT, Word, pairs, words, words_of_ours

_NO_REASON = Phrase()


@dataclass(frozen=True, slots=True)
class Hit:
    """An article found. `highlight` and `line` are HTML, escaped, with the words of the query in <mark>."""

    slug: str
    score: float
    highlight: str  # its summary
    line: str = ""  # the line of its error text that says most of the query; "" where the title says as much
    reason: Phrase = _NO_REASON  # why the matcher thinks that this is the error; empty where it was found by its words


@dataclass(frozen=True, slots=True)
class Results:
    """One page of what a query found.

    `facets` counts, per facet and value, how many articles the query would find with that value chosen, the other
    filters as they are; best first.
    """

    query: str
    total: int
    suggestion: str | None  # the query with its misspelt words corrected
    hits: tuple[Hit, ...]
    facets: dict[str, dict[str, int]]
    matches: tuple[Match, ...] = ()  # what the matcher says to the query


def find(
    index: Index,
    query: str,
    *,
    project: str = "",
    exception: str = "",
    tag: str = "",
    page: int = 1,
    size: int = 20,
    language: str = "en",
    matches: Sequence[Match] = (),
    is_unfinished: bool = False,
) -> Results:
    """Search. An empty query finds every article; one without a single word (only quotes, say) finds none.

    `matches`, what the matcher says to the same text, come first. In an unfinished query the last word may go on.
    """
    asked = _Query(index, query, is_unfinished=is_unfinished)
    scores = asked.scores() if query.strip() else dict.fromkeys(range(len(index.articles)), 0.0)
    best = max(scores.values(), default=0.0)
    reasons = {}
    for place, match in enumerate(matches):
        number = index.numbers[match.article.slug]
        scores[number] = best + len(matches) - place
        reasons[number] = match.reasons[0]
    filters = {"project": project, "exception": exception, "tag": tag}
    found = sorted(index.matching(scores, filters), key=lambda number: (-scores[number], number))
    first = (max(page, 1) - 1) * max(size, 1)
    return Results(
        query=query,
        total=len(found),
        suggestion=asked.suggestion,
        hits=tuple(
            Hit(
                slug=article.slug,
                score=round(scores[number], 3),
                highlight=_code(_highlight(said.summary, asked.values)),
                line=_highlight(asked.telling_line(number, said.title), asked.values),
                reason=reasons.get(number, _NO_REASON),
            )
            for number in found[first : first + max(size, 1)]
            for article in (index.articles[number],)
            for said in (article.translations.get(language, article),)
        ),
        facets={name: index.count(name, scores, filters) for name in filters},
        matches=tuple(matches),
    )


# ── a query ─────────────────────────────────────────────────────────────────────────────────────────────────────

_LONGEST_QUERY = 4000  # characters; more than that is a paste, which is the matcher's work
_MOST_CORRECTIONS = 8
_PAIR_WEIGHT = 0.5
_FUZZY_WEIGHT = 0.6
_IDENTIFIER_WEIGHT = 1.6  # who types `weights_only` means it
_CHINESE_WEIGHT = 0.5  # the pairs of a Chinese word overlap: each character is counted twice
_UNFINISHED_WEIGHT = 0.5
_LEAST = 0.1  # of the best score: what is below is no answer


def _emphasis(word: Word, term: str) -> float:
    """How much more or less than an English word counts this one's term, in a query."""
    if word.is_chinese:
        return _CHINESE_WEIGHT
    return _IDENTIFIER_WEIGHT if word.is_identifier and term == word.terms[0][0] else 1.0


class _Query:
    """A query as terms of the index, each with its weight, and the correction of its misspelt words."""

    def __init__(self, index: Index, text: str, *, is_unfinished: bool = False) -> None:
        self._index = index
        self._text = clean(text[:_LONGEST_QUERY]).text
        self._corrections: list[tuple[Word, str]] = []
        self._corrections_left = _MOST_CORRECTIONS
        query_words = list(words(self._text))
        last = query_words[-1] if query_words and is_unfinished else None
        weights: dict[str, float] = {}
        for word in query_words:
            is_last = last is not None and word.end == last.end
            for term, weight in self._beginning(word) if is_last else self._terms(word):
                weights[term] = max(weight * _emphasis(word, term), weights.get(term, 0.0))
        self.values = {  # how much of the query each term says, of those that the index has
            term: weight * posting.idf for term, weight in weights.items() if (posting := index.posting(term))
        }
        meant = list(words(self.suggestion)) if self.suggestion else query_words
        self._pairs = {pair for pair, weight in pairs(meant) if weight == 1.0}

    def _beginning(self, word: Word) -> Iterator[tuple[str, float]]:
        """The terms of a word that may go on, and those of the names that begin with it."""
        yield from word.terms
        for name in self._index.lexicon.beginning(self._text[word.start : word.end]):
            for longer in words_of_ours(name):
                for term, weight in longer.terms:
                    yield term, weight * _UNFINISHED_WEIGHT

    def _terms(self, word: Word) -> Iterator[tuple[str, float]]:
        """The terms of a word; for a name that no article has, also those of the names that resemble it."""
        yield from word.terms
        if word.is_whole or any(weight != PART_WEIGHT and self._index.posting(term) for term, weight in word.terms):
            return
        if self._corrections_left:
            surface = self._text[word.start : word.end]
            self._corrections_left -= 1
            near = self._index.lexicon.near(surface)
            if near and not near[0].is_longer:
                self._corrections.append((word, near[0].name))
            for candidate in near:
                for candidate_word in words_of_ours(candidate.name):
                    for term, weight in candidate_word.terms:
                        yield term, weight * _FUZZY_WEIGHT / candidate.distance

    @property
    def suggestion(self) -> str | None:
        """The query with its misspelt words corrected; None where there are none."""
        text = self._text
        for word, name in reversed(self._corrections):
            text = text[: word.start] + name + text[word.end :]
        return text if self._corrections else None

    def telling_line(self, number: int, title: str) -> str:
        """The line of an article's error text that says most of the query; "" where its title says as much."""
        said = {term for word in _markable(title) for term, _ in word.terms}
        line, value = "", self._value(said)
        for candidate, terms in self._index.lines(number):
            if (its_value := self._value(terms)) > value:
                line, value = candidate, its_value
        return line

    def _value(self, terms: Iterable[str]) -> float:
        """How much of the query these terms say."""
        return sum(self.values[term] for term in self.values.keys() & terms)

    def scores(self) -> dict[int, float]:
        """The articles that the query finds. All words count; the more of them are missing, the less is left."""
        scores: defaultdict[int, float] = defaultdict(float)
        covered: defaultdict[int, float] = defaultdict(float)
        for term, value in self.values.items():
            if posting := self._index.posting(term):
                for number, strength in posting.weights:
                    scores[number] += value * strength
                    covered[number] += value
        for pair in self._pairs:
            if posting := self._index.posting(pair):
                for number, strength in posting.weights:
                    if number in covered:
                        scores[number] += _PAIR_WEIGHT * posting.idf * strength
        total = sum(self.values.values())
        for number in scores:
            scores[number] *= covered[number] / total
        least = _LEAST * max(scores.values(), default=0.0)
        return {number: score for number, score in scores.items() if score >= least}


# ── highlights ──────────────────────────────────────────────────────────────────────────────────────────────────

_CODE = re.compile(r"`([^`<>]*(?:</?mark>[^`<>]*)*)`")  # runs on our own text only
# Words that are searched like any other, but say nothing when marked.
_UNMARKED = frozenset(
    """a an and are as at be by for from has in is it of on or that the this to was with""".split()  # noqa: SIM905
)


def _code(markup: str) -> str:
    """Marked-up Markdown of one line with its `code` as elements."""
    return _CODE.sub(r"<code>\1</code>", markup)


def _highlight(text: str, terms: Mapping[str, float]) -> str:
    """The text as HTML with every word that shares a term with the query in <mark>."""
    drawn: list[str] = []
    end = 0
    for start, stop in _merged(
        (word.start, word.end) for word in _markable(text) if any(term in terms for term, _ in word.terms)
    ):
        drawn += html.escape(text[end:start]), "<mark>", html.escape(text[start:stop]), "</mark>"
        end = stop
    return "".join((*drawn, html.escape(text[end:])))


@lru_cache(maxsize=1 << 12)
def _markable(text: str) -> tuple[Word, ...]:
    return tuple(word for word in words_of_ours(text) if text[word.start : word.end].lower() not in _UNMARKED)


def _merged(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Overlapping and touching spans as one."""
    start = end = -1
    for next_start, next_end in sorted(spans):
        if next_start > end:
            if end > 0:
                yield start, end
            start, end = next_start, next_end
        end = max(end, next_end)
    if end > 0:
        yield start, end
