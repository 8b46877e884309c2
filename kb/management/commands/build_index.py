"""`manage.py build_index`: build the search index before the first request."""

import logging
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from kb.library import read_sound
from kb.server.checks import find_faults
from kb.server.environment import refuse_to_start
from tracefix.articles.model import ArticleError
from tracefix.search.weights import fingerprint
from tracefix.search.whoosh_index import build

log = logging.getLogger("kb.build_index")


class Command(BaseCommand):
    help = "Build the search index of the articles, unless it exists already. Broken ones are told and left out."
    requires_system_checks: Sequence[str] = ()

    def handle(self, *args: Any, **options: Any) -> None:
        if faults := find_faults():  # as the server that starts next, before minutes of work
            refuse_to_start(faults, is_json=settings.LOG_FORMAT == "json")
        try:
            library, problems = read_sound(None)
        except ArticleError as error:
            raise CommandError(str(error)) from error
        for problem in problems:
            log.error("Left out: %s", problem)
        try:
            for indexed in (library.notes.in_brief(), library.articles):
                directory = settings.INDEX_DIR / fingerprint(indexed)
                build(indexed, directory)
        except OSError as error:
            raise CommandError(f"{directory} cannot be written: {error.strerror}") from error
        articles, notes = len(library.articles), len(library.notes.by_slug)
        self.stdout.write(f"{articles} articles and {notes} notes indexed in {directory}")
