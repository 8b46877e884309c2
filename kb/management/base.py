"""ReaderCommand: the base class of commands that print answers; LibraryCommand: of those that need the articles."""

import errno
import io
import os
import sys
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from kb.library import Library, get_library
from kb.server.program_version import version
from tracefix.articles.model import ArticleError
from tracefix.languages import LANGUAGES, language_of_locale

_SIGPIPE = 128 + 13  # the exit status of a program that a closed pipe ended, as a shell tells it
_NOT_WRITTEN = {errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


class ReaderCommand(BaseCommand):
    """A command that ends without a traceback, whatever the locale is, and wherever its output leads."""

    requires_system_checks: Sequence[str] = ()

    def get_version(self) -> str:
        """What --version prints: the version of Tracefix, not that of Django."""
        return version()

    def execute(self, *args: Any, **options: Any) -> Any:
        """Run the command. It ends quietly where the reader of its output is gone, such as `head`."""
        if sys.stdout is None:  # as with `>&-`
            raise CommandError("standard output is closed", returncode=2)
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # of a locale that lacks a character
        try:
            try:
                return super().execute(*args, **options)
            finally:
                sys.stdout.flush()
        except OSError as error:
            if error.errno not in _NOT_WRITTEN or error.filename is not None:
                raise
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is flushed at the end goes nowhere
            if isinstance(error, BrokenPipeError):
                sys.exit(_SIGPIPE)
            raise CommandError(f"the answer cannot be written: {error.strerror}", returncode=2) from error


class LibraryCommand(ReaderCommand):
    """A command with the loaded library. If an article is broken, it prints the problems and exits with 2."""

    @cached_property
    def library(self) -> Library:
        try:
            return get_library()
        except ArticleError as error:
            raise CommandError(str(error), returncode=2) from error

    def article_file(self, slug: str) -> str:
        """Where an article is on this machine, to name it where no site serves it."""
        path = self.library.by_slug[slug].path
        return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)


def add_language_argument(parser: CommandParser) -> None:
    """Add --lang, the language of an answer."""
    parser.add_argument(
        "--lang",
        choices=tuple(LANGUAGES),
        help="the language of the answer (default: TRACEFIX_LANG, or that of LC_ALL, LC_MESSAGES or LANG)",
    )


def language_of_command(options: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> str:
    """The code of the language of an answer: --lang, or TRACEFIX_LANG, or that of the environment's locale, or English.

    >>> language_of_command({}, {"LANG": "zh_CN.UTF-8"}), language_of_command({"lang": "en"}, {"LANG": "zh_CN.UTF-8"})
    ('zh-hans', 'en')
    """
    return str(options.get("lang") or settings.PROGRAM_LANGUAGE or language_of_locale(environment))
