"""`manage.py makemessages`: Django's command for our folders. It also collects our own messages.

`make messages` runs it, then compiles the catalogues. Both need GNU gettext.
"""

from typing import Any, ClassVar

from django.core.management.base import CommandParser
from django.core.management.commands import makemessages

# What is a message: the first argument of a function, or the one of this number
_KEYWORDS = ("Phrase", "sentence", "_Way:3")


class Command(makemessages.Command):
    xgettext_options: ClassVar = [
        *makemessages.Command.xgettext_options,
        *(f"--keyword={name}" for name in _KEYWORDS),
    ]
    msgmerge_options: ClassVar = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(all=True, add_location="file", no_obsolete=True, no_wrap=True)

    def find_files(self, root: str) -> list[Any]:
        find = super().find_files
        return [file for folder in ("tracefix", "kb", "templates") for file in find(folder)]
