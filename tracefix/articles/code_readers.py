"""Read code into its meaning: words, names and structure, without comments and however it is quoted.

filling.py compares the meaning of code before and after a value is put into it. To add a language, add its reader to
_READERS.
"""

import ast
import json
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from tracefix.compat import read_toml
from tracefix.lazy_pattern import lazy_pattern

Reader = Callable[[str], Iterator[str]]  # code -> its words, names and structure

WORDINGS = "text"  # the language of blocks that are shown as a program printed them

_PYTHON = lazy_pattern(r"(?:.*/)?python[\d.]*")

# The words of a shell. They run on an article's code, with a value in it that is short and fits filling.py's pattern.
# No two alternatives begin alike, so nothing is tried twice.
_PART = r"""[^\s();<>|&\\"'`]|\\.|"(?:[^"\\]|\\.)*"|'[^']*'"""
_SHELL = lazy_pattern(rf"(?s)(?:[ \t\r]|\\\n)+|#[^\n]*|(?P<between>[();<>|&\n]+)|(?P<word>(?:(?!\\\n)(?:{_PART}))+)")
_QUOTED = lazy_pattern(r"""(?s)\\.|"(?:[^"\\]|\\.)*"|'[^']*'""")
_ESCAPED = lazy_pattern(r"""\\([\\"$`])""")  # within double quotes the backslash stays before all else

# Programs that read a word as a program of its own, with quoting of its own.
_RUNS_ITS_WORDS = {"bash", "sh", "zsh", "eval", "ssh", "su", "xargs", "sed", "awk", "perl", "ruby", "node", "pwsh"}
_OTHER_QUOTING = ("$(", "`", "<<")  # signs within which a shell itself quotes in another way

_FILE = "<filled>"
# A value such as `1or` in a name's place makes the parser warn. On stderr the warning would show part of a paste.
warnings.filterwarnings("ignore", module=_FILE)


class UnreadableError(ValueError):
    """Code in which it cannot be decided how a value must be quoted; the text says why, and what to do."""


def reader_of(language: str) -> Reader:
    """The reader of a block's language. Raises UnreadableError."""
    if language not in _READERS:
        known = ", ".join(sorted({*_READERS, WORDINGS}))
        raise UnreadableError(f"is of {language}: make it one of {known}, or write the example alone")
    return _READERS[language]


def reader_of_inline(code: str) -> Reader:
    """The reader of code between backticks, which names no language: Python where it is that, else a shell."""
    with suppress(SyntaxError, ValueError):
        ast.parse(code, _FILE)
        return _read_python
    return _read_shell


def meaning(read: Reader, code: str) -> str:
    """What the code says, as one text to compare. Raises UnreadableError."""
    try:
        return "\0".join(read(code))
    except (SyntaxError, ValueError) as error:
        if isinstance(error, UnreadableError):
            raise
        raise UnreadableError(f"cannot be read ({error}): close its quotes, and leave nothing out") from error


def _read_shell(code: str) -> Iterator[str]:
    for sign in _OTHER_QUOTING:
        if sign in code:
            raise UnreadableError(f"holds {sign}, within which quoting is another: write two commands")
    end, command = 0, list[str]()
    for found in _SHELL.finditer(code):
        if found.start() > end:
            break
        end = found.end()
        if found["between"]:
            command = []
            yield found[0]
        elif found["word"]:
            word = _QUOTED.sub(_unquote, found[0])
            if word in _RUNS_ITS_WORDS:
                raise UnreadableError(f"calls {word}, which reads its words as a program: write the example alone")
            is_python = command[-1:] == ["-c"] and any(map(_PYTHON.fullmatch, command))
            command.append(word)
            yield from _read_python(word) if is_python else [word]
    if end < len(code):
        raise UnreadableError("has a quote that is not closed: close it")


def _unquote(found: re.Match[str]) -> str:
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
        case ast.Attribute() if dotted := _dotted_name(thing):
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


def _dotted_name(node: ast.expr) -> str:
    match node:
        case ast.Name():
            return node.id
        case ast.Attribute():
            start = _dotted_name(node.value)
            return start and f"{start}.{node.attr}"
    return ""


_READERS: Mapping[str, Reader] = {
    **dict.fromkeys(("bash", "sh", "console"), _read_shell),
    "python": _read_python,
    "json": lambda code: _flat(json.loads(code)),
    "toml": lambda code: _flat(read_toml(code)),
}
