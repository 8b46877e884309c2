"""`manage.py match [FILE...]`: which known error does a file, or standard input, show?"""

import json
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from kb.addresses import article_address
from kb.core.matching import Verdict
from kb.core.payloads import match_payload
from kb.library import Answer
from kb.management.base import LibraryCommand
from kb.uploads import decode

EXIT_STATUS = {Verdict.EXACT: 0, Verdict.NONE: 1, Verdict.LIKELY: 3}
UNREADABLE = 2  # a file, an article or the call itself
_IN_WORDS = {
    Verdict.EXACT: "This is a known error.",
    Verdict.LIKELY: "This is probably a known error: check the reasons.",
    Verdict.NONE: "Nothing known fits.",
}


class Command(LibraryCommand):
    help = (
        "Say which known error FILE (or standard input) shows. Exit status: 0 exact, 3 likely, 1 none; of several "
        "files, the weakest. A file that cannot be read: 2."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="*", metavar="FILE", help="a file to read; standard input without one, or -")
        parser.add_argument(
            "--json", action="store_true", help="one JSON object a line, as the API answers, with `file`"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        statuses = {0}
        for name in options["files"] or ["-"]:
            try:
                answer = self.library.diagnose(_read(name))
            except _UnreadableError as error:  # the other files are answered all the same
                self.stderr.write(str(error))
                statuses.add(UNREADABLE)
                continue
            statuses.add(EXIT_STATUS[answer.diagnosis.verdict])
            if options["json"]:
                payload = match_payload(answer.diagnosis, answer.related, article_address())
                self.stdout.write(json.dumps({"file": name, **payload}, ensure_ascii=False))
            else:
                self._print(name if len(options["files"]) > 1 else "", answer)
        if worst := next(status for status in (UNREADABLE, 1, 3, 0) if status in statuses):
            sys.exit(worst)

    def _print(self, name: str, answer: Answer) -> None:
        diagnosis = answer.diagnosis
        if name:
            self.stdout.write(f"== {name}")
        self.stdout.write(self.style.SUCCESS(_IN_WORDS[diagnosis.verdict]))
        for match in diagnosis.matches:
            self.stdout.write(f"\n{match.article.title}  [{match.verdict}]")
            for reason in match.reasons:
                self.stdout.write(f"  because: {reason}")
            self.stdout.write(f"  fix: {match.article.fix}")
            self.stdout.write(f"  read: {article_address()(match.article.slug)}")
        for hint in diagnosis.hints:
            self.stdout.write(f"\n{hint.text}")
        if answer.related:
            self.stdout.write("\nMaybe related:")
            for article in answer.related:
                self.stdout.write(f"  {article.title}  {article_address()(article.slug)}")
        self.stdout.write("")


class _UnreadableError(Exception):
    """A file that cannot be read; the text names it and says why."""


def _read(name: str) -> str:
    try:
        if name == "-":
            data = sys.stdin.buffer.read(settings.MAX_PASTE_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(settings.MAX_PASTE_BYTES + 1)
    except OSError as error:
        raise _UnreadableError(f"{name} cannot be read: {error.strerror}") from error
    if len(data) > settings.MAX_PASTE_BYTES:
        raise _UnreadableError(f"{name} is larger than 10 MB: cut out the part around the error")
    return decode(data)
