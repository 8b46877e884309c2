"""Search the articles: find() takes a query and returns ranked articles, highlights, facets and a correction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict, Unpack

from kb.core.matching.verdict import Match
from kb.core.phrases import Phrase
from kb.core.search.highlight import highlight, highlight_markdown, telling_line
from kb.core.search.index import IndexQuery, SearchIndex
from kb.core.search.query_terms import QueryTerms, read_terms

_NO_REASON = Phrase()


class SearchOptions(TypedDict, total=False):
    """The options of a search. Each may be left out."""

    project: str  # this and the next two are filters; "" filters nothing
    exception: str
    tag: str
    page: int  # from 1, the default
    size: int  # results per page, 20 by default
    language: str  # of the highlights, "en" by default
    is_unfinished: bool  # whether the last word may be the beginning of a longer one, as while somebody types


@dataclass(frozen=True, slots=True)
class Hit:
    """An article that was found. `highlight` and `line` are escaped HTML with the words of the query in <mark>."""

    slug: str
    score: float
    highlight: str  # its summary
    line: str = ""  # its error line that has most of the query; "" if the title has as much
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


def find(index: SearchIndex, query: str, *, matches: Sequence[Match] = (), **options: Unpack[SearchOptions]) -> Results:
    """Search the index. An empty query finds every article; a query without any word, such as `"`, finds none.

    `matches` is what the matcher found in the query; their articles come first.
    """
    terms = read_terms(index, query, is_unfinished=options.get("is_unfinished", False))
    wanted = _index_query(index, terms, matches, options)
    ranking = index.rank(wanted) if query.strip() else index.list_all(wanted)
    reasons = {match.article.slug: match.reasons[0] for match in matches}
    language = options.get("language", "en")
    return Results(
        query=query,
        total=ranking.total,
        suggestion=terms.suggestion,
        hits=tuple(_hit(index, number, score, terms, reasons, language) for number, score in ranking.hits),
        facets=ranking.facets,
        matches=tuple(matches),
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
    )


def _hit(
    index: SearchIndex, number: int, score: float, terms: QueryTerms, reasons: Mapping[str, Phrase], language: str
) -> Hit:
    article = index.articles[number]
    text = article.translations.get(language, article)
    line = telling_line(index.error_lines(number), text.title, terms.values)
    return Hit(
        slug=article.slug,
        score=round(score, 3),
        highlight=highlight_markdown(text.summary, terms.values),
        line=highlight(line, terms.values),
        reason=reasons.get(article.slug, _NO_REASON),
    )
