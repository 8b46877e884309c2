"""`manage.py build_cards`: draw the pictures that links show, ahead of the first visitor."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from kb.core.articles.model import ArticleError
from kb.library import load_articles
from kb.pages.cards import build


class Command(BaseCommand):
    help = "Draw the picture of each article for links to it, where it is not there yet, and remove those of old ones."
    requires_system_checks: Sequence[str] = ()

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            drawn, removed = build(load_articles())
        except ArticleError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{settings.VAR_DIR / 'cards'} cannot be written: {error.strerror}") from error
        self.stdout.write(f"{drawn} pictures drawn, {removed} old ones removed in {settings.VAR_DIR / 'cards'}")
