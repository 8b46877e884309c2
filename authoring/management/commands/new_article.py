"""`manage.py new_article SLUG`: begin an article by copying articles/_template.

`--from FILE` also fills in what a report says, and `--from-wanted ID` what readers sent about a wanted error, which is
marked as planned.
"""

import shutil
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from authoring.draft import TemplateError, as_kind, draft, sketch_report, slug_for
from authoring.lint.privacy import scrub
from authoring.management.article_folders import (
    article_roots,
    check_slugs,
    folders_by_slug,
    load_article,
    load_every_sound,
    read_report,
    with_folders,
)
from authoring.translation_draft import draft_translation
from kb.compiled import NO_ARTICLES, sound_notes
from kb.store import wanted_errors
from kb.store.database_state import StateError
from tracefix.articles.did_you_mean import choose_among_many
from tracefix.articles.model import SLUG, Article, ArticleError
from tracefix.articles.published_slugs import publish, read_published
from tracefix.cutting import one_line
from tracefix.languages import TRANSLATED
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.matching.verdict import Verdict

TEMPLATE = settings.BASE_DIR / "articles" / "_template"
_LONGEST_TITLE = 120  # characters of the message
_SLUG_LINE, _DAY = "slug: your-slug\n", "2026-01-01"  # text of the template that is replaced

Fill = Callable[[str], str]  # turns the article.md of the template into that of the new article


class Command(BaseCommand):
    help = "Begin an article: copies the template into a folder of that name, with slug and dates filled in."
    requires_system_checks: Sequence[str] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "slug", metavar="SLUG", nargs="?", help="lower case, digits, hyphens; never changes once published"
        )
        parser.add_argument(
            "--kind",
            action="store_true",
            help="it is about a kind of error: one wording with several causes, so at most `likely`",
        )
        parser.add_argument(
            "--folder",
            type=Path,
            metavar="FOLDER",
            help="the folder of TRACEFIX_ARTICLES that it goes into, by path or name (default: the library itself)",
        )
        source = parser.add_mutually_exclusive_group()
        source.add_argument(
            "--from",
            dest="report",
            metavar="FILE",
            type=Path,
            help="fill in what a report says: exception, frames, a draft of the signature, and the report, scrubbed",
        )
        source.add_argument(
            "--from-wanted",
            metavar="ID",
            type=int,
            help="fill in what readers sent about this wanted error, and mark it as planned; SLUG may be left out",
        )

        source.add_argument(
            "--translate",
            choices=TRANSLATED,
            help="begin the translation of the article SLUG instead, with its headings and its code",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["translate"]:
            self._begin_translation(options["slug"], options["translate"])
            return
        self.sort: Fill = as_kind if options["kind"] else str
        self.root = _find_root(options["folder"])
        try:
            if options["report"] is not None:
                self._begin_from_report(options["report"], options["slug"])
            elif options["from_wanted"] is not None:
                self._begin_from_wanted(options["from_wanted"], options["slug"])
            elif options["slug"] is None:
                raise CommandError("name the article: manage.py new_article SLUG")
            else:
                self._begin(options["slug"], str)
        except TemplateError as error:
            raise CommandError(f"{error}: nothing was begun") from error

    def _begin_from_wanted(self, number: int, slug: str | None) -> None:
        try:
            with wanted_errors.planning(number) as plan:
                slug = slug or slug_for(plan.sketch, partial(_is_taken, _read_sound()))
                self._begin(slug, partial(draft, sketch=plan.sketch, versions=plan.versions))
                plan.slug = slug
        except StateError as error:
            raise CommandError(f"The database is {error}: nothing was begun") from error
        except wanted_errors.NoSuchError as error:
            raise CommandError(f"there is no wanted error {number}: /staff/ lists them with their numbers") from error

    def _begin_translation(self, slug: str | None, language: str) -> None:
        check_slugs([slug or ""], folders_by_slug())
        try:
            article = load_article(slug or "")
        except ArticleError as error:
            raise CommandError(str(error)) from error
        path = article.folder / f"article.{language}.md"
        if path.exists():
            raise CommandError(f"{path} exists already: edit it")
        path.write_text(draft_translation(article, language), encoding="utf-8")
        self.stdout.write(
            f"{path}\nNext: translate every sentence; code, {{{{marks}}}}, links and the number of headings stay.\n"
            f"Then: {with_folders(f'.venv/bin/python manage.py lint_articles {slug}')}"
        )

    def _begin_from_report(self, path: Path, slug: str | None) -> None:
        articles = _read_sound()
        text = read_report(path)
        diagnosis = diagnose(text, Catalogue(articles))
        found = sketch_report(diagnosis)
        if found is None:
            raise CommandError(f"nothing in {path} looks like an error: nothing was begun")
        sketch = found.sketch
        if diagnosis.verdict is Verdict.EXACT:
            known = diagnosis.matches[0].article.slug
            self.stdout.write(f"Beware: {path} is an exact match of {known!r}. If its fix fails here, mend that one.")
        notes = sound_notes(settings.PROJECTS_DIR, NO_ARTICLES)
        for match in diagnose(text, Catalogue(notes.by_slug, gates=notes.gates)).matches[:1]:
            told = f"The note {match.article.slug} (/notes/{match.article.slug}/) answers {path}"
            self.stdout.write(f"{told}: read it, and name the article in its `article` at the end.")
        slug = slug or slug_for(sketch, partial(_is_taken, articles))
        versions = {name: [version] for name, version in sketch.versions.items()}
        title = ": ".join(filter(None, (sketch.exception, one_line(scrub(found.message), _LONGEST_TITLE))))
        self._begin(
            slug, partial(draft, sketch=sketch, versions=versions, title=title, quoted=found.quoted), paste=scrub(text)
        )

    def _begin(self, slug: str, fill: Fill, *, paste: str = "") -> None:
        if not SLUG.fullmatch(slug):
            raise CommandError(f"{slug!r} is no slug: lower case, digits and hyphens only, such as pickle-dict-keys")
        for root in article_roots():
            if (root / slug).exists():
                raise CommandError(f"{root / slug} exists already: edit it, or choose another slug")
        for article in _read_sound():
            if slug in article.aliases:
                raise CommandError(f"{slug!r} is an alias of {article.slug!r} and redirects to it: choose another slug")
        if _was_published(slug):
            raise CommandError(
                f"{slug!r} was published before, so links to it may exist: choose another slug. (If it was a draft "
                "that was never public, remove its line from published.txt.)"
            )
        folder = self.root / slug
        _copy_template(folder, slug, lambda template: self.sort(fill(template)), paste)
        if self.root == settings.ARTICLES_DIR:  # the list is of the addresses that this repository promises
            publish(self.root, slug)
        self.stdout.write(
            f"{folder}\n"
            f"Next: write repro.py and fixed.py, then run this; it records, lints, tests, and says what comes next.\n"
            f"  {with_folders(f'make check ARTICLE={slug}')}\n"
            "articles/_example/ shows a finished article; docs/writing-articles.md describes every step."
        )


def _read_sound() -> Sequence[Article]:
    articles, _ = load_every_sound()
    return articles


def _find_root(wanted: Path | None) -> Path:
    """The folder that --folder means. Raises CommandError if it is missing or none of TRACEFIX_ARTICLES."""
    roots = article_roots()
    if wanted is None:
        return roots[0]
    for root in roots:
        if wanted.resolve() == root.resolve() or str(wanted) == root.resolve().name:
            return root
    if wanted.is_absolute() and not wanted.is_dir():
        raise CommandError(f"--folder {wanted} does not exist: make it with mkdir -p {wanted}")
    known = ", ".join(map(str, roots))
    for gone in settings.MORE_ARTICLES_DIRS:
        if not gone.is_dir():
            raise CommandError(
                f"TRACEFIX_ARTICLES names {gone}, which does not exist: {choose_among_many(str(gone), [str(wanted)])}"
            )
    raise CommandError(f"--folder {wanted} is no folder of TRACEFIX_ARTICLES: choose from {known}, or add it there")


def _was_published(slug: str) -> bool:
    return any(slug in read_published(root) for root in article_roots())


def _is_taken(articles: Sequence[Article], slug: str) -> bool:
    return (
        any((root / slug).exists() for root in article_roots())
        or _was_published(slug)
        or any(slug in article.aliases for article in articles)
    )


def _copy_template(folder: Path, slug: str, fill: Fill, paste: str) -> None:
    """Copy the template to a hidden folder and rename that, so that the article's folder is complete or absent."""
    text = fill((TEMPLATE / "article.md").read_text(encoding="utf-8"))
    text = text.replace(_SLUG_LINE, f"slug: {slug}\n").replace(_DAY, timezone.now().date().isoformat())
    part = folder.with_name(f".{slug}.part")
    shutil.rmtree(part, ignore_errors=True)
    shutil.copytree(TEMPLATE, part, ignore=shutil.ignore_patterns("__pycache__", "article.*.md"))
    (part / "article.md").write_text(text, encoding="utf-8")
    for name in ("pastes", "not"):
        (part / name).mkdir(exist_ok=True)
    if paste:
        (part / "pastes" / "report.txt").write_text(paste, encoding="utf-8")
    part.rename(folder)
