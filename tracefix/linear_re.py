"""Regular expressions for pasted text: the part of Python's `re` interface that we use, on RE2.

RE2 takes time linear in the text however hostile it is (https://github.com/google/re2/wiki/WhyRE2). It works on bytes.
Most expressions name no character outside ASCII: for them a text has one byte for each character, so that every offset
is one of the text's. The others work on UTF-8: the bytes before a match are counted as characters, from one match to
the next. We call RE2 without its own wrapper in Python, which does that too, but takes several times as long as a short
search.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any

import re2

Span = tuple[int, int]

_SET_MEMORY = 512 << 20  # bytes; a set refuses to compile when it is short of memory, but seldom uses much
_SEARCHED_SINGLY = 16 << 10  # bytes that a set of texts searches before it is compiled
_FOLLOWING = bytes(range(0x80, 0xC0))  # the bytes of UTF-8 that begin no character
# In a pattern: what tells characters outside ASCII apart, though it is written in ASCII
_WIDE = re2.compile(r"\\(?:[pPC]|x\{|x[89A-Fa-f]|[1-3][0-7]{2})|\(\?[a-zA-Z]*i")
_ANYWHERE, _AT_START, _WHOLE = re2._Anchor.UNANCHORED, re2._Anchor.ANCHOR_START, re2._Anchor.ANCHOR_BOTH


class Text(str):
    """A text that many expressions are tried on: its bytes are made once."""

    __slots__ = ("_narrow", "_wide")
    _narrow: bytes
    _wide: bytes

    def wide(self) -> bytes:
        """In UTF-8."""
        try:
            return self._wide
        except AttributeError:
            self._wide = self.encode()
            return self._wide

    def narrow(self) -> bytes:
        """The text with one byte for each character. Characters outside ASCII all become the same byte."""
        try:
            return self._narrow
        except AttributeError:
            data = self.wide()
            self._narrow = data if len(data) == len(self) else data.translate(None, _FOLLOWING)
            return self._narrow


class TextMatch:
    """Where an expression fits: the part of re.Match that we use. Offsets count characters."""

    __slots__ = ("_expression", "_spans", "_text")

    def __init__(self, expression: "Expression", text: str, spans: Sequence[Span]) -> None:
        self._expression = expression
        self._text = text
        self._spans = spans

    def span(self, group: int | str = 0) -> Span:
        """(-1, -1) if the group took no part. Raises IndexError if there is no such group."""
        number = self._expression.groupindex.get(group, -1) if isinstance(group, str) else group
        if number < 0:
            raise IndexError(group)
        return self._spans[number]

    def start(self, group: int | str = 0) -> int:
        return self.span(group)[0]

    def end(self, group: int | str = 0) -> int:
        return self.span(group)[1]

    def __getitem__(self, group: int | str) -> Any:
        """The group's text; None if it took no part."""
        start, end = self.span(group)
        return self._text[start:end] if start >= 0 else None

    def groups(self) -> tuple[Any, ...]:
        text = self._text
        return tuple([text[start:end] if start >= 0 else None for start, end in self._spans[1:]])

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

    def of(self, spans: Sequence[Span]) -> list[Span]:
        return [(self.at(start), self.at(end)) for start, end in spans]


class Expression:
    """An expression: the part of re.Pattern that we use.

    It is compiled when it is first used, which raises re2.error where RE2 does not take it: a start needs few of the
    hundreds in our tables.
    """

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    @cached_property
    def _is_narrow(self) -> bool:
        """Whether it need not know which character outside ASCII stands where."""
        return self.pattern.isascii() and not _WIDE.search(self.pattern)

    @cached_property
    def _compiled(self) -> "re2._Regexp":
        options = re2.Options()
        if self._is_narrow:
            options.encoding = re2.Options.Encoding.LATIN1
        options.log_errors = False  # they are raised
        return re2.compile(self.pattern.encode(), options)

    @cached_property
    def _find(self) -> Callable[["re2._Anchor", bytes, int, int], Sequence[Span]]:
        """RE2's own search: anchor, text, first and last byte. It returns the spans of all groups."""
        search: Callable[[re2._Anchor, bytes, int, int], Sequence[Span]] = self._compiled._regexp.Match
        return search

    @cached_property
    def groupindex(self) -> Mapping[str, int]:
        """The numbers of the named groups."""
        return {name.decode(): number for name, number in self._compiled.groupindex.items()}

    def compile(self) -> "Expression":
        """Compile it now. Raises re2.error."""
        self._find  # noqa: B018 - made by being asked for
        return self

    def search(self, text: str, start: str = "") -> TextMatch | None:
        """The first match anywhere. `start` is what every match is known to begin with, but for one character."""
        data = self._bytes(text)
        first = _first_place(data, start) if start else 0
        return self._match(_ANYWHERE, text, data, first) if first >= 0 else None

    def match(self, text: str) -> TextMatch | None:
        """The match at the beginning."""
        return self._match(_AT_START, text, self._bytes(text))

    def fullmatch(self, text: str) -> TextMatch | None:
        """The match of the whole text."""
        return self._match(_WHOLE, text, self._bytes(text))

    def finditer(self, text: str, start: str = "") -> Iterator[TextMatch]:
        """Every match, none inside another. `start` is as for search: to find it is quick."""
        data = self._bytes(text)
        first = _first_place(data, start) if start else 0
        if first < 0:
            return iter(())
        if len(data) == len(text):
            return (TextMatch(self, text, spans) for spans in self._places(data, first))
        characters = _Characters(data)
        return (
            TextMatch(self, text, characters.of(spans))
            for spans in self._places(data, first)
            if not _is_within_character(data, spans[0][0])
        )

    def spans(self, text: str, group: int = 0) -> Iterator[Span]:
        """The positions of every match, or of a group in it. A match in which the group took no part is left out."""
        data = self._bytes(text)
        found = (spans[group] for spans in self._places(data) if spans[group][0] >= 0)
        if len(data) == len(text):
            return found
        at = _Characters(data).at
        return ((at(start), at(end)) for start, end in found if start < end or not _is_within_character(data, start))

    def span_in(self, data: bytes, start: int, end: int) -> Span:
        """Where in bytes, between two offsets, the first match begins and ends; (-1, -1) if there is none.

        For logs that nobody decodes: it sees the bytes of a character, and for `^` and `$` what stands beside them.
        """
        return self._find(_ANYWHERE, data, start, end)[0]

    def _bytes(self, text: str) -> bytes:
        if isinstance(text, Text):
            return text.narrow() if self._is_narrow else text.wide()
        data = text.encode()
        return data if len(data) == len(text) or not self._is_narrow else data.translate(None, _FOLLOWING)

    def _match(self, anchor: "re2._Anchor", text: str, data: bytes, position: int = 0) -> TextMatch | None:
        spans = self._find(anchor, data, position, len(data))
        if spans[0][0] < 0:
            return None
        return TextMatch(self, text, spans if len(data) == len(text) else _Characters(data).of(spans))

    def _places(self, data: bytes, position: int = 0) -> Iterator[Sequence[Span]]:
        """The spans, in bytes, of every match and its groups. After an empty one, RE2 goes on with the next byte."""
        last = len(data)
        while position <= last:
            spans = self._find(_ANYWHERE, data, position, last)
            start, end = spans[0]
            if start < 0:
                return
            yield spans
            position = max(end, position + 1)


class ExpressionSet:
    """Many short expressions, to find with one scan which of them fit a text: somewhere, or, `whole`, all of it."""

    def __init__(self, patterns: Iterable[str], *, whole: bool = False) -> None:
        self._patterns = tuple(patterns)
        self._make = re2.Set.FullMatchSet if whole else re2.Set.SearchSet

    @cached_property
    def _set(self) -> re2.Set:
        options = re2.Options()
        options.max_mem = _SET_MEMORY
        options.log_errors = False
        every = self._make(options)
        for pattern in self._patterns:
            every.Add(pattern)
        every.Compile()
        return every

    @cached_property
    def _find(self) -> Callable[[bytes], Sequence[int]]:
        """RE2's own search."""
        search: Callable[[bytes], Sequence[int]] = self._set._set.Match
        return search

    def found_in(self, text: str | bytes) -> list[int]:
        """The numbers of the expressions that fit, in their order. Bytes are taken to be UTF-8."""
        return sorted(self._find(_in_bytes(text))) if self._patterns else []


class TextSet(ExpressionSet):
    """Many texts, to find with one scan which of them occur in another."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = [text.encode() for text in texts]
        super().__init__(())
        self._searched = 0  # bytes

    @cached_property
    def _set(self) -> re2.Set:
        self._patterns = tuple(re2.escape(text.decode()) for text in self._texts)
        return super()._set

    def found_in(self, text: str | bytes) -> list[int]:
        """The numbers of the texts that occur, in their order.

        To compile a set takes as long as to look for each of its texts in some pages. A process that answers a single
        paste is spared that; one that goes on has it compiled soon.
        """
        data = _in_bytes(text)
        self._searched += len(data)
        if self._searched <= _SEARCHED_SINGLY:
            return [number for number, each in enumerate(self._texts) if each in data]
        return sorted(self._find(data)) if self._texts else []


def _in_bytes(text: str | bytes) -> bytes:
    return text.wide() if isinstance(text, Text) else text.encode() if isinstance(text, str) else text


def _first_place(data: bytes, start: str) -> int:
    """The first byte at which a match may begin; -1 if there is none."""
    found = data.find(start.encode())
    return max(0, found - 1) if found >= 0 else -1


def _is_within_character(data: bytes, byte: int) -> bool:
    """Whether no character begins here: as an empty match behind another may."""
    return byte < len(data) and data[byte] & 0xC0 == 0x80


@cache
def compile_expression(pattern: str) -> Expression:
    """The expression of this pattern, compiled once. Raises re2.error."""
    return Expression(pattern).compile()
