"""`manage.py triage PATH...`: say which event ended a job, from all its logs, and which known error that is."""

import sys
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import override

from kb.addresses import article_address
from kb.formats import match_answer, match_json
from kb.management.base import LibraryCommand, add_language_argument, language_of_command
from kb.wording import say_phrase
from tracefix.answers.brief import to_json
from tracefix.answers.text import printable, to_text
from tracefix.triage.command import FOUND, run, with_diagnosis
from tracefix.triage.job import Job
from tracefix.triage.job_answer import to_lines, to_values


class Command(LibraryCommand):
    help = (
        "Read the logs of a whole job, of any size, and say which event ended it, on which rank, and which ranks ended "
        "because of it. Exit status: 0 a cause was found, 1 none, 2 nothing could be read."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "paths", nargs="+", metavar="PATH", help="a file, a folder, a pattern, or - for standard input"
        )
        parser.add_argument("--json", action="store_true", help="one object")
        add_language_argument(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        draw = self._json if options["json"] else self._text
        with override(language_of_command(options)):
            status = run(options["paths"], draw, self.stdout.write, lambda line: self.stderr.write(printable(line)))
        if status != FOUND:
            sys.exit(status)

    def _json(self, job: Job) -> str:
        answer = self.library.diagnose(job.window) if job.window else None
        diagnosis = match_json(answer, self.library, article_address(), full=False) if answer else None
        return to_json(to_values(job, diagnosis))

    def _text(self, job: Job) -> str:
        return with_diagnosis(
            to_lines(job, say_phrase, printable),
            self.library.diagnose(job.window) if job.window else None,
            lambda answer: to_text(match_answer(answer, self.library, article_address()), say=say_phrase),
        )
