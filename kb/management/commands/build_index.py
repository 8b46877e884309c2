"""`manage.py build_index`: build the search index before the first request."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from kb import compiled
from kb.library import load_articles
from tracefix.articles.model import ArticleError
from tracefix.search.weights import fingerprint
from tracefix.search.whoosh_index import build


class Command(BaseCommand):
    help = "Build the search index of the articles, unless it exists already."
    requires_system_checks: Sequence[str] = ()

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            articles, notes = load_articles(), compiled.load_notes(settings.PROJECTS_DIR)
        except ArticleError as error:
            raise CommandError(str(error)) from error
        try:
            for indexed in (notes.in_brief(), tuple(articles.by_slug.values())):
                directory = settings.INDEX_DIR / fingerprint(indexed)
                build(indexed, directory)
        except OSError as error:
            raise CommandError(f"{directory} cannot be written: {error.strerror}") from error
        self.stdout.write(f"{len(articles.by_slug)} articles and {len(notes.by_slug)} notes indexed in {directory}")
