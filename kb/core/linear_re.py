"""Regular expressions for pasted text: the part of Python's `re` interface that we use, on RE2.

RE2 takes time linear in the text however hostile it is (https://github.com/google/re2/wiki/WhyRE2). It works on UTF-8,
and so do we: where a text is not ASCII, the bytes before a match are counted as characters, from one match to the next.
RE2's own wrapper does that too, but takes several times as long.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import re2

Span = tuple[int, int]


class Match:
    """Where an expression fits: the part of re.Match that we use. Offsets count characters."""

    __slots__ = ("_expression", "_span", "_text")

    def __init__(self, expression: "Expression", text: str, span: Callable[[int], Span]) -> None:
        self._expression = expression
        self._text = text
        self._span = span

    def span(self, group: int | str = 0) -> Span:
        """(-1, -1) where the group took no part. Raises IndexError where there is no such group."""
        number = self._expression.groupindex.get(group, -1) if isinstance(group, str) else group
        if number < 0:
            raise IndexError(group)
        return self._span(number)

    def start(self, group: int | str = 0) -> int:
        return self.span(group)[0]

    def end(self, group: int | str = 0) -> int:
        return self.span(group)[1]

    def __getitem__(self, group: int | str) -> Any:
        """The group's text; None where it took no part."""
        start, end = self.span(group)
        return self._text[start:end] if start >= 0 else None

    def groups(self) -> tuple[Any, ...]:
        return tuple(self[group] for group in range(1, self._expression.group_count + 1))

    def groupdict(self) -> dict[str, Any]:
        return {name: self[name] for name in self._expression.groupindex}


class _Characters:
    """Says which character of a text begins at a byte of it. Bytes asked for in order are counted once."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._byte = self._character = 0

    def at(self, byte: int) -> int:
        if byte < 0:
            return byte
        if byte >= self._byte:
            self._character += len(self._data[self._byte : byte].decode())
        else:
            self._character -= len(self._data[byte : self._byte].decode())
        self._byte = byte
        return self._character


class Expression:
    """A compiled expression: the part of re.Pattern that we use. Raises re2.error where RE2 does not take it."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        options = re2.Options()
        options.log_errors = False  # they are raised
        self._compiled = re2.compile(pattern.encode(), options)
        self.groupindex: dict[str, int] = {name.decode(): number for name, number in self._compiled.groupindex.items()}
        self.group_count: int = self._compiled.groups

    def search(self, text: str) -> Match | None:
        """The first match anywhere."""
        data = text.encode()
        return self._match(text, data, self._compiled.search(data))

    def match(self, text: str) -> Match | None:
        """The match at the beginning."""
        data = text.encode()
        return self._match(text, data, self._compiled.match(data))

    def fullmatch(self, text: str) -> Match | None:
        """The match of the whole text."""
        data = text.encode()
        return self._match(text, data, self._compiled.fullmatch(data))

    def finditer(self, text: str) -> Iterator[Match]:
        """Every match, none inside another."""
        data = text.encode()
        if text.isascii():
            return (Match(self, text, found.span) for found in self._compiled.finditer(data))
        characters = _Characters(data)
        return (
            self._in_characters(text, found, characters)
            for found in self._compiled.finditer(data)
            if not _is_within_character(data, found.start())
        )

    def spans(self, text: str, group: int = 0) -> Iterator[Span]:
        """Where every match, or a group of it, stands; nothing of a match in which the group took no part."""
        data = text.encode()
        characters = None if text.isascii() else _Characters(data)
        for found in self._compiled.finditer(data):
            start, end = found.span(group)
            if start < 0 or (start == end and _is_within_character(data, start)):
                continue
            yield (characters.at(start), characters.at(end)) if characters else (start, end)

    def _match(self, text: str, data: bytes, found: "re2._Match | None") -> Match | None:
        if found is None or text.isascii():
            return found and Match(self, text, found.span)
        return self._in_characters(text, found, _Characters(data))

    def _in_characters(self, text: str, found: "re2._Match", characters: _Characters) -> Match:
        spans = [found.span(group) for group in range(self.group_count + 1)]
        return Match(self, text, [(characters.at(start), characters.at(end)) for start, end in spans].__getitem__)


def _is_within_character(data: bytes, byte: int) -> bool:
    """Whether no character begins here: after an empty match, RE2's wrapper goes on with the next byte."""
    return byte < len(data) and data[byte] & 0xC0 == 0x80


@cache
def compiled(pattern: str) -> Expression:
    """The expression of this pattern, compiled once. Raises re2.error."""
    return Expression(pattern)
