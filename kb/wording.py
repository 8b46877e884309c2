"""What the library says, in plain words for readers: sentences, Markdown and versions, in the language of the page."""

from functools import lru_cache

from django.utils.translation import gettext
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from kb.languages import current
from tracefix.articles import rendering
from tracefix.languages import ENGLISH
from tracefix.phrases import Phrase, translate


def say(phrase: Phrase | None) -> str:
    """A sentence of the core in the language of the page, and the sentences that are values in it."""
    return say_phrase(phrase or "")


def say_phrase(text: str) -> str:
    """A sentence or a label of the core in the active language."""
    if current() == ENGLISH:  # a phrase is its finished English sentence
        return str(text)
    return translate(text, current(), gettext)


@lru_cache(maxsize=4096)
def plain(markdown: str) -> str:
    """The words of a Markdown text, on one line."""
    return " ".join(rendering.to_text(markdown).split())


def specifiers(versions: SpecifierSet) -> str:
    """Version specifiers with the lower bound first, after a space; "" for all versions."""
    found = sorted(versions, key=lambda specifier: Version(specifier.version.removesuffix(".*")))
    return f" {', '.join(map(str, found))}" if found else ""
