"""What the library says, in plain words for readers: sentences, Markdown and versions, in the language of the page."""

from functools import lru_cache

from django.utils.translation import gettext
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from kb.languages import current
from tracefix.articles import rendering
from tracefix.languages import ENGLISH
from tracefix.phrases import Phrase, TranslatedPhrase, fill_in


def say(phrase: Phrase | None) -> str:
    """A sentence of the core in the language of the page, and the sentences that are values in it."""
    if not phrase or current() == ENGLISH:  # a phrase is its finished English sentence
        return str(phrase or "")
    if isinstance(phrase, TranslatedPhrase):
        return phrase.translations.get(current(), str(phrase))
    values = {name: say(value) if isinstance(value, Phrase) else value for name, value in phrase.values.items()}
    return fill_in(gettext(phrase.template), values, gettext(" or "))


def say_phrase(text: str) -> str:
    """A sentence or a label of the core in the active language."""
    if not text or current() == ENGLISH:
        return str(text)
    return say(text) if isinstance(text, Phrase) else gettext(text)


@lru_cache(maxsize=4096)
def plain(markdown: str) -> str:
    """The words of a Markdown text, on one line."""
    return " ".join(rendering.to_text(markdown).split())


def specifiers(versions: SpecifierSet) -> str:
    """Version specifiers with the lower bound first, after a space; "" for all versions."""
    found = sorted(versions, key=lambda specifier: Version(specifier.version.removesuffix(".*")))
    return f" {', '.join(map(str, found))}" if found else ""
