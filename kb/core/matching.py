"""From paste to answer: diagnose() (interface first; the work follows)."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field

from kb.core.articles import Article
from kb.core.tracebacks import Error


class Verdict(enum.StrEnum):
    EXACT = "exact"
    LIKELY = "likely"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the paste as it was given: character offsets, end excluded."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Match:
    """An article that fits, and why."""

    article: Article
    verdict: Verdict  # EXACT or LIKELY
    score: float  # 0..1
    reasons: tuple[str, ...]  # in words, best first
    spans: tuple[Span, ...]  # the evidence in the paste, to be marked
    captures: Mapping[str, str]  # what the signature's placeholders stand for in this paste
    error: int | None = None  # index into Diagnosis.errors


@dataclass(frozen=True, slots=True)
class Hint:
    code: str  # cut, wrapper-only, no-error, fixed-version
    text: str


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The answer to one paste; page, API and command draw it."""

    verdict: Verdict
    matches: tuple[Match, ...] = ()
    errors: tuple[Error, ...] = ()
    hints: tuple[Hint, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)  # "python": "3.10", "torch": "2.7.1+cu126", ...


class Catalogue:
    """All articles with their signatures compiled into one set. Immutable; build once, share between threads."""

    def __init__(self, articles: tuple[Article, ...]) -> None:
        self.articles = articles


def diagnose(text: str, catalogue: Catalogue) -> Diagnosis:
    """Say which known error the pasted text shows."""
    return Diagnosis(Verdict.NONE)
