"""Find the texts that a pattern requires: every match contains at least one of them.

If a paste has none of them, the pattern need not be tried. A pattern that begins with a choice is no exception:
`(?:Killed|killed)$` holds one of two texts. We read the pattern with Python's own parser, which knows nearly all that
RE2 does.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import re2

from tracefix.compat import regex_parser  # reads our own patterns, never a paste
from tracefix.reading.cleaning import squash

_OTHERWISE = re2.compile(r"\\.|\(\?P<\w+>")  # what Python's parser may read otherwise than RE2
# The end of the text; and a group whose name another one may bear, too, which Python refuses
_FOR_PYTHON = {r"\z": r"\Z", "(?P": "(?:"}
_MOST_TEXTS = 40

_Token = tuple[Any, Any]  # what it does, and to what


def texts_of_pattern(pattern: str) -> tuple[str, ...]:
    """Squashed texts of which every match of the pattern holds at least one; none if that is not certain.

    >>> texts_of_pattern("(?m)^(?:zsh: )?(?:[Kk]illed|Aborted)")
    ('killed', 'aborted')
    """
    try:
        tokens = regex_parser.parse(_OTHERWISE.sub(lambda found: _FOR_PYTHON.get(found[0][:3], found[0]), pattern))
    except Exception:  # RE2 knows things that Python's parser does not
        return ()
    return _of_sequence(tokens)


def literals_of_pattern(pattern: str) -> list[str]:
    """The pieces of plain text that stand in a pattern outside of any group, as they are written."""
    try:
        tokens = regex_parser.parse(pattern)
    except Exception:  # … then the signature may be tried on every paste
        return []
    pieces = [""]
    for operation, argument in tokens:
        if operation is regex_parser.LITERAL:
            pieces[-1] += chr(argument)
        else:
            pieces.append("")
    return pieces


def _of_sequence(tokens: Iterable[_Token]) -> tuple[str, ...]:
    """The longest required text among parts that must all match; the first of equally long ones."""
    best = max(_of_parts(tokens), key=_shortest)
    return best if all(best) else ()


def _shortest(texts: Iterable[str]) -> int:
    return min((len(text.encode()) for text in texts), default=0)


def _of_parts(tokens: Iterable[_Token]) -> Iterator[tuple[str, ...]]:
    """The texts of each part of a sequence."""
    run = ""
    for operation, argument in tokens:
        if operation is regex_parser.AT:  # a place between two characters
            continue
        if character := _character(operation, argument):
            run += character
            continue
        yield (squash(run),)
        run = ""
        yield _of_part(operation, argument)
    yield (squash(run),)


def _character(operation: object, argument: Any) -> str:
    """The one character that this stands for, whatever its case; "" if it may be another."""
    if operation is regex_parser.LITERAL:
        return chr(argument)
    if operation is not regex_parser.IN:
        return ""
    lowered = {squash(chr(given)) if kind is regex_parser.LITERAL else "" for kind, given in argument}
    return lowered.pop() if len(lowered) == 1 else ""


def _of_part(operation: object, argument: Any) -> tuple[str, ...]:
    if operation is regex_parser.SUBPATTERN:
        return _of_sequence(argument[-1])
    if operation in (regex_parser.MAX_REPEAT, regex_parser.MIN_REPEAT):
        return _of_sequence(argument[2]) if argument[0] else ()
    if operation is not regex_parser.BRANCH:
        return ()
    branches = [_of_sequence(branch) for branch in argument[1]]
    texts = tuple(dict.fromkeys(text for branch in branches for text in branch))
    return texts if all(branches) and len(texts) <= _MOST_TEXTS else ()
