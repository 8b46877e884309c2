"""`manage.py lint_notes [PROJECT...]`: print the problems of projects' notes, as `path:line: message`."""

import sys
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.template.defaultfilters import pluralize

from authoring.lint import notes
from authoring.lint.files import check_projects
from authoring.management.commands.lint_articles import ORDINARY_LOG
from kb.compiled import NO_ARTICLES, sound_notes
from kb.library import load_articles
from kb.management.base import ReaderCommand
from tracefix.answers.text import printable
from tracefix.articles.did_you_mean import choose_among_many
from tracefix.articles.model import Problem
from tracefix.matching.catalogue import Catalogue
from tracefix.projects.loading import load_sound
from tracefix.projects.notes import Note, note_files, read_notes
from tracefix.projects.shown import Projects


class Command(ReaderCommand):
    help = "Check the notes of all projects or those named, print each problem as `path:line: message`. Exits with 1."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("names", nargs="*", metavar="PROJECT", help="check only the notes of these projects")

    def handle(self, *args: Any, **options: Any) -> None:
        files = {path.parent.name: path for path in note_files(settings.PROJECTS_DIR)}
        for name in options["names"]:
            if name not in files:
                misnamed = "\n".join(map(str, check_projects(settings.PROJECTS_DIR, name)))
                raise CommandError(misnamed or f"there are no notes of {name!r}: {choose_among_many(name, files)}")
        found: list[Note] = []
        problems: list[Problem] = []
        for name in options["names"] or files:
            sound, wrong = read_notes(files[name])
            found += sound
            problems += wrong
        projects = Projects(load_sound(settings.PROJECTS_DIR)[0])
        articles, others = load_articles(), sound_notes(settings.PROJECTS_DIR, NO_ARTICLES)
        own = {note.article.slug: note.article for note in found}  # those of a file with a broken one, too
        every, gates = {**articles.by_slug, **own, **others.by_slug}, {**articles.gates, **others.gates}
        problems += notes.check(found, Catalogue(every, projects, gates), ORDINARY_LOG.read_text(encoding="utf-8"))
        for problem in sorted(set(problems)):
            self.stdout.write(printable(str(problem)))
        if problems:
            sys.exit(1)
        self.stdout.write(f"{len(found)} note{pluralize(len(found))}, no problems")
