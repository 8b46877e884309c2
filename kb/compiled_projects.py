"""The cards and notes of projects, each file compiled once: to read YAML takes twenty times as long as to read JSON.

What was compiled lies in var/projects/, named after the content of its file, and can be deleted at any time.
"""

import hashlib
import json
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings

from tracefix.articles.model import Article, ArticleError
from tracefix.bundle import article_json, card_json
from tracefix.projects.loading import CARD, card_folders, collect, load_card, problems_between
from tracefix.projects.model import Card
from tracefix.projects.notes import load_notes as load_file
from tracefix.projects.notes import note_files
from tracefix.search import checked_folder
from tracefix.search.checked_folder import UnusableFolderError

log = logging.getLogger(__name__)
_T = TypeVar("_T")
_FILE = "values.json"
_FORMAT = "2"  # raise it with every change to what a card or a note becomes


def load_cards(root: Path) -> tuple[Card, ...]:
    """Every card below `root`, ordered by id. Raises ArticleError with the problems of all of them."""
    cards, problems = collect(_card_files(root), _load_card)
    problems += problems_between(cards)
    if problems:
        raise ArticleError(problems)
    return tuple(cards)


def sound_cards(root: Path, before: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that can be read, and the earlier ones of those that are broken."""
    kept = {card.id: card for card in before if (root / card.id).is_dir()}
    return tuple({**kept, **{card.id: card for card in collect(_card_files(root), _load_card)[0]}}.values())


def load_notes(root: Path) -> tuple[Article, ...]:
    """Every note below `root`, as articles ordered by slug. Raises ArticleError with the problems of all files."""
    notes, problems = collect(note_files(root), _load_notes)
    if problems:
        raise ArticleError(problems)
    return tuple(notes)


def sound_notes(root: Path, before: Iterable[Article]) -> tuple[Article, ...]:
    """The notes of the files that can be read, and the earlier ones of those that are broken."""
    notes: list[Article] = []
    for path in note_files(root):
        try:
            notes += _load_notes(path)
        except ArticleError:
            notes += (note for note in before if note.folder == path.parent)
    return tuple(notes)


def _card_files(root: Path) -> list[Path]:
    return [folder / CARD for folder in card_folders(root)]


def _load_card(path: Path) -> Sequence[Card]:
    def read(values: Any) -> Card:
        return replace(card_json.from_values(values), path=path)

    return _compiled(path, lambda: [load_card(path.parent)], card_json.to_values, read)


def _load_notes(path: Path) -> Sequence[Article]:
    def read(values: Any) -> Article:
        return article_json.from_values(values, path.parent)

    return _compiled(path, lambda: [note.article for note in load_file(path)], article_json.to_values, read)


def _compiled(
    path: Path, load: Callable[[], Sequence[_T]], write: Callable[[_T], Any], read: Callable[[Any], _T]
) -> Sequence[_T]:
    """What a file holds: read from what was compiled of it, or else loaded, and compiled. Raises ArticleError."""
    label = f"{path.parent.name}-{path.stem}-{_fingerprint(path)}"
    compiled = settings.VAR_DIR / "projects" / label
    try:
        return [read(values) for values in json.loads(checked_folder.read(compiled, label)[_FILE])]
    except FileNotFoundError:
        found = load()
    except (UnusableFolderError, ValueError, LookupError, TypeError) as error:  # damaged, or of another release
        log.warning("The compiled file %s is not used (%s).", compiled, type(error).__name__)
        return load()
    content = json.dumps([write(item) for item in found], ensure_ascii=False).encode()
    try:
        checked_folder.write(compiled, {_FILE: content}, label)
    except OSError as error:
        log.warning("The compiled file %s cannot be written (%s).", compiled, error.strerror)
    return found


def _fingerprint(path: Path) -> str:
    try:
        content = path.read_bytes()
    except OSError:
        content = b""  # the loader says what is wrong
    return hashlib.sha256(_FORMAT.encode() + content).hexdigest()[:16]
