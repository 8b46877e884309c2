"""The base class of commands that read the library."""

from collections.abc import Sequence
from functools import cached_property

from django.core.management.base import BaseCommand, CommandError

from kb.core.articles.model import ArticleError
from kb.library import Library, get_library


class LibraryCommand(BaseCommand):
    """A command with a library. If articles are broken, it prints what lint says of them and exits with 2."""

    requires_system_checks: Sequence[str] = ()

    @cached_property
    def library(self) -> Library:
        try:
            return get_library()
        except ArticleError as error:
            raise CommandError(str(error), returncode=2) from error
