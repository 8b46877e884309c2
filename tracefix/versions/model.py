"""Releases, and the life of a name in them."""

from dataclasses import dataclass
from typing import Literal

STANDARD_LIBRARY = "Python"  # the package of the history of Python's own names

Kind = Literal["module", "class", "function", "method", "attribute", "argument"]


@dataclass(frozen=True, slots=True)
class Release:
    """A final release of a package. `read` is false if its names were not read."""

    version: str
    yanked: bool = False
    read: bool = True


@dataclass(frozen=True, slots=True)
class Span:
    """A run of releases that have a name, from the first to the last; `last` is None if the newest has it."""

    first: str
    last: str | None


@dataclass(frozen=True, slots=True)
class Life:
    """A name and the releases that have it.

    `name` is the whole name, `transformers.TrainingArguments.__init__(evaluation_strategy)` for an argument.
    `replacement` is what to use instead, where the library itself says so or the reviewed table does (`is_reviewed`).
    `raises` is the first release that has it only to raise an error; `pythons` are those on which it is there at all.
    """

    package: str
    name: str
    kind: Kind
    spans: tuple[Span, ...]
    replacement: str | None = None
    is_reviewed: bool = False
    raises: str = ""
    pythons: str = ""

    @property
    def instead(self) -> str | None:
        """The replacement, if it can be told: what texts say of names that live on, or of modules, may mean a part."""
        is_told = self.is_reviewed or (self.is_over and self.kind != "module")
        return self.replacement if is_told else None

    @property
    def is_over(self) -> bool:
        """Whether the newest release no longer has it."""
        return self.spans[-1].last is not None


@dataclass(frozen=True, slots=True)
class Boundaries:
    """The neighbours of a span: the nearest releases known to lack the name, and whether its edges are exact.

    `before` is the last release known without it before the span, None if none is known: where it is as old as the
    package, or older releases were not read or make their names while they run. `after` is the first known without it
    behind the span, None if the newest has it or that is not known. An edge is exact where no such release lies
    between both of its sides.
    """

    span: Span
    before: str | None
    after: str | None
    starts_exactly: bool
    ends_exactly: bool

    @property
    def is_end_known(self) -> bool:
        """Whether the newest release has the name, or one behind the span is known to lack it."""
        return self.after is not None or self.span.last is None
