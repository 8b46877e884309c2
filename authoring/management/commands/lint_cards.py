"""`manage.py lint_cards [NAME...]`: print the problems of projects' cards, as `path:line: message`."""

import sys
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.template.defaultfilters import pluralize

from authoring.lint import cards
from authoring.lint.files import check_projects
from kb.compiled import NO_ARTICLES, sound_notes
from kb.management.base import ReaderCommand
from tracefix.answers.text import printable
from tracefix.articles.did_you_mean import choose_among_many
from tracefix.projects.loading import card_folders, load_sound, problems_between


class Command(ReaderCommand):
    help = "Check all cards of projects or those named, and print each problem as `path:line: message`. Exits with 1."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("names", nargs="*", metavar="NAME", help="check only these cards, by the names of folders")

    def handle(self, *args: Any, **options: Any) -> None:
        folders = {folder.name: folder for folder in card_folders(settings.PROJECTS_DIR)}
        for name in options["names"]:
            if name not in folders:
                misnamed = "\n".join(map(str, check_projects(settings.PROJECTS_DIR, name)))
                raise CommandError(misnamed or f"there is no card {name!r}: {choose_among_many(name, folders)}")
        wanted = {folders[name] for name in options["names"] or folders}
        found, problems = load_sound(settings.PROJECTS_DIR)
        notes = sound_notes(settings.PROJECTS_DIR, NO_ARTICLES)
        ids = {card.id for card in found}
        problems += problems_between(found)
        problems += check_projects(settings.PROJECTS_DIR)
        problems += (problem for card in found for problem in cards.check(card, notes.by_slug.values(), ids))
        shown = sorted({each for each in problems if not options["names"] or each.path.parent in wanted})
        for problem in shown:
            self.stdout.write(printable(str(problem)))
        if shown:
            sys.exit(1)
        self.stdout.write(f"{len(wanted)} card{pluralize(len(wanted))}, no problems")
