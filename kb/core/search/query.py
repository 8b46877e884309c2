"""Search the articles: a query in; ranked articles, highlights, facets and a correction out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.core.matching.verdict import Match
from kb.core.phrases import Phrase
from kb.core.search.highlight import highlight, highlight_markdown, telling_line
from kb.core.search.index import IndexQuery, Ranking, SearchIndex
from kb.core.search.query_terms import QueryTerms, read_terms

_NO_REASON = Phrase()
_FLOOR = 0.5  # of a score for each unit of what the query says: below it, an article shares only common words with it
_MOST_OF_IT = 0.6  # of a query that one text of an article must say for the article to be about it
_SOME_OF_IT = 0.5  # the same, for a correction to be worth a proposal
_LOOKED_AT = 10  # of the best articles, where it is to be seen whether one is about a query


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
    filters as they are; most first.
    """

    query: str
    total: int
    suggestion: str | None  # the query with its misspelt words corrected
    hits: tuple[Hit, ...]
    facets: dict[str, dict[str, int]]
    matches: tuple[Match, ...] = ()  # what the matcher says to the query
    is_loose: bool = False  # each article found has some words of the query, and none has most of them together


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

    The articles of `matches`, what the matcher says to the same text, come first. In an unfinished query the last word
    may go on.
    """
    terms = read_terms(index, query, is_unfinished=is_unfinished)
    wanted = IndexQuery(
        values=terms.values,
        pairs=terms.pairs,
        stats=terms.stats,
        filters={"project": project, "exception": exception, "tag": tag},
        start=(max(page, 1) - 1) * max(size, 1),
        size=max(size, 1),
        first=[index.numbers[match.article.slug] for match in matches],
        least=0.0 if is_unfinished else _FLOOR * terms.size,
    )
    ranking = index.rank(wanted) if query.strip() else index.list_all(wanted)
    reasons = {match.article.slug: match.reasons[0] for match in matches}
    hits = []
    for number, score in ranking.hits:
        article = index.articles[number]
        shown = article.translations.get(language, article)
        line = telling_line(index.error_lines(number), shown.title, terms.values)
        hits.append(
            Hit(
                slug=article.slug,
                score=round(score, 3),
                highlight=highlight_markdown(shown.summary, terms.values),
                line=highlight(line, terms.values),
                reason=reasons.get(article.slug, _NO_REASON),
            )
        )
    return Results(
        query=query,
        total=ranking.total,
        suggestion=_useful_correction(index, query, terms.suggestion),
        hits=tuple(hits),
        facets=ranking.facets,
        matches=tuple(matches),
        is_loose=_is_loose(index, terms, ranking) if page <= 1 and not matches and not is_unfinished else False,
    )


def _is_loose(index: SearchIndex, terms: QueryTerms, ranking: Ranking) -> bool:
    shares = _shares(index, terms, (number for number, _ in ranking.hits[:_LOOKED_AT]))
    return bool(terms.words) and all(share < _MOST_OF_IT for share in shares.values())


def _shares(index: SearchIndex, terms: QueryTerms, numbers: Iterable[int]) -> dict[int, float]:
    """By number of an article: how much of the query one of its texts says, from 0 to 1."""
    return {number: max(map(terms.share, index.telling_texts(number)), default=0.0) for number in numbers}


def _useful_correction(index: SearchIndex, query: str, corrected: str | None) -> str | None:
    """The corrected query, where an article says more of it, and not just a little, than of the words as typed."""
    if corrected is None:
        return None
    right, typed = read_terms(index, corrected), read_terms(index, query, is_literal=True)
    shares, before = _shares(index, right, _best(index, right)), _shares(index, typed, _best(index, typed))
    is_better = any(share >= _SOME_OF_IT and share > before.get(number, 0.0) for number, share in shares.items())
    return corrected if is_better else None


def _best(index: SearchIndex, terms: QueryTerms) -> list[int]:
    wanted = IndexQuery(terms.values, terms.pairs, terms.stats, {}, 0, _LOOKED_AT, least=_FLOOR * terms.size)
    return [number for number, _ in index.rank(wanted).hits]
