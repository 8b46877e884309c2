"""The notes of projects, each file of them compiled once: to read YAML takes a hundred times as long as to read JSON.

What was compiled lies in var/notes/, named after the content of its file, and can be deleted at any time.
"""

import hashlib
import json
import logging
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from django.conf import settings

from tracefix.articles.model import Article, ArticleError, Problem
from tracefix.bundle.article_json import from_values, to_values
from tracefix.projects.notes import load_notes as load_file
from tracefix.projects.notes import note_files
from tracefix.search import checked_folder
from tracefix.search.checked_folder import UnusableFolderError

log = logging.getLogger(__name__)
_FILE = "notes.json"
_FORMAT = "1"  # raise it with every change to what a note becomes


def load_notes(root: Path) -> tuple[Article, ...]:
    """Every note below `root`, as articles ordered by slug. Raises ArticleError with the problems of all files."""
    notes: list[Article] = []
    problems: list[Problem] = []
    for path in note_files(root):
        try:
            notes += _load(path)
        except ArticleError as error:
            problems += error.problems
    if problems:
        raise ArticleError(problems)
    return tuple(notes)


def sound_notes(root: Path, before: Iterable[Article]) -> tuple[Article, ...]:
    """The notes of the files that can be read, and the earlier ones of those that are broken."""
    notes: list[Article] = []
    for path in note_files(root):
        try:
            notes += _load(path)
        except ArticleError:
            notes += (note for note in before if note.folder == path.parent)
    return tuple(notes)


def _load(path: Path) -> list[Article]:
    label = f"{path.parent.name}-{_fingerprint(path)}"
    compiled = settings.VAR_DIR / "notes" / label
    try:
        values = json.loads(checked_folder.read(compiled, label)[_FILE])
        return [replace(from_values(each), folder=path.parent) for each in values]
    except FileNotFoundError:
        notes = [note.article for note in load_file(path)]
    except (UnusableFolderError, ValueError, LookupError, TypeError) as error:  # damaged, or of another release
        log.warning("The compiled notes %s are not used (%s).", compiled, type(error).__name__)
        return [note.article for note in load_file(path)]
    content = json.dumps([to_values(note) for note in notes], ensure_ascii=False).encode()
    try:
        checked_folder.write(compiled, {_FILE: content}, label)
    except OSError as error:
        log.warning("The compiled notes %s cannot be written (%s).", compiled, error.strerror)
    return notes


def _fingerprint(path: Path) -> str:
    try:
        content = path.read_bytes()
    except OSError:
        content = b""  # the loader says what is wrong
    return hashlib.sha256(_FORMAT.encode() + content).hexdigest()[:16]
