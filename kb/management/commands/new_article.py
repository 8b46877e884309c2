"""`manage.py new_article SLUG`: begin an article by copying articles/_template.

`manage.py new_article --from-wanted ID [SLUG]` also fills in a wanted error, and marks the error as planned.
"""

import shutil
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from kb.core.articles.loading import load_sound
from kb.core.articles.model import SLUG, Article
from kb.core.articles.published import publish, read_published
from kb.core.unknown.draft import TemplateError, draft, slug_for
from kb.store import sketches
from kb.store.state import StateError

TEMPLATE = settings.BASE_DIR / "articles" / "_template"
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
            "--from-wanted",
            metavar="ID",
            type=int,
            help="fill in what readers sent about this wanted error, and mark it as planned; SLUG may be left out",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        slug, number, root = options["slug"], options["from_wanted"], settings.ARTICLES_DIR
        if number is None:
            if slug is None:
                raise CommandError("name the article: manage.py new_article SLUG")
            self._begin(root, slug, str)
            return
        try:
            with sketches.planning(number) as plan:
                slug = slug or slug_for(plan.sketch, partial(_is_taken, root, _sound(root)))
                self._begin(root, slug, partial(draft, sketch=plan.sketch, versions=plan.versions))
                plan.slug = slug
        except StateError as error:
            raise CommandError(f"The database is {error}: nothing was begun") from error
        except TemplateError as error:
            raise CommandError(f"{error}: nothing was begun") from error
        except sketches.NoSuchError as error:
            raise CommandError(f"there is no wanted error {number}: /staff/ lists them with their numbers") from error

    def _begin(self, root: Path, slug: str, fill: Fill) -> None:
        if not SLUG.fullmatch(slug):
            raise CommandError(f"{slug!r} is no slug: lower case, digits and hyphens only, such as pickle-dict-keys")
        folder = root / slug
        if folder.exists():
            raise CommandError(f"{folder} exists already: edit it, or choose another slug")
        for article in _sound(root):
            if slug in article.aliases:
                raise CommandError(f"{slug!r} is an alias of {article.slug!r} and redirects to it: choose another slug")
        if slug in read_published(root):
            raise CommandError(f"{slug!r} was published before, so links to it may exist: choose another slug")
        _copy_template(folder, slug, fill)
        publish(root, slug)
        self.stdout.write(
            f"{folder}\n"
            "Next: write repro.py and fixed.py, then\n"
            f"  manage.py verify_repros --record {slug}   run both and write runs/\n"
            f"  manage.py lint_articles {slug}            what is still missing\n"
            "CONTRIBUTING.md describes every step."
        )


def _sound(root: Path) -> Sequence[Article]:
    articles, _ = load_sound(root)
    return articles


def _is_taken(root: Path, articles: Sequence[Article], slug: str) -> bool:
    return (
        (root / slug).exists() or slug in read_published(root) or any(slug in article.aliases for article in articles)
    )


def _copy_template(folder: Path, slug: str, fill: Fill) -> None:
    """Copy the template to a hidden folder and rename that, so that the article's folder is complete or absent."""
    text = fill((TEMPLATE / "article.md").read_text(encoding="utf-8"))
    text = text.replace(_SLUG_LINE, f"slug: {slug}\n").replace(_DAY, timezone.now().date().isoformat())
    part = folder.with_name(f".{slug}.part")
    shutil.rmtree(part, ignore_errors=True)
    shutil.copytree(TEMPLATE, part, ignore=shutil.ignore_patterns("__pycache__"))
    (part / "article.md").write_text(text, encoding="utf-8")
    (part / "pastes").mkdir(exist_ok=True)
    part.rename(folder)
