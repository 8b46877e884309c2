"""Hints: what a person should know of the paste itself, beside the articles that fit.

A new hint needs a code and a rule with its sentence here, a test, and the sentence's translation.
"""

import enum
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.core.articles.model import Article
from kb.core.matching.verdict import Match
from kb.core.phrases import Phrase
from kb.core.reading.long_logs import OVERLONG
from kb.core.reading.paste import Paste
from kb.core.reading.report import Report


class HintCode(enum.StrEnum):
    """What a hint is about, as the API names it."""

    CUT = "cut"
    WRAPPER_ONLY = "wrapper-only"
    NO_ERROR = "no-error"
    FIXED_VERSION = "fixed-version"
    UNREAD = "unread"


@dataclass(frozen=True, slots=True)
class Hint:
    """One remark on a paste."""

    code: HintCode
    text: Phrase


def find_hints(
    paste: Paste, report: Report, matches: Sequence[Match], versions: Mapping[str, str], *, untried: int
) -> Iterator[Hint]:
    """Every hint that applies; `untried` is how many signatures were not compared with the paste."""
    yield from _missing_error(report, matches)
    if matches:
        yield from _fixed_versions(matches[0].article, versions)
    yield from _unread(paste, report, untried)


def _missing_error(report: Report, matches: Sequence[Match]) -> Iterator[Hint]:
    """Say so where the error itself is not in the paste."""
    if not all(error.is_secondary for error in report.errors):
        return
    if report.is_cut and not matches:
        text = Phrase(
            "Your paste stops before its error line. Paste the line after the last `File …` frame, too: it names the "
            "exception and says what went wrong."
        )
        yield Hint(HintCode.CUT, text)
    elif not report.errors and not matches:
        text = Phrase(
            "We found no error line in it. Paste everything from `Traceback (most recent call last)` to the end."
        )
        yield Hint(HintCode.NO_ERROR, text)
    elif all(match.article.is_wrapper for match in matches):
        text = Phrase(
            "What you pasted only says that another process failed. Scroll up to the first traceback of that process, "
            "or look into its own log, and paste that."
        )
        yield Hint(HintCode.WRAPPER_ONLY, text)


def _fixed_versions(article: Article, versions: Mapping[str, str]) -> Iterator[Hint]:
    """Say so where a version read from the paste is one that does not have this error."""
    for affected in article.affects:
        version = versions.get(affected.package.lower())
        if version and str(affected.versions) and not affected.versions.contains(version, prereleases=True):
            text = Phrase(
                "Your paste shows {package} {version}; this error is known from {package} {versions}. You may have "
                "the fix already: read “When it is something else”.",
                package=affected.package,
                version=version,
                versions=str(affected.versions),
            )
            yield Hint(HintCode.FIXED_VERSION, text)


def _unread(paste: Paste, report: Report, untried: int) -> Iterator[Hint]:
    """Say what a paste was too long, or too full of errors, to be read for."""
    if OVERLONG in paste.applied:
        text = Phrase(
            "Your paste is very long: we read its beginning and its end, and left out the middle. If your error "
            "stands there, paste that part alone."
        )
        yield Hint(HintCode.UNREAD, text)
    if report.unread_from:
        text = Phrase(
            "Your paste holds very many errors: we stopped reading closely at line {line}. If your error stands "
            "below it, paste that part alone.",
            line=str(report.unread_from),
        )
        yield Hint(HintCode.UNREAD, text)
    if untried:
        text = Phrase(
            "Your paste holds words of very many known errors: {number} of our patterns were not compared with it. "
            "Paste only the part around your error.",
            number=str(untried),
        )
        yield Hint(HintCode.UNREAD, text)
