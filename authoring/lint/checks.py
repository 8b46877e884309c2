"""All lint rules over all articles, so that nothing is published that was not run.

A rule is a generator of problems, each with its place and what to do. Loading the articles
(tracefix/articles/loading.py) has checked their front matter already.
"""

from collections.abc import Collection, Iterable, Iterator

from authoring.lint import (
    affects,
    argument_names,
    article_text,
    brackets,
    captured_values,
    cases,
    dangerous_commands,
    exception_names,
    files,
    frame_globs,
    install_commands,
    module_names,
    option_names,
    projects,
    quoted_output,
    records,
    reports,
    scripts,
    signatures,
    text_lines,
    translations,
)
from authoring.lint.telling_words import NOTHING_EVERYDAY, EverydayWords, everyday_words
from tracefix.articles.model import Article, Problem
from tracefix.matching.catalogue import Catalogue


def check_all(articles: Iterable[Article], *, ordinary: str = "", only: Collection[str] = ()) -> list[Problem]:
    """Every problem of the articles, by path and line; of those named in `only`, if any are.

    `ordinary` is a log without errors, which nothing may fit.
    """
    catalogue = Catalogue(articles)
    problems = {*projects.check_between(catalogue)}
    everyday = everyday_words(catalogue.articles)
    check_reports = signatures.check_taking if only else signatures.check_taken
    for article in catalogue.articles:  # one after another: several rules ask what its reports match
        if not only or article.slug in only:
            problems.update(check_reports(article, catalogue))
            problems.update(check(article, catalogue, ordinary=ordinary, everyday=everyday))
    return sorted(problems)


def check(
    article: Article, catalogue: Catalogue, *, ordinary: str = "", everyday: EverydayWords = NOTHING_EVERYDAY
) -> Iterator[Problem]:
    """The problems of one article, which is in the catalogue."""
    yield from files.check(article)
    for path in (article.path, *translations.files(article)):
        yield from text_lines.check(path)
    yield from article_text.check(article, catalogue)
    yield from brackets.check(article)
    yield from translations.check(article)
    yield from cases.check(article)
    yield from dangerous_commands.check(article)
    yield from install_commands.check(article, catalogue)
    yield from exception_names.check(article, catalogue)
    yield from argument_names.check(article)
    yield from module_names.check(article, catalogue)
    yield from option_names.check(article, catalogue)
    yield from frame_globs.check(article)
    yield from scripts.check(article)
    yield from reports.check(article, catalogue)
    yield from records.check(article)
    yield from quoted_output.check(article)
    yield from affects.check(article)
    yield from signatures.check(article, ordinary, everyday)
    yield from captured_values.check(article)
