"""`manage.py match [FILE...]`: print which known error a file or standard input shows."""

import os
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from kb.core.answering import Answer
from kb.core.matching.verdict import Verdict
from kb.core.output.brief import BRIEF, FULL, shorten_answer
from kb.core.output.github import to_github
from kb.core.output.json_line import to_json_line
from kb.core.output.json_payloads import match_payload
from kb.core.output.text import to_text
from kb.core.reading.decoding import decode
from kb.management.base import LibraryCommand
from kb.pages.addresses import article_address

EXIT_STATUS = {Verdict.EXACT: 0, Verdict.NONE: 1, Verdict.LIKELY: 3}
UNREADABLE = 2  # exit status if a file or an article cannot be read, or the arguments are wrong
FORMATS = ("text", "json", "github")


class Command(LibraryCommand):
    help = (
        "Print which known error each FILE, or standard input, shows. Exit status: 0 exact, 3 likely, 1 none; the "
        "weakest verdict if there are several files; 2 if a file cannot be read or the arguments are wrong. Colours "
        "are used on a terminal only; NO_COLOR and FORCE_COLOR change that."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="*", metavar="FILE", help="a file to read; standard input without one, or -")
        parser.add_argument(
            "--format",
            choices=FORMATS,
            default="text",
            help="text: to read (default). json: one object a line, as the API answers, with `file`. "
            "github: a Markdown comment for an issue, with nothing of the paste but the matched error line",
        )
        parser.add_argument(
            "--json", dest="format", action="store_const", const="json", help="the same as --format json"
        )

        parser.add_argument("--full", action="store_true", help="with json: every field, and more errors and frames")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["format"] == "github" and not settings.BASE_URL:
            message = "a comment needs an address to link to: set TRACEFIX_BASE_URL, such as https://tracefix.example"
            raise CommandError(message, returncode=UNREADABLE)
        statuses = {0}
        for name in options["files"] or ["-"]:
            try:
                answer = self.library.diagnose(_read(name))
            except _UnreadableError as error:  # go on with the other files
                self.stderr.write(str(error))
                statuses.add(UNREADABLE)
                continue
            statuses.add(EXIT_STATUS[answer.diagnosis.verdict])
            self.stdout.write(self._format(answer, name, options))
        if worst := next(status for status in (UNREADABLE, 1, 3, 0) if status in statuses):
            sys.exit(worst)

    def _format(self, answer: Answer, name: str, options: dict[str, Any]) -> str:
        address = article_address()
        if options["format"] == "json":
            limits = FULL if options["full"] else BRIEF
            payload = match_payload(answer.diagnosis, answer.related, address, personal=True, limits=limits)
            answered = payload if options["full"] else shorten_answer(payload)
            return to_json_line({"file": name, **answered})
        if options["format"] == "github":
            return to_github(match_payload(answer.diagnosis, answer.related, address))
        if not settings.BASE_URL:  # without a site, name the file of the article
            address = self._article_file
        file_name = name if len(options["files"]) > 1 else ""
        payload = match_payload(answer.diagnosis, answer.related, address, personal=True)
        return to_text(payload, name=file_name, colours=self._wants_colours(options))

    def _article_file(self, slug: str) -> str:
        path = self.library.by_slug[slug].path
        return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)

    def _wants_colours(self, options: dict[str, Any]) -> bool:
        """By the options, else by https://no-color.org and https://force-color.org, else by the kind of terminal."""
        if options["force_color"] or options["no_color"]:
            return bool(options["force_color"])
        if os.environ.get("NO_COLOR"):
            return False
        return bool(os.environ.get("FORCE_COLOR")) or (self.stdout.isatty() and os.environ.get("TERM") != "dumb")


class _UnreadableError(Exception):
    """Raised for a file that cannot be read. Its text names the file and says why."""


def _read(name: str) -> str:
    """The text of a file, or of standard input for "-". Raises _UnreadableError."""
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
