"""`manage.py match [FILE...]`: which known error does a file, or standard input, show?"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from kb.addresses import article_address
from kb.core.matching import Verdict
from kb.core.payloads import match_payload
from kb.library import Answer, get_library
from kb.uploads import decode

EXIT_STATUS = {Verdict.EXACT: 0, Verdict.NONE: 1, Verdict.LIKELY: 3}  # 2 is a wrong call, as everywhere
_IN_WORDS = {
    Verdict.EXACT: "This is a known error.",
    Verdict.LIKELY: "This is probably a known error: check the reasons.",
    Verdict.NONE: "Nothing known fits.",
}


class Command(BaseCommand):
    help = (
        "Say which known error FILE (or standard input) shows. Exit status: 0 exact, 3 likely, 1 none; of several "
        "files, the weakest. A file that cannot be read: 2."
    )
    requires_system_checks: Sequence[str] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="*", metavar="FILE", help="a file to read; standard input without one, or -")
        parser.add_argument(
            "--json", action="store_true", help="one JSON object a line, as the API answers, with `file`"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        library = get_library()
        statuses = []
        for name in options["files"] or ["-"]:
            answer = library.diagnose(_read(name))
            statuses.append(EXIT_STATUS[answer.diagnosis.verdict])
            if options["json"]:
                payload = match_payload(answer.diagnosis, answer.related, article_address())
                self.stdout.write(json.dumps({"file": name, **payload}, ensure_ascii=False))
            else:
                self._print(name if len(options["files"]) > 1 else "", answer)
        if worst := next((status for status in (1, 3) if status in statuses), 0):
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


def _read(name: str) -> str:
    try:
        if name == "-":
            data = sys.stdin.buffer.read(settings.MAX_PASTE_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(settings.MAX_PASTE_BYTES + 1)
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}", returncode=2) from error
    if len(data) > settings.MAX_PASTE_BYTES:
        raise CommandError(f"{name} is larger than 10 MB: cut out the part around the error", returncode=2)
    return decode(data)
