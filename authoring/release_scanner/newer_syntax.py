"""Source of a newer Python, as the one that reads it can parse it: without the type parameters of Python 3.12."""

import io
import tokenize
from collections.abc import Iterator, Sequence

_Range = tuple[tuple[int, int], tuple[int, int]]  # from a line and column to another, as tokens have them
_IGNORED = (tokenize.NL, tokenize.COMMENT)
_BEFORE_STATEMENTS = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)


def without_type_parameters(source: bytes) -> bytes | None:
    """`def f[T](x: T)` as `def f(x: T)`, and `type Name[T] = …` as `Name = …`; None if there are none.

    >>> without_type_parameters(b"type Pair[T] = tuple[T, T]")
    b'Pair = tuple[T, T]'
    """
    text = source.decode("utf-8", "replace")
    try:
        tokens = [each for each in tokenize.generate_tokens(io.StringIO(text).readline) if each.type not in _IGNORED]
    except (tokenize.TokenError, SyntaxError):
        return None
    ranges = list(_ranges(tokens))
    lines = io.StringIO(text).readlines()  # as the tokens count them
    for (first, start), (last, end) in reversed(ranges):
        lines[first - 1 : last] = [lines[first - 1][:start] + lines[last - 1][end:]]
    return "".join(lines).encode() if ranges else None


def _ranges(tokens: Sequence[tokenize.TokenInfo]) -> Iterator[_Range]:
    """The parts of the source to leave out, in order."""
    for place, (word, name, sign) in enumerate(zip(tokens, tokens[1:], tokens[2:], strict=False)):
        if name.type != tokenize.NAME:
            continue
        is_alias = word.string == "type" and sign.string in ("[", "=") and _begins_statement(tokens, place)
        if is_alias:
            yield word.start, name.start
        if sign.string == "[" and (is_alias or word.string in ("def", "class")):
            yield sign.start, _closing(tokens, place + 2).end


def _begins_statement(tokens: Sequence[tokenize.TokenInfo], place: int) -> bool:
    before = tokens[place - 1] if place else None
    return before is None or before.type in _BEFORE_STATEMENTS or before.string in (":", ";")


def _closing(tokens: Sequence[tokenize.TokenInfo], place: int) -> tokenize.TokenInfo:
    """The bracket that closes the one at a place; the last token where none does."""
    depth = 0
    for token in tokens[place:]:
        depth += (token.string in ("[", "(", "{")) - (token.string in ("]", ")", "}"))
        if not depth:
            return token
    return tokens[-1]
