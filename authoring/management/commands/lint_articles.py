"""`manage.py lint_articles [SLUG...]`: print the problems of the articles, as `path:line: message`."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.template.defaultfilters import pluralize

from authoring.lint.checks import check_all
from authoring.management.article_folders import article_roots, check_slugs, folders_by_slug
from kb.management.base import ReaderCommand
from tracefix.answers.text import printable
from tracefix.articles import published_slugs
from tracefix.articles.folders import add_folders
from tracefix.articles.loading import load_sound, load_withdrawn, problems_between, read_tags
from tracefix.articles.model import Article, ArticleError, Problem

ORDINARY_LOG = settings.BASE_DIR / "tests" / "data" / "ordinary.log"


class Command(ReaderCommand):
    help = "Check all articles or those named, and print each problem as `path:line: message`. Exits with 1 if any."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "slugs", nargs="*", metavar="SLUG", help="check only these articles; a path of a file of one will do"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        root = settings.ARTICLES_DIR
        roots = article_roots()
        folders = folders_by_slug()
        options["slugs"] = list(dict.fromkeys(map(_slug_of, options["slugs"])))
        check_slugs(options["slugs"], folders)
        wanted = {place / slug for slug in options["slugs"] or folders for place in roots if (place / slug).is_dir()}
        articles, problems = load_sound(root)
        if not problems:  # a link to an article that cannot be read would be reported, too
            problems += problems_between(articles)
        problems += _problems_of_addresses(root, articles)
        articles, more = _with_more(articles)
        problems += more
        problems += check_all(articles, ordinary=ORDINARY_LOG.read_text(encoding="utf-8"), only=options["slugs"])
        is_wanted = wanted if options["slugs"] else {*roots}
        shown = sorted({each for each in problems if is_wanted & {*each.path.parents} or each.path.name == "tags.yaml"})
        for problem in shown:
            self.stdout.write(printable(str(problem)))
        if shown:
            sys.exit(1)
        self.stdout.write(f"{len(wanted)} article{pluralize(len(wanted))}, no problems")


def _slug_of(name: str) -> str:
    """The slug that is meant by a slug, or by the path of a file of an article, as a hook of git names what changed."""
    path = Path(name).resolve()
    root = next((root.resolve() for root in article_roots() if path.is_relative_to(root.resolve())), None)
    return path.relative_to(root).parts[0] if root and "/" in name else name


def _with_more(articles: tuple[Article, ...]) -> tuple[tuple[Article, ...], list[Problem]]:
    """The articles with those of the other folders, and what is wrong with these."""
    if not settings.MORE_ARTICLES_DIRS:
        return articles, []
    try:
        return add_folders(articles, read_tags(settings.ARTICLES_DIR), settings.MORE_ARTICLES_DIRS)
    except ArticleError:  # of the list of tags, which is reported with the first folder
        return articles, []


def _problems_of_addresses(root: Path, articles: Iterable[Article]) -> list[Problem]:
    """Contradictions between the articles, the withdrawn ones and the list of published slugs."""
    try:
        return list(published_slugs.check(root, articles, load_withdrawn(root)))
    except ArticleError as error:
        return error.problems
