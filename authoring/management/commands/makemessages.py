"""`manage.py makemessages`: Django's command for our folders. It also collects `Phrase` and `sentence`.

`make messages` runs it, then compiles the catalogues. Both need GNU gettext.
"""

from typing import Any, ClassVar

from django.core.management.base import CommandParser
from django.core.management.commands import makemessages


class Command(makemessages.Command):
    xgettext_options: ClassVar = [*makemessages.Command.xgettext_options, "--keyword=Phrase", "--keyword=sentence"]
    msgmerge_options: ClassVar = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(all=True, add_location="file", no_obsolete=True, no_wrap=True)

    def find_files(self, root: str) -> list[Any]:
        find = super().find_files
        return [file for folder in ("tracefix", "kb", "templates") for file in find(folder)]
