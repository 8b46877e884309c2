"""Search over the articles: a query in, ranked articles with highlights, facets and a correction out.

A query is cleaned as a paste is (paste.py) and read by the rules that read the articles (words.py), so that none is a
syntax error, and a line copied with its prefixes finds what the bare message finds.
"""

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import nlargest
from operator import itemgetter

from kb.core.matching.verdict import Match
from kb.core.phrases import Phrase
from kb.core.reading.cleaning import clean
from kb.core.search.index import Asked, SearchIndex
from kb.core.search.words import PART_WEIGHT, Word, pairs, words, words_of_ours

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
    index: SearchIndex,
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
    said = _Query(index, query, is_unfinished=is_unfinished)
    asked = Asked(
        values=said.values,
        pairs=said.pairs,
        known=said.known,
        filters={"project": project, "exception": exception, "tag": tag},
        start=(max(page, 1) - 1) * max(size, 1),
        size=max(size, 1),
        first=[index.numbers[match.article.slug] for match in matches],
    )
    found = index.rank(asked) if query.strip() else index.everything(asked)
    reasons = {match.article.slug: match.reasons[0] for match in matches}
    return Results(
        query=query,
        total=found.total,
        suggestion=said.suggestion,
        hits=tuple(
            Hit(
                slug=article.slug,
                score=round(score, 3),
                highlight=_code(_highlight(shown.summary, said.values)),
                line=_highlight(said.telling_line(number, shown.title), said.values),
                reason=reasons.get(article.slug, _NO_REASON),
            )
            for number, score in found.hits
            for article in (index.articles[number],)
            for shown in (article.translations.get(language, article),)
        ),
        facets=found.facets,
        matches=tuple(matches),
    )


# ── a query ─────────────────────────────────────────────────────────────────────────────────────────────────────

_LONGEST_QUERY = 4000  # characters; more than that is a paste, which is the matcher's work
_MOST_CORRECTIONS = 8
_MOST_TERMS = 64
_PAIR_WEIGHT = 0.5
_FUZZY_WEIGHT = 0.6
_IDENTIFIER_WEIGHT = 1.6  # who types `weights_only` means it
_CHINESE_WEIGHT = 0.5  # the pairs of a Chinese word overlap: each character is counted twice
_UNFINISHED_WEIGHT = 0.5


def _most(values: dict[str, float]) -> dict[str, float]:
    """The terms that say most of a query: what a long text says beside them costs much and changes little."""
    return dict(nlargest(_MOST_TERMS, values.items(), key=itemgetter(1))) if len(values) > _MOST_TERMS else values


def _emphasis(word: Word, term: str) -> float:
    """How much more or less than an English word counts this one's term, in a query."""
    if word.is_chinese:
        return _CHINESE_WEIGHT
    return _IDENTIFIER_WEIGHT if word.is_identifier and term == word.terms[0][0] else 1.0


class _Query:
    """A query as terms of the index, each with its weight, and the correction of its misspelt words."""

    def __init__(self, index: SearchIndex, text: str, *, is_unfinished: bool = False) -> None:
        self._index = index
        self._text = clean(text[:_LONGEST_QUERY]).text
        query_words = list(words(self._text))
        last = query_words[-1] if query_words and is_unfinished else None
        unfinished = [word for word in query_words if last is not None and word.end == last.end]
        # An index may be far away: it is asked for much at a time.
        known = index.known({term for word in query_words for term, _ in word.terms})
        unknown = [
            word
            for word in query_words
            if word not in unfinished
            and not word.is_whole
            and not any(weight != PART_WEIGHT and term in known for term, weight in word.terms)
        ][:_MOST_CORRECTIONS]
        near = index.near([self._surface(word) for word in unknown]) if unknown else []
        self._corrections = [
            (word, names[0].name) for word, names in zip(unknown, near, strict=True) if names and not names[0].is_longer
        ]
        weights: dict[str, float] = {}

        def add(word: Word, meant: str | None = None, factor: float = 1.0) -> None:
            """The terms of a word, or of what may be meant by it."""
            for said in words_of_ours(meant) if meant else (word,):
                for term, weight in said.terms:
                    weights[term] = max(weight * factor * _emphasis(word, term), weights.get(term, 0.0))

        for word in query_words:
            add(word)
        for word in unfinished:
            for name in index.beginning(self._surface(word)):
                add(word, name, _UNFINISHED_WEIGHT)
        for word, names in zip(unknown, near, strict=True):
            for candidate in names:
                add(word, candidate.name, _FUZZY_WEIGHT / candidate.distance)
        meant = list(words(self.suggestion)) if self.suggestion else query_words
        pairs_meant = {pair for pair, weight in pairs(meant) if weight == 1.0}
        known |= index.known((weights.keys() | pairs_meant) - known.keys())
        self.known = known
        # How much of the query each term says, of those that the index has.
        self.values = _most({term: weight * known[term].idf for term, weight in weights.items() if term in known})
        self.pairs = _most({pair: _PAIR_WEIGHT * known[pair].idf for pair in sorted(pairs_meant) if pair in known})

    def _surface(self, word: Word) -> str:
        return self._text[word.start : word.end]

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
