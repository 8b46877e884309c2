"""`manage.py versions NAME`: print which releases of a package have a name."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from kb.management.base import ReaderCommand
from tracefix.versions.command import VersionsError, find_releases


class Command(ReaderCommand):
    help = (
        "Print which releases have NAME, such as huggingface_hub.cached_download or Trainer.train. The package is read "
        "from a whole name; --package tells it for a part of one. Exit status: 0 found, 1 in no release, 2 no such "
        "package or no name."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME", help="a module, class, function, attribute, or Class(argument)")
        parser.add_argument("--package", metavar="P", help="as it is installed, such as scikit-learn")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            for block in find_releases(options["name"], options["package"]):
                self.stdout.write(block)
        except VersionsError as error:
            raise CommandError(str(error), returncode=error.status) from None
