r"""Fill an article's `{{name|example}}` placeholders with what the reader's paste has in their place.

Logs hold text that others wrote, and people run what an article tells them to. So prose shows any value, and code only
one that fits a strict pattern and that reads back: the code is read with a stand-in word in the placeholder's place and
again with the value, quoted for where it stands, and the two may differ in nothing but that word. Where no quoting does
that, the article's example stays.

>>> words("`ls {{path|a}}`", {"path": "b/c.pkl"}), words("`ls {{path|a}}`", {"path": "$(reboot)"})
(['b/c.pkl'], ['a'])
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from tracefix.articles.code_readers import WORDINGS, Reader, UnreadableError, meaning, reader_of, reader_of_inline
from tracefix.cutting import cut
from tracefix.lazy_pattern import lazy_pattern
from tracefix.linear_re import compile_expression

LONGEST = 256  # characters of a value in code
LONGEST_IN_PROSE = 300

# These run on our own files only, never on a paste.
PLACEHOLDER = lazy_pattern(r"\{\{([a-z][a-z0-9_]*)\|([^{}\n]*)\}\}")
_QUOTED = lazy_pattern(r"`\{\{([a-z][a-z0-9_]*)\|[^{}\n]*\}\}`")
_BLOCK = r"^(?P<fence>~{3,}|`{3,})[ ]*(?P<language>[^\n`]*)\n(?P<block>.*?)^(?P=fence)[ ]*$"
_SPAN = r"(?<![\\`])(?P<ticks>`+)(?!`)(?P<span>(?:(?!\n[ \t]*\n).)+?)(?<!`)(?P=ticks)(?!`)"

# What code may hold: nothing that a shell gives a meaning but the backslash, and no option.
_STRICT = compile_expression(r"[A-Za-z0-9_./@:+\\][A-Za-z0-9_./@:+\\-]*")
# What is shown as a program printed it, to be read and not run: also `2.00 GiB`, `a, b`, `main.<locals>.<lambda>`, -9.
_WORD = r"(?:[A-Za-z0-9_./@:+\\]|<locals>|<lambda>)(?:[A-Za-z0-9_./@:+\\-]|<locals>|<lambda>)*"
_PRINTED = compile_expression(rf"{_WORD}(?:,? {_WORD})*|-[0-9]+")
_OF_SOURCE = compile_expression(r"^\{[A-Za-z_][\w.]*\}[\"']")  # of an f-string: the line that raises was read
_DOUBLED = compile_expression(r"(?:[^\\]|\\\\)*")  # every backslash twice: so prints Python's repr()

_NUMBER = compile_expression(r"(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,17})?")
_STAND_IN = "1000000007"  # a number that takes a placeholder's place while code is read
_RAW = lazy_pattern(r"""(?s)(?<![\w'"])[rR](?P<quote>['"])(?:(?!(?P=quote)).)*$""")  # code that ends in a raw string

_MEANS_SOMETHING = compile_expression(
    r"^_[\w.:]*$|^[\w.:]*_$|\W__\w+__\W|<[A-Za-z/][^<>]*>"
)  # to Markdown: `__init__` is bold there, <a> a tag
_NAME_OR_NUMBER = lazy_pattern(r"[A-Z][A-Z0-9_]*|-?[0-9.]*[0-9][0-9.]*(?: [A-Za-z]+)?")  # PORT, -9, 62.00 MiB

_PROSE, _INLINE = "", "inline"  # what a piece has in place of a language where it is no block


def without_examples(markdown: str, values: Mapping[str, str]) -> str:
    """The text with `…` for each placeholder in quotes that has no value: its example would read as one of the paste.

    >>> without_examples("`{{name|probs}}` has {{count|many}} values, `{{other|x}}` none", {"other": "y"})
    '`…` has {{count|many}} values, `{{other|x}}` none'
    """
    return _QUOTED.sub(lambda found: found[0] if values.get(found[1]) else "`…`", markdown)


class Placeholder(NamedTuple):
    """`{{name|example}}`. `word` takes its place while the text is read; `line` is its line, from 0."""

    name: str
    example: str
    word: str
    line: int


class Marked(NamedTuple):
    """A text with a plain word for each placeholder. `word` fits these words; its group is the placeholder's number."""

    text: str
    placeholders: tuple[Placeholder, ...]
    word: re.Pattern[str]


class Origin(Enum):
    """Where the text that replaces a placeholder comes from."""

    PASTE = auto()
    EXAMPLE = auto()  # of the article: the reader puts another one in its place
    SENTENCE = auto()  # of the article too, but words that read on: "this allocation"


class Word(NamedTuple):
    """The text that replaces a placeholder."""

    text: str
    origin: Origin


class _Piece(NamedTuple):
    """A block or a span of code with placeholders, or one placeholder in prose, which has no language."""

    language: str
    code: str
    placeholders: tuple[Placeholder, ...]


def words(markdown: str, values: Mapping[str, str] = {}) -> list[str]:
    """The text that replaces each placeholder, in order: the value if it is allowed there, else the example."""
    return [word.text for word in marked_words(markdown, values)]


def marked_words(markdown: str, values: Mapping[str, str] = {}) -> list[Word]:
    """Like words(), with the origin of each: a page shows examples unlike the reader's own values."""
    return [word for piece in _pieces(markdown) for word in _fill(piece, values)]


def fill(markdown: str, values: Mapping[str, str] = {}) -> str:
    """The Markdown with its placeholders filled: for plain text, never for HTML."""
    if "{{" not in markdown:  # most have none
        return markdown
    ready = (_as_markdown(word, piece) for piece in _pieces(markdown) for word in _fill(piece, values))
    return PLACEHOLDER.sub(lambda _: next(ready), markdown)


def _as_markdown(word: Word, piece: _Piece) -> str:
    """A word for its place. A value such as `__init__` is code in prose, where its characters would mean something."""
    is_mistaken = piece.language == _PROSE and word.origin is Origin.PASTE and _MEANS_SOMETHING.search(word.text)
    return f"`{word.text}`" if is_mistaken and "`" not in word.text else word.text


def problems(markdown: str) -> Iterator[tuple[int, str]]:
    """The placeholders in code that no value could fill: the line, from 0, and what to do about it."""
    for piece in _pieces(markdown):
        for placeholder in piece.placeholders if piece.language else ():
            shown = f"{{{{{placeholder.name}|…}}}}"
            try:
                fits = _fitting(piece, placeholder, placeholder.example)
            except UnreadableError as error:
                yield placeholder.line, f"{shown} stands in code that {error}"
            else:
                if not fits:
                    name = placeholder.name
                    message = (
                        f"{shown}: code takes one word or name there, and {placeholder.example!r} is none: write one "
                        f"in capitals, such as {{{{{name}|{name.upper()}}}}}, or take it out of the code"
                    )
                    yield placeholder.line, message


def in_code(markdown: str, *, printed: bool) -> Iterator[Placeholder]:
    """The placeholders in code that readers copy; with `printed`, those in what is only shown as well."""
    for piece in _pieces(markdown):
        if piece.language != _PROSE and (printed or piece.language != WORDINGS):
            yield from piece.placeholders


def names_in_prose(markdown: str) -> Iterator[tuple[int, str]]:
    """The placeholders that are filled as prose: the line, from 0, and the name."""
    return (
        (piece.placeholders[0].line, piece.placeholders[0].name) for piece in _pieces(markdown) if not piece.language
    )


def mark(markdown: str) -> Marked:
    """Put a plain word that the text does not contain in place of each placeholder.

    The words pass through Markdown, through every lexer of Pygments, and through every reader of code in one piece.
    """
    stem = "yoursq"
    while stem in markdown:
        stem += "q"
    placeholders: list[Placeholder] = []

    def set_word(found: re.Match[str]) -> str:
        word = f"{stem}{len(placeholders)}z"
        placeholders.append(Placeholder(found[1], found[2], word, markdown.count("\n", 0, found.start())))
        return word

    text = PLACEHOLDER.sub(set_word, markdown)
    return Marked(text, tuple(placeholders), lazy_pattern(rf"{stem}(\d+)z"))


@lru_cache(maxsize=1024)
def _pieces(markdown: str) -> tuple[_Piece, ...]:
    """Split a text into its pieces with placeholders, in order."""
    marked = mark(markdown)
    parts = re.finditer(rf"(?ms){_BLOCK}|{_SPAN}|(?P<prose>{marked.word.pattern})", marked.text)
    pieces = (
        _piece(found, tuple(marked.placeholders[int(number)] for number in marked.word.findall(found[0])))
        for found in parts
    )
    return tuple(piece for piece in pieces if piece.placeholders)


def _piece(found: re.Match[str], placeholders: tuple[Placeholder, ...]) -> _Piece:
    if found["prose"]:
        return _Piece(_PROSE, found[0], placeholders)
    if found["fence"]:
        return _Piece(found["language"].strip() or "no language", found["block"], placeholders)
    code = found["span"].strip()
    is_alone = len(placeholders) == 1 and code == placeholders[0].word
    return _Piece(WORDINGS if is_alone else _INLINE, code, placeholders)


def _fill(piece: _Piece, values: Mapping[str, str]) -> Iterator[Word]:
    for placeholder in piece.placeholders:
        value = " ".join(values.get(placeholder.name, "").split())
        fitting = ""
        with suppress(UnreadableError):
            fitting = value and _fitting(piece, placeholder, value)
        yield Word(fitting, Origin.PASTE) if fitting else _word_of_article(piece, placeholder.example)


def _word_of_article(piece: _Piece, example: str) -> Word:
    is_example = piece.language != _PROSE or _NAME_OR_NUMBER.fullmatch(example)
    return Word(example, Origin.EXAMPLE if is_example else Origin.SENTENCE)


def _fitting(piece: _Piece, placeholder: Placeholder, value: str) -> str:
    """The value as it may be written in that place; empty if it may not. Raises UnreadableError."""
    if piece.language == _PROSE:
        return "" if _OF_SOURCE.search(value) else cut(value, LONGEST_IN_PROSE)
    if piece.language == WORDINGS:
        return value if len(value) <= LONGEST and _PRINTED.fullmatch(value) else ""
    return _quote(piece, placeholder, value)


def _quote(piece: _Piece, placeholder: Placeholder, value: str) -> str:
    """The value with the backslashes that code needs in that place; empty if none do. Raises UnreadableError."""
    read, meant_text = _reading(piece)
    if len(value) > LONGEST or "://" in value or not _STRICT.fullmatch(value):
        return ""  # an address neither: pip and git run or fetch what it names
    if placeholder.word not in meant_text:  # it stands in a comment
        return "" if "\\" in value else value
    if _DOUBLED.fullmatch(value):
        value = value.replace("\\\\", "\\")
    wanted_text = meant_text.replace(placeholder.word, value)
    if _NUMBER.fullmatch(value) and _fits_as_number(piece, placeholder, value):
        return value
    is_raw = _RAW.search(piece.code[: piece.code.find(placeholder.word)])
    # In a Python string within a shell's, within one, within none. In a raw string each backslash stays as it is.
    for times in (1, 2, 4) if is_raw else (4, 2, 1) if "\\" in value else (1,):
        candidate = value.replace("\\", "\\" * times)
        with suppress(UnreadableError):
            if meaning(read, piece.code.replace(placeholder.word, candidate)) == wanted_text:
                return candidate
    return ""


def _fits_as_number(piece: _Piece, placeholder: Placeholder, value: str) -> bool:
    """Whether a number may stand in place of a name in Python, as in `count = {{count|N}}`."""
    read, _ = _reading(piece)
    if _STAND_IN in piece.code:
        return False
    with suppress(UnreadableError):
        stand_in = meaning(read, piece.code.replace(placeholder.word, _STAND_IN))
        return meaning(read, piece.code.replace(placeholder.word, value)) == stand_in.replace(_STAND_IN, value)
    return False


@lru_cache(maxsize=1024)
def _reading(piece: _Piece) -> tuple[Reader, str]:
    """How the article's own code is read, and what it says. Raises UnreadableError."""
    read = reader_of_inline(piece.code) if piece.language == _INLINE else reader_of(piece.language)
    return read, meaning(read, piece.code)
