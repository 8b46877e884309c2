"""`manage.py triage PATH...`: say which event ended a job, from all its logs, and which known error that is."""

import sys
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import override

from kb.core.matching.verdict import Verdict
from kb.core.output.brief import to_json
from kb.core.output.text import printable, to_text
from kb.core.triage.answer import to_lines, to_values
from kb.core.triage.job import Job, triage
from kb.core.triage.sources import find_sources
from kb.management.base import LibraryCommand, add_language_argument, language_of_command
from kb.pages.addresses import article_address
from kb.pages.programs import match_answer, match_json, say_phrase

NO_CAUSE, UNREADABLE = 1, 2


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
        sources, left = find_sources(options["paths"])
        if not sources:
            for each in left:
                self.stderr.write(f"{each.name}: {each.why}")
            if not left:
                self.stderr.write(f"no logs in {' '.join(options['paths'])}")
            sys.exit(UNREADABLE)
        job = triage(sources, left)
        with override(language_of_command(options)):
            self.stdout.write(to_json(self._values(job)) if options["json"] else self._text(job))
        if job.finding.cause is None:
            sys.exit(NO_CAUSE)

    def _values(self, job: Job) -> dict[str, object]:
        answer = self.library.diagnose(job.window) if job.window else None
        return to_values(job, match_json(answer, self.library, article_address(), full=False) if answer else None)

    def _text(self, job: Job) -> str:
        lines = "\n".join(to_lines(job, say_phrase, printable))
        answer = self.library.diagnose(job.window) if job.window else None
        if answer is None or answer.diagnosis.verdict is Verdict.NONE:
            return lines
        return f"{lines}\n\n{to_text(match_answer(answer, self.library, article_address()), say=say_phrase)}"
