"""`manage.py new_article SLUG`: begin an article with a copy of articles/_template."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from kb.core.articles import SLUG, load_sound
from kb.core.permanence import publish, read_published

TEMPLATE = settings.BASE_DIR / "articles" / "_template"
_SLUG_LINE, _DAY = "slug: your-slug\n", "2026-01-01"  # as they stand in the template


class Command(BaseCommand):
    help = "Begin an article: copies the template into a folder of that name, with slug and dates filled in."
    requires_system_checks: Sequence[str] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="lower case, digits, hyphens; never changes once published")

    def handle(self, *args: Any, **options: Any) -> None:
        slug, root = options["slug"], settings.ARTICLES_DIR
        if not SLUG.fullmatch(slug):
            raise CommandError(f"{slug!r} is no slug: lower case, digits and hyphens only, such as pickle-dict-keys")
        folder = root / slug
        if folder.exists():
            raise CommandError(f"{folder} is there already: edit it, or choose another slug")
        articles, _ = load_sound(root)
        for article in articles:
            if slug in article.aliases:
                raise CommandError(f"{slug!r} is an earlier name of {article.slug!r}, and leads there: choose another")
        if slug in read_published(root):
            raise CommandError(f"{slug!r} was published before, and links lead there: choose another slug")
        _copy_template(folder, slug)
        publish(root, slug)
        self.stdout.write(
            f"{folder}\n"
            "Next: write repro.py and fixed.py, then\n"
            f"  manage.py verify_repros --record {slug}   run both and write runs/\n"
            f"  manage.py lint_articles {slug}            what is still missing\n"
            "CONTRIBUTING.md shows the way from end to end."
        )


def _copy_template(folder: Path, slug: str) -> None:
    """Complete or absent: it is made under another name, which is no article, and renamed."""
    part = folder.with_name(f".{slug}.part")
    shutil.rmtree(part, ignore_errors=True)
    shutil.copytree(TEMPLATE, part, ignore=shutil.ignore_patterns("__pycache__"))
    path = part / "article.md"
    text = path.read_text(encoding="utf-8")
    text = text.replace(_SLUG_LINE, f"slug: {slug}\n").replace(_DAY, timezone.now().date().isoformat())
    path.write_text(text, encoding="utf-8")
    (part / "pastes").mkdir(exist_ok=True)
    part.rename(folder)
