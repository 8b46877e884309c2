"""`manage.py versions NAME`: print which releases of a package have a name."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from kb.addresses import article_address
from kb.formats import match_answer
from kb.management.base import LibraryCommand
from tracefix.answers.missing_name import find_answer
from tracefix.answers.text import to_text
from tracefix.versions.command import NONE, VersionsError, find_releases


class Command(LibraryCommand):
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
            if error.status != NONE or options["package"] or not (answer := self._answer(options["name"])):
                raise CommandError(str(error), returncode=error.status) from None
            self.stdout.write(answer, ending="")

    def _answer(self, name: str) -> str:
        """What `match` prints of the error where the name is missing, if that says more than that it is."""
        found = find_answer(name, None, lambda line: self.library.diagnose(line).diagnosis)
        if not found:
            return ""
        address = article_address() if settings.BASE_URL else self.article_file
        return to_text(match_answer(self.library.diagnose(found[0]), self.library, address))
