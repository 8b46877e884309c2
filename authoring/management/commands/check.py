"""`manage.py check SLUG`: everything between a draft and a pull request, stage by stage, with what comes next.

Without SLUG it is Django's own check of the settings.
"""

import importlib.util
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import check

from authoring.draft import is_draft, propose
from authoring.lint.captured_values import find_free_values
from authoring.lint.cross_matches import CrossMatch, find_cross_matches, reports_of_others
from authoring.lint.first_answers import find_surprises
from authoring.lint.reports import own_reports
from authoring.lint.same_messages import notes_without
from authoring.management.article_folders import (
    check_slugs,
    folders_by_slug,
    load_article,
    load_every_sound,
    with_folders,
)
from kb.compiled import NO_ARTICLES, sound_notes
from tracefix.articles.files import read_file
from tracefix.articles.model import Article, ArticleError
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.matching.verdict import Verdict
from tracefix.projects.loading import NOTES

_MANAGE = ".venv/bin/python manage.py"
_MOST_TOUCHES = 12  # that are shown
_MOST_VALUES = 4  # of a placeholder, that are shown
PYTEST = ("-m", "pytest", "-q", "-m", "")  # the tests of most articles are slow ones, which it leaves out by itself
TESTS = (
    "tests/test_articles.py::test_an_article_lints_clean[{slug}]",
    "tests/test_articles.py::test_an_ordinary_log_matches_nothing",
    "tests/test_published.py::test_the_list_and_the_articles_agree",
)


class Command(check.Command):
    help = "With SLUG: run, record, lint and test this article, and say what comes next. Without: check the settings."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--again", action="store_true", help="run scripts that did not change, too")
        parser.add_argument(
            "--reports",
            type=Path,
            metavar="FOLDER",
            default=settings.BASE_DIR.parent / "shared" / "tracebacks",
            help="further reports (*.txt) that the signatures should not touch (default ../shared/tracebacks)",
        )

    def handle(self, *slugs: str, **options: Any) -> None:
        if not slugs:
            super().handle(**options)
            return
        self.options = options
        check_slugs(slugs, folders_by_slug())
        for slug in slugs:
            self._check_article(slug)

    def _check_article(self, slug: str) -> None:
        self.has_run = False
        stages: dict[str, Callable[[str], str]] = {
            "run and record": self._record,
            "signatures": self._look_at_signatures,
            "lint": self._lint,
            "tests": self._test,
        }
        for number, (name, stage) in enumerate(stages.items(), 1):
            self.stdout.write(self.style.MIGRATE_HEADING(f"── {number} of {len(stages)}: {name}"))
            if problem := stage(slug):
                self.stdout.write(f"\nNext: {problem}, then again: {with_folders(f'make check ARTICLE={slug}')}")
                sys.exit(1)
        self.stdout.write(f"\nNext: read the page once, as somebody whose job has just died, then {_way_to_send(slug)}")

    def _record(self, slug: str) -> str:
        article = self._article(slug)
        if not self.options["again"] and _is_recorded(article):
            self.stdout.write("the runs are of these scripts (--again runs them all the same)")
            return ""
        self.has_run = True
        is_well = self._call("verify_repros", "--record", slug) and self._call("verify_in_browser", "--record", slug)
        return "" if is_well else "mend what is FAILED above"

    def _look_at_signatures(self, slug: str) -> str:
        article = self._article(slug)
        articles, _ = load_every_sound()
        alone = Catalogue([article])
        unfit = [report for report in own_reports(article) if not diagnose(report.text, alone).matches]
        drafts = dict.fromkeys(filter(None, (propose(report.text) for report in unfit)))
        for draft in () if self.has_run else drafts:  # what ran has just shown it
            self.stdout.write(f"No signature fits this wording yet. A draft of one, to be narrowed by you:\n{draft}")
        if is_draft(article):
            return "put the signature into article.md in place of the template's, with {name} for the parts that vary"
        if unfit:
            return f"add a signature to article.md for {', '.join(report.path.name for report in unfit)}"
        if article.is_specific:
            self._show_free_values(article)
        self._show_touches(list(find_cross_matches(article, self._others(article, articles))))
        notes = sound_notes(settings.PROJECTS_DIR, NO_ARTICLES).by_slug.values()
        self._show_surprises(list(find_surprises(article, Catalogue((*articles, *notes)))))
        for note in notes_without(article, notes):
            told = f"The note {note.slug} (/notes/{note.slug}/) has the message of this article"
            self.stdout.write(f"{told}: write `article: {slug}` into {note.folder / NOTES}")
        return ""

    def _others(self, article: Article, articles: tuple[Article, ...]) -> Iterator[tuple[str, str]]:
        yield from reports_of_others(article, articles)
        for path in sorted(self.options["reports"].rglob("*.txt")) if self.options["reports"].is_dir() else ():
            if article.slug not in path.parts:
                yield str(path.relative_to(self.options["reports"])), read_file(path, most=1 << 30, errors="replace")

    def _show_free_values(self, article: Article) -> None:
        """What a placeholder takes decides for whom the article is true: it is easily left wider than that."""
        for name, values in find_free_values(article).items():
            shown = ", ".join(values[:_MOST_VALUES]) + (", …" if values[_MOST_VALUES:] else "")
            told = f"{{{name}}} takes anything; the reports have {shown}"
            self.stdout.write(f"{told}. Is the article true of all else? If not, give it a `where`")

    def _show_touches(self, touches: list[CrossMatch]) -> None:
        exact = sum(touch.verdict is Verdict.EXACT for touch in touches)
        noun = "report" if len(touches) == 1 else "reports"
        self.stdout.write(f"its signatures touch {len(touches)} {noun} of other errors, {exact} of them as exact")
        for touch in touches[:_MOST_TOUCHES]:
            self.stdout.write(f"  {touch.verdict}  {touch.report}\n      {touch.quote[:110]}")
        if len(touches) > _MOST_TOUCHES:
            self.stdout.write(f"  … and {len(touches) - _MOST_TOUCHES} more")
        if exact:
            self.stdout.write(
                "Look at each exact one: if it is another error, narrow the signature, and keep it in not/"
            )

    def _show_surprises(self, surprises: list[str]) -> None:
        for surprise in surprises[:_MOST_TOUCHES]:
            self.stdout.write(surprise)
        if len(surprises) > _MOST_TOUCHES:
            self.stdout.write(f"… and {len(surprises) - _MOST_TOUCHES} more")
        if surprises:
            self.stdout.write("Look at each: which answer helps its reader most?")

    def _lint(self, slug: str) -> str:
        return "" if self._call("lint_articles", slug) else "mend what lint says, from the top"

    def _test(self, slug: str) -> str:
        if _is_added(slug):
            self.stdout.write("the tests are for the articles of this repository; lint has checked this one")
            return ""
        if importlib.util.find_spec("pytest") is None:
            self.stdout.write("pytest is not here, so no test ran: make .venv/installed-dev")
            return ""
        command = [*PYTEST, *(test.format(slug=slug) for test in TESTS)]
        self.stdout.write(f"$ .venv/bin/python {shlex.join(command)}")
        self.stdout.flush()
        done = subprocess.run(  # noqa: S603
            [sys.executable, *command], cwd=settings.BASE_DIR, stdout=subprocess.PIPE, text=True, check=False
        )
        self.stdout.write(done.stdout)
        return "mend what the tests say" if done.returncode or "deselected" in done.stdout else ""

    def _call(self, name: str, *arguments: str) -> bool:
        """Whether a command ends well. It is shown, so that it can be copied."""
        self.stdout.write(f"$ {with_folders(' '.join([_MANAGE, name, *arguments]))}")
        try:
            call_command(name, *arguments, stdout=self.stdout)
        except SystemExit as ended:
            return not ended.code
        except CommandError as error:
            self.stdout.write(str(error))
            return False
        return True

    def _article(self, slug: str) -> Article:
        try:
            return load_article(slug)
        except ArticleError as error:
            again = with_folders(f"make check ARTICLE={slug}")
            raise CommandError(f"{error}\nNext: mend that, then again: {again}") from error


def _is_added(slug: str) -> bool:
    """Whether an article is of a folder that TRACEFIX_ARTICLES adds."""
    return folders_by_slug()[slug].parent != settings.ARTICLES_DIR


def _way_to_send(slug: str) -> str:
    """How to see and commit an article that has passed every stage."""
    see = f"  {with_folders(f'make preview ARTICLE={slug}')}\n"
    if _is_added(slug):
        return f"commit it in its own repository:\n{see}  {folders_by_slug()[slug]}"
    return (
        f"send it:\n{see}"
        f"  git switch -c {slug} && git add articles/{slug} articles/published.txt && git commit\n"
        "docs/writing-articles.md says how it is reviewed."
    )


def _is_recorded(article: Article) -> bool:
    """Whether each script has a run as it is now: a repro one with its error."""
    fresh = {(run.script, run.script_hash) for run in article.runs if run.is_fix or run.reproduced}
    return bool(article.scripts) and all((script.name, script.hash) in fresh for script in article.scripts)
