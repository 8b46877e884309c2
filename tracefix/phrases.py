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


class Template(str):
    """A template that brings its translations, by language: it stands in a file of the library, not in the code."""

    translations: Mapping[str, str]

    def __new__(cls, text: str, translations: Mapping[str, str]) -> Self:
        template = super().__new__(cls, text)
        template.translations = translations
        return template

    @classmethod
    def of_text(cls, text: str, translations: Mapping[str, str]) -> Self:
        """The template of a text without values: its braces are braces."""
        return cls(_escape(text), {language: _escape(said) for language, said in translations.items()})


def _escape(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def fill_in(template: str, values: Mapping[str, str | tuple[str, ...]], alternative: str = _OR) -> str:
    """The template with its values; several values for one place are alternatives. Raises KeyError."""
    return template.format_map(
        {name: value if isinstance(value, str) else alternative.join(value) for name, value in values.items()}
    )


def translate(text: str, language: str, gettext: Callable[[str], str]) -> str:
    """A sentence or a label in another language, and the sentences that are values in it.

    `gettext` translates a template that brings no translations.

    >>> translate(Phrase("Line {line}", line="3"), "fr", {"Line {line}": "Ligne {line}", " or ": " ou "}.__getitem__)
    'Ligne 3'
    """
    if not isinstance(text, Phrase):
        return gettext(text) if text else ""
    values = {
        name: translate(value, language, gettext) if isinstance(value, Phrase) else value
        for name, value in text.values.items()
    }
    return fill_in(translated(text.template, language, gettext), values, gettext(_OR)) if text else ""


def translated(template: str, language: str, gettext: Callable[[str], str]) -> str:
    """A template in another language: in its own translation, or that of `gettext`."""
    own = template.translations.get(language) if isinstance(template, Template) else None
    return own or gettext(template)


def sentence(template: str) -> str:
    """Mark a template for translation where it is written, when it becomes a Phrase somewhere else."""
    return template
