"""The messages of pages and core, gathered into locale/<language>/LC_MESSAGES/django.po, and compiled beside it.

Django's makemessages and compilemessages do this with GNU gettext, which few machines have; here it is Babel, a
development tool. https://babel.pocoo.org/en/latest/messages.html
"""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

# Whose arguments are messages: the first, or those that are numbered; "c" marks a context
KEYWORDS: dict[str, Any] = {
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "_": None,
    "Phrase": None,
    "sentence": None,
}
_FOLDERS = ("kb", "templates")
_WIDTH = 100


def catalogues() -> Iterator[Path]:
    """The catalogue of each language that there is, locale/<language>/LC_MESSAGES/django.po."""
    yield from sorted((settings.BASE_DIR / "locale").glob("*/LC_MESSAGES/django.po"))


def gather() -> Catalog:
    """Every message that is marked in Python and templates, without a translation."""
    gathered = Catalog(charset="utf-8", fuzzy=False)
    for path in _sources():
        name = path.relative_to(settings.BASE_DIR).as_posix()
        # a call with a variable holds no message: what the variable holds is marked where it is written
        for line, message, comments, context in extract(
            "python", _as_python(path), KEYWORDS, ["Translators:"], {"encoding": "utf-8"}
        ):
            gathered.add(message, locations=[(name, line)], auto_comments=comments, context=context)
    return gathered


def read(path: Path) -> Catalog:
    """The catalogue as it is on disk."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parents[1].name, charset="utf-8")


def updated(catalogue: Catalog, gathered: Catalog) -> Catalog:
    """The catalogue with what was gathered: new messages without a translation, none guessed; gone ones dropped."""
    catalogue.update(gathered, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    return catalogue


def is_translated(message: Message) -> bool:
    """Whether every form of the message has words in the catalogue's language."""
    return all(message.string) if isinstance(message.string, tuple) else bool(message.string)


def as_po(catalogue: Catalog) -> bytes:
    """The text of the .po file; without line numbers, so that it changes only where a message does."""
    file = io.BytesIO()
    write_po(file, catalogue, width=_WIDTH, include_lineno=False, sort_by_file=True)
    return file.getvalue()


def as_mo(catalogue: Catalog) -> bytes:
    """The compiled catalogue, which Django reads."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def _sources() -> Iterator[Path]:
    for folder in _FOLDERS:
        for path in sorted((settings.BASE_DIR / folder).rglob("*")):
            if path.suffix in {".py", ".html", ".txt", ".xml"}:
                yield path


def _as_python(path: Path) -> io.BytesIO:
    """The file, a template as Django's own makemessages reads it: calls of gettext(), all else blanked out."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        # what is blanked out is no Python: without its indentation it is at least words
        text = "\n".join(line.lstrip() for line in templatize(text, origin=str(path)).splitlines())
    return io.BytesIO(text.encode())
