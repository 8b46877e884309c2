"""Lint: the files of an article's folder are those that an article has, and no paste is a whole log."""

import re
from collections.abc import Iterator
from pathlib import Path

from tracefix.articles.did_you_mean import closest
from tracefix.articles.files import list_files
from tracefix.articles.model import Article, Problem
from tracefix.languages import TRANSLATED
from tracefix.projects.loading import CARD, NOTES

MOST_PASTE_BYTES = 64 * 1024  # what a reader would paste

# These run on our own files only, never on a paste of a reader.
_KNOWN = re.compile(r"article\.md|browser\.txt|[^/]+\.py|(?:runs|pastes|not)/[^/]+\.txt|standin/[^/]+")
_TRANSLATIONS = tuple(f"article.{language}.md" for language in TRANSLATED)
_NAMES = ("article.md", *_TRANSLATIONS, "browser.txt", "repro.py", "fixed.py", "runs/", "pastes/", "not/", "standin/")
_OTHER_FOLDERS = {"paste": "pastes", "run": "runs", "stand-in": "standin", "stand_in": "standin"}


def check(article: Article) -> Iterator[Problem]:
    """The files of an article that nobody would read, and the pastes that are too long."""
    for name in list_files(article.folder):
        is_hidden = any(part.startswith(".") or part == "__pycache__" for part in name.split("/"))
        if not is_hidden and name not in _TRANSLATIONS and not _KNOWN.fullmatch(name):
            yield Problem(article.folder / name, 1, f"is no file of an article: {_remedy(name)}")
    for path in (*article.pastes, *article.look_alikes):
        if (size := path.stat().st_size) > MOST_PASTE_BYTES:
            message = f"has {size:,} bytes: cut it to the part around the error, at most {MOST_PASTE_BYTES:,}"
            yield Problem(path, 1, message)


def check_projects(root: Path, name: str = "*") -> Iterator[Problem]:
    """The folders of projects hold a card and notes, and nothing that nobody would read."""
    for path in sorted(root.glob(f"{name}/*")):
        if path.name not in (CARD, NOTES) and path.parent.name[0] not in "_.":
            meant = next((name for name in (CARD, NOTES) if name[:4] == path.name.lower()[:4]), "")
            remedy = f"did you mean {meant}?" if meant else "remove it"
            yield Problem(path, 1, f"is no file of a project ({CARD}, {NOTES}): {remedy}")


def _remedy(name: str) -> str:
    folder, _, rest = name.rpartition("/")
    right_folder = _OTHER_FOLDERS.get(folder, folder)
    if right_folder in ("runs", "pastes", "not") and "/" not in folder:
        wanted = f"{right_folder}/{rest.partition('.')[0]}.txt"
        return f"name it {wanted}, or remove it"
    if name.startswith("article.") and name.endswith(".md"):
        return f"did you mean {' or '.join(_TRANSLATIONS)}? Else remove it"
    if close := closest(name, _NAMES):
        return f"did you mean {close}? Else remove it"
    return f"remove it; an article has {', '.join(_NAMES)}"
