"""`manage.py match [FILE...]`: print which known error a file or standard input shows."""

import sys
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils.translation import override

from kb.addresses import article_address
from kb.formats import match_answer, match_json
from kb.management.base import LibraryCommand, add_language_argument, language_of_command
from kb.wording import say_phrase
from tracefix.answers.brief import to_json
from tracefix.answers.choice import verdict_of
from tracefix.answers.formats import FORMATS
from tracefix.answers.lookups import DiagnosedPaste
from tracefix.answers.text import printable, to_text
from tracefix.cli.environment import wants_colours
from tracefix.matching.verdict import Verdict
from tracefix.triage.log_file import UnreadableError, read_log

EXIT_STATUS = {Verdict.EXACT: 0, Verdict.NONE: 1, Verdict.LIKELY: 3}
UNREADABLE = 2  # exit status if a file is empty or unreadable, an article is broken, or the arguments are wrong


class Command(LibraryCommand):
    help = (
        "Print which known error each FILE, or standard input, shows; a FILE may be compressed by gzip. Exit status: 0 "
        "exact, 3 likely, 1 none, 2 if a file is empty or cannot be read or the arguments are wrong. Of several files, "
        "the worst counts: 2 before 1 before 3 before 0. Colours are used on a terminal only; NO_COLOR and FORCE_COLOR "
        "change that."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="*", metavar="FILE", help="a file to read; standard input without one, or -")
        parser.add_argument(
            "--format",
            choices=("json", *FORMATS),
            default="text",
            help="text: to read (default). json: one object a line, as the API answers, with `file`. "
            "github: a Markdown comment for an issue, with nothing of the paste but the matched error line. "
            "annotation: a line for the log of GitHub Actions. "
            "question: a comment that asks for the error where the report lacks it, else nothing. "
            "prompt: a text for an assistant, with the error, its frames and what was computed",
        )
        parser.add_argument(
            "--json", dest="format", action="store_const", const="json", help="the same as --format json"
        )

        parser.add_argument(
            "--exit-zero", action="store_true", help="exit with 0 whatever the verdict; still 2 on problems"
        )
        add_language_argument(parser)
        parser.add_argument("--full", action="store_true", help="with json: every field, and more errors and frames")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["format"] == "github" and not settings.BASE_URL:
            message = "a comment needs an address to link to: set TRACEFIX_BASE_URL, such as https://tracefix.example"
            raise CommandError(message, returncode=UNREADABLE)
        statuses = {0}
        with override(language_of_command(options)):
            for name in options["files"] or ["-"]:
                try:
                    diagnosed = self.library.diagnose(read_log(name))
                except UnreadableError as error:  # go on with the other files
                    self.stderr.write(printable(say_phrase(error.args[0])))
                    statuses.add(UNREADABLE)
                    continue
                statuses.add(EXIT_STATUS[verdict_of(diagnosed.diagnosis)])
                self.stdout.write(self._format(diagnosed, name, options), ending="")
        worst = next(status for status in (UNREADABLE, 1, 3, 0) if status in statuses)
        if worst == UNREADABLE or (worst and not options["exit_zero"]):
            sys.exit(worst)

    def _format(self, diagnosed: DiagnosedPaste, name: str, options: dict[str, Any]) -> str:
        address = article_address()
        if options["format"] == "json":
            answered = match_json(diagnosed, self.library, address, full=options["full"])
            return to_json({"file": name, **answered}) + "\n"
        if not settings.BASE_URL:  # without a site, name the file of the article
            address = self.article_file
        form = FORMATS[options["format"]]
        payload = match_answer(diagnosed, self.library, address, personal=form.is_personal)
        if options["format"] != "text":
            return form.draw(payload, say=say_phrase, **form.more(payload, diagnosed.diagnosis))
        file_name = name if len(options["files"]) > 1 else ""
        if options["force_color"] or options["no_color"]:
            colours = bool(options["force_color"])
        else:
            colours = wants_colours(is_terminal=self.stdout.isatty())
        return to_text(payload, name=file_name, colours=colours, say=say_phrase)
