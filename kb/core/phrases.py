"""Sentences that are put together here and may be said in another language elsewhere."""

from typing import Self


class Phrase(str):
    """An English sentence that still knows its template and the values in it.

    As a str it is the finished sentence. A page in another language translates `template`, in which `{name}` stands
    for a value, and fills in `values`.

    >>> phrase = Phrase("The stack passes through {file}.", file="a.py")
    >>> str(phrase), phrase.template, phrase.values
    ('The stack passes through a.py.', 'The stack passes through {file}.', {'file': 'a.py'})
    """

    template: str
    values: dict[str, str]

    def __new__(cls, template: str = "", **values: str) -> Self:
        phrase = super().__new__(cls, template.format_map(values))
        phrase.template = template
        phrase.values = values
        return phrase


def sentence(template: str) -> str:
    """A template as it is, marked as one: it is gathered for translation here, and becomes a Phrase elsewhere."""
    return template
