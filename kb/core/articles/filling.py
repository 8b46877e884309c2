r"""Filling an article's `{{name|example}}` marks with what the reader's paste has in their place.

Logs hold text that others wrote, and people run what an article tells them to. So prose shows any value, and code only
one that fits a strict pattern and that reads back: the code is parsed with a word in the mark's place and again with
the value, quoted for where it stands, and the two may differ in nothing but that word. Where no quoting does that, the
article's example stays. A new language is one more reader in `_READERS`.

>>> words("`ls {{path|a}}`", {"path": "b/c.pkl"}), words("`ls {{path|a}}`", {"path": "$(reboot)"})
(['b/c.pkl'], ['a'])
"""

import ast
import json
import re
import tomllib
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from kb.core.linear_re import compiled

LONGEST = 256  # characters of a value in code
LONGEST_IN_PROSE = 300

# These run on our own files only, never on a paste.
PLACEHOLDER = re.compile(r"\{\{([a-z][a-z0-9_]*)\|([^{}\n]*)\}\}")
_FENCE = r"^(?P<fence>~{3,}|`{3,})[ ]*(?P<language>[^\n`]*)\n(?P<block>.*?)^(?P=fence)[ ]*$"
_INLINE = r"(?<![\\`])(?P<ticks>`+)(?!`)(?P<span>(?:(?!\n[ \t]*\n).)+?)(?<!`)(?P=ticks)(?!`)"
_PYTHON = re.compile(r"(?:.*/)?python[\d.]*")

# A shell's words, in our own code with a short value in it that fits the pattern below. No two of these begin alike.
_PART = r"""[^\s();<>|&\\"'`]|\\.|"(?:[^"\\]|\\.)*"|'[^']*'"""
_SHELL = re.compile(rf"(?s)(?:[ \t\r]|\\\n)+|#[^\n]*|(?P<between>[();<>|&\n]+)|(?P<word>(?:(?!\\\n)(?:{_PART}))+)")
_QUOTED = re.compile(r"""(?s)\\.|"(?:[^"\\]|\\.)*"|'[^']*'""")
_ESCAPED = re.compile(r"""\\([\\"$`])""")  # within double quotes the backslash stays before all else

# What code may hold: nothing that a shell gives a meaning but the backslash, and no option.
_STRICT = compiled(r"[A-Za-z0-9_./@:+\\][A-Za-z0-9_./@:+\\-]*")
# What is shown as a program printed it, to be read and not run: also `2.00 GiB`, `a, b`, `main.<locals>.<lambda>`, -9.
_WORD = r"(?:[A-Za-z0-9_./@:+\\]|<locals>|<lambda>)(?:[A-Za-z0-9_./@:+\\-]|<locals>|<lambda>)*"
_PRINTED = compiled(rf"{_WORD}(?:,? {_WORD})*|-[0-9]+")
_DOUBLED = compiled(r"(?:[^\\]|\\\\)*")  # every backslash twice: so prints Python's repr()

_RUNS_ITS_WORDS = {"bash", "sh", "zsh", "eval", "ssh", "su", "xargs", "sed", "awk", "perl", "ruby", "node", "pwsh"}
_RULES_OF_ITS_OWN = ("$(", "`", "<<")  # in a shell; what stands within is quoted in another way


@dataclass(frozen=True, slots=True)
class _Mark:
    """A placeholder; in parsed code `word` stands for it; `line` is its line in the Markdown, from 0."""

    name: str
    example: str
    word: str
    line: int


@dataclass(frozen=True, slots=True)
class _Piece:
    """A block or a span of code with the words of its marks; or one mark in prose, without `language`."""

    language: str
    code: str
    marks: tuple[_Mark, ...]


class _UnreadableError(ValueError):
    """Code in which the quoting cannot be decided; the text says why, and what to do."""


def words(markdown: str, values: Mapping[str, str] = {}) -> list[str]:
    """What stands for each placeholder, in order: the value where it may stand, or else the example."""
    return [word for piece in _pieces(markdown) for word in _fill(piece, values)]


def fill(markdown: str, values: Mapping[str, str] = {}) -> str:
    """The Markdown with its placeholders filled: for plain text, never for HTML."""
    ready = iter(words(markdown, values))
    return PLACEHOLDER.sub(lambda _: next(ready), markdown)


def problems(markdown: str) -> Iterator[tuple[int, str]]:
    """The marks in code that no value could fill: the line, from 0, and what to do about it."""
    for piece in _pieces(markdown):
        for mark in piece.marks if piece.language else ():
            shown = f"{{{{{mark.name}|…}}}}"
            try:
                fits = _fitting(piece, mark, mark.example)
            except _UnreadableError as error:
                yield mark.line, f"{shown} stands in code that {error}"
            else:
                if not fits:
                    yield mark.line, f"{shown}: its example is no word or name that fits there; so would no value"


def names_in_prose(markdown: str) -> Iterator[tuple[int, str]]:
    """The marks that are filled as prose: the line, from 0, and the name."""
    return ((piece.marks[0].line, piece.marks[0].name) for piece in _pieces(markdown) if not piece.language)


# ── where the marks stand ───────────────────────────────────────────────────────────────────────────────────────

_PROSE, _INLINE_CODE, _AS_PRINTED = "", "inline", "text"


@lru_cache(maxsize=1024)
def _pieces(markdown: str) -> tuple[_Piece, ...]:
    stem = "yoursq"
    while stem in markdown:
        stem += "q"
    marks: dict[str, _Mark] = {}

    def set_word(found: re.Match[str]) -> str:
        word = f"{stem}{len(marks)}z"
        marks[word] = _Mark(found[1], found[2], word, markdown.count("\n", 0, found.start()))
        return word

    text = PLACEHOLDER.sub(set_word, markdown)
    word = rf"{stem}\d+z"
    parts = re.finditer(rf"(?ms){_FENCE}|{_INLINE}|(?P<prose>{word})", text)
    pieces = (_piece(found, [marks[one] for one in re.findall(word, found[0])]) for found in parts)
    return tuple(piece for piece in pieces if piece.marks)


def _piece(found: re.Match[str], marks: list[_Mark]) -> _Piece:
    if found["prose"]:
        return _Piece(_PROSE, found[0], tuple(marks))
    if found["fence"]:
        return _Piece(found["language"].strip() or "no language", found["block"], tuple(marks))
    code = found["span"].strip()
    is_alone = len(marks) == 1 and code == marks[0].word
    return _Piece(_AS_PRINTED if is_alone else _INLINE_CODE, code, tuple(marks))


# ── what fits there ─────────────────────────────────────────────────────────────────────────────────────────────


def _fill(piece: _Piece, values: Mapping[str, str]) -> Iterator[str]:
    for mark in piece.marks:
        value = " ".join(values.get(mark.name, "").split())
        try:
            yield (value and _fitting(piece, mark, value)) or mark.example
        except _UnreadableError:
            yield mark.example


def _fitting(piece: _Piece, mark: _Mark, value: str) -> str:
    """The value as it may be written for the mark; empty where it may not. Raises _UnreadableError."""
    if piece.language == _PROSE:
        return value if len(value) <= LONGEST_IN_PROSE else value[:LONGEST_IN_PROSE] + "…"
    if piece.language == _AS_PRINTED:
        return value if len(value) <= LONGEST and _PRINTED.fullmatch(value) else ""
    read, said = _reading(piece)
    if len(value) > LONGEST or "://" in value or not _STRICT.fullmatch(value):
        return ""  # an address neither: pip and git run or fetch what it names
    if mark.word not in said:  # it stands in a comment
        return "" if "\\" in value else value
    if _DOUBLED.fullmatch(value):
        value = value.replace("\\\\", "\\")
    wanted = said.replace(mark.word, value)
    for times in (4, 2, 1) if "\\" in value else (1,):  # in a Python string within a shell's, within one, within none
        candidate = value.replace("\\", "\\" * times)
        with suppress(_UnreadableError):
            if _said(read, piece.code.replace(mark.word, candidate)) == wanted:
                return candidate
    return ""


# ── what code says ──────────────────────────────────────────────────────────────────────────────────────────────

_Reader = Callable[[str], Iterator[str]]  # code -> its words, names and structure, comments left out

_FILE = "<filled>"
# A value such as `1or` in a name's place: not to be told on stderr, which holds nothing of a paste.
warnings.filterwarnings("ignore", module=_FILE)


@lru_cache(maxsize=1024)
def _reading(piece: _Piece) -> tuple[_Reader, str]:
    """How the article's own code is read, and what it says. Raises _UnreadableError."""
    read = _reader(piece)
    return read, _said(read, piece.code)


def _reader(piece: _Piece) -> _Reader:
    if piece.language == _INLINE_CODE:
        with suppress(SyntaxError, ValueError):
            ast.parse(piece.code, _FILE)
            return _read_python
        return _read_shell
    if piece.language not in _READERS:
        known = ", ".join(sorted({*_READERS, _AS_PRINTED}))
        raise _UnreadableError(f"is of {piece.language}: make it one of {known}, or write the example alone")
    return _READERS[piece.language]


def _said(read: _Reader, code: str) -> str:
    try:
        return "\0".join(read(code))
    except (SyntaxError, ValueError) as error:
        if isinstance(error, _UnreadableError):
            raise
        raise _UnreadableError(f"cannot be read ({error}): close its quotes, and leave nothing out") from error


def _read_shell(code: str) -> Iterator[str]:
    for sign in _RULES_OF_ITS_OWN:
        if sign in code:
            raise _UnreadableError(f"holds {sign}, within which quoting is another: write two commands")
    end, command = 0, list[str]()
    for found in _SHELL.finditer(code):
        if found.start() > end:
            break
        end = found.end()
        if found["between"]:
            command = []
            yield found[0]
        elif found["word"]:
            word = _QUOTED.sub(_unquoted, found[0])
            if word in _RUNS_ITS_WORDS:
                raise _UnreadableError(f"calls {word}, which reads its words as a program: write the example alone")
            is_python = command[-1:] == ["-c"] and any(map(_PYTHON.fullmatch, command))
            command.append(word)
            yield from _read_python(word) if is_python else [word]
    if end < len(code):
        raise _UnreadableError("has a quote that is not closed: close it")


def _unquoted(found: re.Match[str]) -> str:
    text = found[0]
    if text[0] == "'":
        return text[1:-1]
    return _ESCAPED.sub(r"\1", text[1:-1]) if text[0] == '"' else text[1:]


def _read_python(code: str) -> Iterator[str]:
    return _flat(ast.parse(code, _FILE))


def _flat(thing: object) -> Iterator[str]:
    """A tree in order, its texts as they are. `argparse.Namespace` is one name, for a name may be a dotted one."""
    match thing:
        case str():
            yield f"str {thing}"
        case ast.Attribute() if dotted := _dotted(thing):
            yield f"name {dotted}"
        case ast.Name():
            yield f"name {thing.id}"
        case ast.AST():
            yield type(thing).__name__
            for field in thing._fields:
                yield from _flat(getattr(thing, field))
        case list():
            yield f"list of {len(thing)}"
            for held in thing:
                yield from _flat(held)
        case dict():
            yield from _flat([[key, held] for key, held in thing.items()])
        case bytes():
            yield f"bytes {thing.decode('latin-1')}"
        case _:
            yield repr(thing)


def _dotted(node: ast.expr) -> str:
    match node:
        case ast.Name():
            return node.id
        case ast.Attribute():
            start = _dotted(node.value)
            return start and f"{start}.{node.attr}"
    return ""


_READERS: Mapping[str, _Reader] = {
    **dict.fromkeys(("bash", "sh", "console"), _read_shell),
    "python": _read_python,
    "json": lambda code: _flat(json.loads(code)),
    "toml": lambda code: _flat(tomllib.loads(code)),
}
