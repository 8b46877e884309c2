"""`manage.py build_index`: build the search index, so that no visitor waits for it."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from kb.core.articles.model import Article, ArticleError
from kb.core.search.weights import fingerprint
from kb.core.search.whoosh_index import build
from kb.library import load_articles
from kb.searching import POSTGRESQL, postgres_index


class Command(BaseCommand):
    help = "Build the search index of the articles, unless it is there already."
    requires_system_checks: Sequence[str] = ()

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            articles = load_articles()
        except ArticleError as error:
            raise CommandError(str(error)) from error
        build_in = self._build_in_postgresql if settings.SEARCH == POSTGRESQL else self._build_below_var
        self.stdout.write(f"{len(articles)} articles indexed in {build_in(articles)}")

    def _build_below_var(self, articles: Sequence[Article]) -> str:
        """Build the Whoosh index and return its folder."""
        directory = settings.INDEX_DIR / fingerprint(articles)
        try:
            build(articles, directory)
        except OSError as error:
            raise CommandError(f"{directory} cannot be written: {error.strerror}") from error
        return str(directory)

    def _build_in_postgresql(self, articles: Sequence[Article]) -> str:
        from kb.core.search.postgres import PostgresError

        try:
            postgres_index(articles).prepare()
        except PostgresError as error:
            raise CommandError(f"PostgreSQL is {error}.") from error
        return "PostgreSQL"
