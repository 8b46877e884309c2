"""Lint: which of an article's own reports have another answer first, and which look-alikes have the article first."""

from collections.abc import Iterator

from authoring.lint.reports import look_alikes, own_reports
from tracefix.answers.choice import choose_answers
from tracefix.articles.model import Article
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose


def find_surprises(article: Article, catalogue: Catalogue) -> Iterator[str]:
    """Sentences, one for each such report. The catalogue has all articles and notes, as readers get them."""
    for report in own_reports(article):
        first = choose_answers(diagnose(report.text, catalogue)).first
        if first.match is None:
            yield f"{report.path.name} is answered first by no article: “{first.headline}”"
        elif first.match.article.slug != article.slug:
            yield f"{report.path.name} is answered first by {first.match.article.slug}: “{first.headline}”"
    for report in look_alikes(article):
        first = choose_answers(diagnose(report.text, catalogue)).first
        if first.match and first.match.article.slug == article.slug:
            yield f"not/{report.path.name} is answered first by this article, as {first.match.verdict}"
