"""Search the articles: find() takes a query and returns ranked articles, highlights, facets and a correction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from tracefix.matching.verdict import Match
from tracefix.phrases import Phrase
from tracefix.search.highlight import highlight, highlight_markdown, telling_line
from tracefix.search.index import IndexQuery, Ranking, SearchIndex
from tracefix.search.query_terms import QueryTerms, read_terms

if TYPE_CHECKING:
    from typing import Unpack

_NO_REASON = Phrase()
_FLOOR = 0.5  # least score per unit of the query's size; an article below it shares only common words with the query
_MOST_OF_IT = 0.6  # share of a query that one text of an article must cover for the article to be about it
_SOME_OF_IT = 0.5  # share of a corrected query that an article must cover for the correction to be proposed
_RARE = 0.08  # share of the articles that may have a rare word
_FEWEST_RARE = 5  # … of few articles
_LOOKED_AT = 10  # best articles that are checked for these shares


class SearchOptions(TypedDict, total=False):
    """The options of a search. Each may be left out."""

    project: str  # this and the next two are filters; "" filters nothing
    exception: str
    tag: str
    page: int  # from 1, the default
    size: int  # results per page, 20 by default
    language: str  # of the highlights, "en" by default
    is_unfinished: bool  # whether the last word may be the beginning of a longer one, as while somebody types
    is_judged: bool  # whether to compute Results.is_loose


@dataclass(frozen=True, slots=True)
class Hit:
    """An article that was found. `highlight` and `line` are escaped HTML with the words of the query in <mark>."""

    slug: str
    score: float
    highlight: str  # its summary
    line: str = ""  # its error line that covers most of the query; "" if the title covers as much
    reason: Phrase = _NO_REASON  # why the matcher thinks that this is the error; empty if only the words were found


@dataclass(frozen=True, slots=True)
class Results:
    """One page of the articles that a query found.

    `facets` has, for each facet and value, the number of articles that the query would find with this value chosen and
    the other filters unchanged, the largest first.
    """

    query: str
    total: int
    suggestion: str | None  # the query with its misspelt words corrected; None if there are none
    hits: tuple[Hit, ...]
    facets: dict[str, dict[str, int]]
    matches: tuple[Match, ...] = ()  # what the matcher found in the query
    is_new_error: bool = False  # the matcher found an error in the query that no article covers, not even as a kind
    is_loose: bool = False  # no article found covers most of the query in one text; needs `is_judged`


def find(index: SearchIndex, query: str, *, matches: Sequence[Match] = (), **options: Unpack[SearchOptions]) -> Results:
    """Search the index. An empty query finds every article; a query without any word, such as `"`, finds none.

    `matches` is what the matcher found in the query; their articles come first.
    """
    is_unfinished = options.get("is_unfinished", False)
    terms = read_terms(index, query, is_unfinished=is_unfinished)
    wanted = _index_query(index, terms, matches, options)
    ranking = index.rank(wanted) if query.strip() else index.list_all(wanted)
    reasons = {match.article.slug: match.reasons[0] for match in matches}
    language = options.get("language", "en")
    return Results(
        query=query,
        total=ranking.total,
        suggestion=_useful_correction(index, query, terms.suggestion),
        hits=tuple(_hit(index, number, score, terms, reasons, language) for number, score in ranking.hits),
        facets=ranking.count_facets(),
        matches=tuple(matches),
        is_loose=options.get("is_judged", False)
        and not matches
        and wanted.start == 0
        and _is_loose(index, terms, ranking),
    )


def find_close(index: SearchIndex, query: str, size: int, *, is_literal: bool = False) -> list[str]:
    """The articles nearest to a query, best first; none if none says most of its words together. Nothing is drawn.

    If `is_literal`, no word is taken for a similar name: a program printed it.
    """
    terms = read_terms(index, query, is_literal=is_literal)
    ranking = index.rank(_index_query(index, terms, (), {"size": size}))
    return [] if _is_loose(index, terms, ranking) else [index.slugs[number] for number, _ in ranking.hits]


def find_rare(index: SearchIndex, query: str, common: str = "", *, is_literal: bool = False) -> frozenset[str]:
    """The articles whose titles and messages have a rare word of the query; the words of `common` are not rare."""
    terms = read_terms(index, query, is_literal=is_literal)
    least = max(_FEWEST_RARE, len(index.slugs) * _RARE)
    known = set(read_terms(index, common, is_literal=True).values) if common else set()
    rare = {term for term in terms.values if terms.stats[term].frequency <= least and not term.isdigit()} - known
    numbers = {number for term in rare if (posting := index.posting(term)) for number in posting.numbers}
    return frozenset(
        index.slugs[number]
        for number in numbers
        if any(not rare.isdisjoint(text) for text in index.telling_texts(number))
    )


def _index_query(index: SearchIndex, terms: QueryTerms, matches: Sequence[Match], options: SearchOptions) -> IndexQuery:
    size = max(options.get("size", 20), 1)
    return IndexQuery(
        values=terms.values,
        pairs=terms.pairs,
        stats=terms.stats,
        filters={
            "project": options.get("project", ""),
            "exception": options.get("exception", ""),
            "tag": options.get("tag", ""),
        },
        start=(max(options.get("page", 1), 1) - 1) * size,
        size=size,
        first=[index.numbers[match.article.slug] for match in matches],
        least=0.0 if options.get("is_unfinished", False) else _FLOOR * terms.size,
    )


def _hit(
    index: SearchIndex, number: int, score: float, terms: QueryTerms, reasons: Mapping[str, Phrase], language: str
) -> Hit:
    article = index.article(number)
    text = article.translations.get(language, article)
    line = telling_line(index.error_lines(number), text.title, terms.values)
    return Hit(
        slug=article.slug,
        score=round(score, 3),
        highlight=highlight_markdown(text.summary, terms.values),
        line=highlight(line, terms.values),
        reason=reasons.get(article.slug, _NO_REASON),
    )


def _is_loose(index: SearchIndex, terms: QueryTerms, ranking: Ranking) -> bool:
    shares = _shares(index, terms, (number for number, _ in ranking.hits[:_LOOKED_AT]))
    return bool(terms.words) and all(share < _MOST_OF_IT for share in shares.values())


def _shares(index: SearchIndex, terms: QueryTerms, numbers: Iterable[int]) -> dict[int, float]:
    """The largest share of the query, from 0 to 1, that one text of each of these articles covers, by number."""
    return {number: terms.largest_share(index.telling_texts(number)) for number in numbers}


def _useful_correction(index: SearchIndex, query: str, corrected: str | None) -> str | None:
    """The corrected query if an article covers enough of it, and more than of the words as typed; else None."""
    if corrected is None:
        return None
    right, typed = read_terms(index, corrected), read_terms(index, query, is_literal=True)
    shares, before = _shares(index, right, _best(index, right)), _shares(index, typed, _best(index, typed))
    is_better = any(share >= _SOME_OF_IT and share > before.get(number, 0.0) for number, share in shares.items())
    return corrected if is_better else None


def _best(index: SearchIndex, terms: QueryTerms) -> list[int]:
    wanted = IndexQuery(terms.values, terms.pairs, terms.stats, {}, 0, _LOOKED_AT, least=_FLOOR * terms.size)
    return [number for number, _ in index.rank(wanted).hits]
