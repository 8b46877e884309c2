"""Search the articles: a query in; ranked articles, highlights, facets and a correction out."""

from collections.abc import Sequence
from dataclasses import dataclass

from kb.core.matching.verdict import Match
from kb.core.phrases import Phrase
from kb.core.search.highlight import highlight, highlight_markdown, telling_line
from kb.core.search.index import IndexQuery, SearchIndex
from kb.core.search.query_terms import read_terms

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
    filters as they are; most first.
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
        suggestion=terms.suggestion,
        hits=tuple(hits),
        facets=ranking.facets,
        matches=tuple(matches),
    )
