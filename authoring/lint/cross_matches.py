"""Find reports of other articles that the signatures of an article match, before it is published.

Such a match may be right (the article is the cause of the other error), but often the signature says too little.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from authoring.lint.reports import own_reports
from tracefix.articles.model import Article
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.matching.verdict import Verdict
from tracefix.reading.cleaning import squash


@dataclass(frozen=True, slots=True)
class CrossMatch:
    """A report of another error that the article fits, how surely, and the line on which it does."""

    report: str
    verdict: Verdict
    quote: str


def find_cross_matches(article: Article, reports: Iterable[tuple[str, str]]) -> Iterator[CrossMatch]:
    """The reports, given as name and text, that the article alone would fit; the surest come first."""
    alone = Catalogue([article])
    found = []
    for name, text in reports:
        if not any(known.article for known in alone.candidates(squash(text))):
            continue
        for match in diagnose(text, alone).matches:
            found.append(CrossMatch(name, match.verdict, match.quote))
    yield from sorted(found, key=lambda touch: (touch.verdict is not Verdict.EXACT, touch.report))


def reports_of_others(article: Article, articles: Iterable[Article]) -> Iterator[tuple[str, str]]:
    """The runs and pastes of all other articles, by name."""
    for other in articles:
        if other.slug != article.slug:
            for report in own_reports(other):
                yield f"{other.slug}/{report.path.parent.name}/{report.path.name}", report.text
