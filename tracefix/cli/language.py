"""The language that the client speaks: that of --lang, of TRACEFIX_LANG, or of the locale.

Its words are in the catalogue of the site, which the wheel ships. Python's gettext reads it as Django does.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path

from tracefix.languages import ENGLISH, LANGUAGES, language_of_locale
from tracefix.phrases import Phrase, translate

_ROOTS = Path(__file__).resolve().parents[1:3]  # of the client, which ships the catalogue; of the repository
_chosen: ContextVar[str] = ContextVar("language", default="")


def language() -> str:
    """The code of the language."""
    named = _chosen.get() or os.environ.get("TRACEFIX_LANG", "")
    return named if named in LANGUAGES else language_of_locale(os.environ)


@contextmanager
def in_language(code: str) -> Iterator[None]:
    """Speak a language for a while; "" leaves the choice to the environment."""
    token = _chosen.set(code)
    try:
        yield
    finally:
        _chosen.reset(token)


def say(text: str) -> str:
    """A sentence or a label in the language."""
    code = language()
    return str(text) if code == ENGLISH else translate(text, code, _catalogue(code).gettext)


def say_error(error: Exception) -> str:
    """The text of an exception, which may be a Phrase."""
    text = error.args[0] if error.args else ""
    return say(text) if isinstance(text, Phrase) else str(error)


@cache
def _catalogue(code: str) -> NullTranslations:
    folder = next((root / "locale" for root in _ROOTS if (root / "locale").is_dir()), None)
    return translation("django", folder, [LANGUAGES[code].tag.replace("-", "_")], fallback=True)
