"""`manage.py build_cards`: draw the link preview pictures of the articles before the first request."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from kb.library import read_sound
from kb.pages.cards import build
from tracefix.articles.model import ArticleError


class Command(BaseCommand):
    help = "Draw the missing link preview pictures of the articles, and delete those that no article uses any more."
    requires_system_checks: Sequence[str] = ()

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            library, _ = read_sound(None)  # build_index and the server tell what is broken
            count, removed = build(library.articles)
        except ArticleError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{settings.VAR_DIR / 'cards'} cannot be written: {error.strerror}") from error
        self.stdout.write(f"{count} pictures drawn, {removed} old ones deleted in {settings.VAR_DIR / 'cards'}")
