"""Phrases: English sentences that keep their template and values, so that a page can say them in another language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Self

_OR = " or "


class Phrase(str):
    """An English sentence that still knows its template and the values in it.

    As a str it is the finished sentence. A page in another language translates `template`, in which `{name}` stands
    for a value or for one of several, and fills in `values`.

    >>> phrase = Phrase("The stack passes through {file}.", file="a.py")
    >>> str(phrase), phrase.template, phrase.values
    ('The stack passes through a.py.', 'The stack passes through {file}.', {'file': 'a.py'})
    """

    template: str
    values: dict[str, str | tuple[str, ...]]

    def __new__(cls, template: str = "", **values: str | tuple[str, ...]) -> Self:
        phrase = super().__new__(cls, fill_in(template, values))
        phrase.template = template
        phrase.values = values
        return phrase


class TranslatedPhrase(Phrase):
    """A phrase that brings its translations, by language: it is written in a file of the library, not in the code."""

    translations: Mapping[str, str]

    @classmethod
    def of(cls, text: str, translations: Mapping[str, str]) -> Self:
        """The phrase of this text, in which braces are braces."""
        phrase = cls("{text}", text=text)
        phrase.translations = translations
        return phrase


def fill_in(template: str, values: Mapping[str, str | tuple[str, ...]], alternative: str = _OR) -> str:
    """The template with its values; several values for one place are alternatives. Raises KeyError."""
    return template.format_map(
        {name: value if isinstance(value, str) else alternative.join(value) for name, value in values.items()}
    )


def translate(text: str, language: str, gettext: Callable[[str], str]) -> str:
    """A sentence or a label in another language, and the sentences that are values in it.

    `gettext` translates a template.

    >>> translate(Phrase("Line {line}", line="3"), "fr", {"Line {line}": "Ligne {line}", " or ": " ou "}.__getitem__)
    'Ligne 3'
    """
    if isinstance(text, TranslatedPhrase):
        return text.translations.get(language, str(text))
    if not isinstance(text, Phrase):
        return gettext(text) if text else ""
    values = {
        name: translate(value, language, gettext) if isinstance(value, Phrase) else value
        for name, value in text.values.items()
    }
    return fill_in(gettext(text.template), values, gettext(_OR)) if text else ""


def sentence(template: str) -> str:
    """Mark a template for translation where it is written, when it becomes a Phrase somewhere else."""
    return template
