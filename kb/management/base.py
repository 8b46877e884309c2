"""LibraryCommand: the base class of commands that need the articles."""

from collections.abc import Sequence
from functools import cached_property

from django.core.management.base import BaseCommand, CommandError

from kb.core.articles.model import ArticleError
from kb.library import Library, get_library


class LibraryCommand(BaseCommand):
    """A command with the loaded library. If an article is broken, it prints the problems and exits with 2."""

    requires_system_checks: Sequence[str] = ()

    @cached_property
    def library(self) -> Library:
        try:
            return get_library()
        except ArticleError as error:
            raise CommandError(str(error), returncode=2) from error
