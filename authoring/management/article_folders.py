"""The articles of our folder and of those that TRACEFIX_ARTICLES adds, as the commands find them by slug."""

import os
import shlex
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError

from authoring.lint.files import MOST_PASTE_BYTES
from tracefix.articles.did_you_mean import choose_among_many
from tracefix.articles.folders import add_folders, read_all_tags
from tracefix.articles.loading import article_folders, load, load_sound, read_tags
from tracefix.articles.model import Article, ArticleError, Problem
from tracefix.reading.decoding import decode


def article_roots() -> list[Path]:
    """The folders that hold articles: the first one, and those of the others that are there."""
    return [settings.ARTICLES_DIR, *filter(Path.is_dir, settings.MORE_ARTICLES_DIRS)]


def folders_by_slug() -> dict[str, Path]:
    """The folder of each article by its slug; an earlier folder stands above a later one."""
    found: dict[str, Path] = {}
    for root in article_roots():
        for folder in article_folders(root):
            found.setdefault(folder.name, folder)
    return found


def check_slugs(slugs: Iterable[str], known: Iterable[str]) -> None:
    """Raise CommandError for a folder of TRACEFIX_ARTICLES that is not there, and for the first slug that none has."""
    for folder in settings.MORE_ARTICLES_DIRS:
        if not folder.is_dir():
            raise CommandError(
                f"TRACEFIX_ARTICLES names {folder}, which does not exist: correct it, and begin it with /"
            )
    names = list(known)
    for slug in slugs:
        if slug not in names:
            where = ", ".join(map(str, article_roots()))
            advice = f"{choose_among_many(slug, names)} (looked in {where}; TRACEFIX_ARTICLES adds folders)"
            raise CommandError(f"there is no article {slug!r}: {advice}")


def with_folders(command: str) -> str:
    """A command to be copied, with the folders that this one was given: another shell may not know them."""
    folders = os.environ.get("TRACEFIX_ARTICLES")
    return f"TRACEFIX_ARTICLES={shlex.quote(folders)} {command}" if folders else command


def load_every_sound() -> tuple[tuple[Article, ...], list[Problem]]:
    """The articles of all folders that can be read, by slug, and the problems of the others."""
    articles, problems = load_sound(settings.ARTICLES_DIR)
    if not settings.MORE_ARTICLES_DIRS:
        return articles, problems
    try:
        tags = read_tags(settings.ARTICLES_DIR)
    except ArticleError:  # which is among the problems
        tags = {}
    articles, more = add_folders(articles, tags, settings.MORE_ARTICLES_DIRS)
    return articles, problems + more


def load_article(slug: str) -> Article:
    """The article of a slug. Raises ArticleError, also if two folders have it; KeyError if none has."""
    folder = folders_by_slug()[slug]
    for root in article_roots():
        if (other := root / slug).is_dir() and other != folder:
            message = f"the slug {slug!r} is that of an article in an earlier folder ({folder}): choose another one"
            raise ArticleError([Problem(other / "article.md", 1, message)])
    return load(folder, read_all_tags(settings.ARTICLES_DIR, settings.MORE_ARTICLES_DIRS))


def constraints_of(root: Path) -> Path:
    """The pins for the scripts of a folder: its own constraints.txt, or that of the first folder."""
    own = root / "constraints.txt"
    return own if own.is_file() else settings.ARTICLES_DIR / "constraints.txt"


def shown_path(path: Path) -> Path:
    """A path as it is shown: one that can be opened from where one is."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def read_report(path: Path) -> str:
    """A report, the end of it where it is longer than a paste may be. Raises CommandError."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}") from error
    text = decode(data)
    return text if len(text) <= MOST_PASTE_BYTES // 4 else text[-MOST_PASTE_BYTES // 4 :].partition("\n")[2]
