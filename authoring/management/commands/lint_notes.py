"""`manage.py lint_notes [PROJECT...]`: print the problems of projects' notes, as `path:line: message`."""

import sys
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.template.defaultfilters import pluralize

from authoring.lint import notes
from kb.compiled import load_notes as load_compiled
from kb.library import load_articles
from tracefix.answers.text import printable
from tracefix.articles.did_you_mean import choose_among_many
from tracefix.matching.catalogue import Catalogue
from tracefix.projects.loading import collect, load_sound
from tracefix.projects.notes import load_notes, note_files
from tracefix.projects.shown import Projects


class Command(BaseCommand):
    help = "Check the notes of all projects or those named, print each problem as `path:line: message`. Exits with 1."
    requires_system_checks: Sequence[str] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("names", nargs="*", metavar="PROJECT", help="check only the notes of these projects")

    def handle(self, *args: Any, **options: Any) -> None:
        files = {path.parent.name: path for path in note_files(settings.PROJECTS_DIR)}
        for name in options["names"]:
            if name not in files:
                raise CommandError(f"there are no notes of {name!r}: {choose_among_many(name, files)}")
        found, problems = collect((files[name] for name in options["names"] or files), load_notes)
        if not problems:
            projects = Projects(load_sound(settings.PROJECTS_DIR)[0])
            articles, others = load_articles(), load_compiled(settings.PROJECTS_DIR)
            every, gates = {**articles.by_slug, **others.by_slug}, {**articles.gates, **others.gates}
            problems = list(notes.check(found, Catalogue(every, projects, gates)))
        for problem in sorted(set(problems)):
            self.stdout.write(printable(str(problem)))
        if problems:
            sys.exit(1)
        self.stdout.write(f"{len(found)} note{pluralize(len(found))}, no problems")
