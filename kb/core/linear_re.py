"""Regular expressions for pasted text: the part of Python's `re` interface that we use, on RE2.

RE2 takes time linear in the text however hostile it is (https://github.com/google/re2/wiki/WhyRE2). It works on UTF-8,
and its wrapper counts the characters before every match again to say where it stands. Most pastes are ASCII, where a
byte is a character: we search those as bytes, and nothing is counted.
"""

from collections.abc import Iterator
from functools import cache, cached_property
from typing import Any

import re2


class Match:
    """Where an expression fits: the part of re.Match that we use. Offsets count characters."""

    __slots__ = ("_expression", "_found", "_text")

    def __init__(self, expression: "Expression", text: str, found: "re2._Match") -> None:
        self._expression = expression
        self._text = text
        self._found = found

    def span(self, group: int | str = 0) -> tuple[int, int]:
        """(-1, -1) where the group took no part. Raises IndexError where there is no such group."""
        if isinstance(group, str):
            group = self._expression.groupindex.get(group, -1)
        span: tuple[int, int] = self._found.span(group)
        return span

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


class Expression:
    """A compiled expression: the part of re.Pattern that we use. Raises re2.error where RE2 does not take it."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self._options = re2.Options()
        self._options.log_errors = False  # they are raised
        self._of_bytes = re2.compile(pattern.encode(), self._options)
        self.groupindex: dict[str, int] = {name.decode(): number for name, number in self._of_bytes.groupindex.items()}
        self.group_count: int = self._of_bytes.groups

    @cached_property
    def _of_text(self) -> "re2._Regexp":
        """Compiled when first needed: of the many expressions of a catalogue, few ever are."""
        return re2.compile(self.pattern, self._options)

    def search(self, text: str) -> Match | None:
        """The first match anywhere."""
        found = self._of_bytes.search(text.encode()) if text.isascii() else self._of_text.search(text)
        return found and Match(self, text, found)

    def match(self, text: str) -> Match | None:
        """The match at the beginning."""
        found = self._of_bytes.match(text.encode()) if text.isascii() else self._of_text.match(text)
        return found and Match(self, text, found)

    def fullmatch(self, text: str) -> Match | None:
        """The match of the whole text."""
        found = self._of_bytes.fullmatch(text.encode()) if text.isascii() else self._of_text.fullmatch(text)
        return found and Match(self, text, found)

    def finditer(self, text: str) -> Iterator[Match]:
        """Every match, none inside another."""
        every = self._of_bytes.finditer(text.encode()) if text.isascii() else self._of_text.finditer(text)
        return (Match(self, text, found) for found in every)


@cache
def compiled(pattern: str) -> Expression:
    """The expression of this pattern, compiled once. Raises re2.error."""
    return Expression(pattern)
