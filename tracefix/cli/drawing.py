"""Draw answers: as JSON, as text for a terminal, and as the one line that stands below a failure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tracefix.answers.answering import Answer
from tracefix.answers.brief import BRIEF, shorten_answer
from tracefix.answers.json_payloads import match_payload
from tracefix.answers.text import printable
from tracefix.articles.filling import fill
from tracefix.bundle.book import Book
from tracefix.cli.environment import base_url
from tracefix.matching.diagnosis import Diagnosis
from tracefix.matching.verdict import Match, Verdict

if TYPE_CHECKING:
    from tracefix.answers.json_payloads import Address
    from tracefix.answers.json_shapes import DiagnosisOut

_LONGEST_FIX = 300  # characters of a line
_MOST_LINES = 3


def address(slug: str) -> str:
    """The address of an article on the site: its path alone where no site is given."""
    return f"{base_url()}/articles/{slug}/"


def command(slug: str) -> str:
    """The command that shows an article here."""
    return f"tracefix explain {slug}"


def payload_of(book: Book, answer: Answer, where: Address = address) -> DiagnosisOut:
    """The answer as the site's API gives it, with the reader's own values in the fix."""
    return match_payload(answer.diagnosis, answer.related, where, personal=True)


def short_payload_of(answer: Answer) -> dict[str, Any]:
    """The answer as the site's API gives it to programs: short, and without empty fields."""
    return shorten_answer(match_payload(answer.diagnosis, answer.related, address, personal=True, limits=BRIEF))


def lines_of(book: Book, text: str, other_words: Mapping[str, str] = {}) -> list[str]:
    """A line for each known error in a text, with its fix; none if nothing is known for sure enough.

    A weak match is no known error here: nobody asked for an answer, so it must not mislead. `other_words` has the words
    that name the error in place of some lines of the text.
    """
    diagnosis = book.match(text)
    lines: dict[int | None, str] = {}
    for match in diagnosis.matches:
        if match.is_weak or match.error in lines or (lines and not _is_error_of_its_own(match, diagnosis)):
            continue
        headline = diagnosis.headline if not lines else match.quote
        lines[match.error] = _line(match, other_words.get(headline, headline))
    return list(lines.values())[:_MOST_LINES]


def _is_error_of_its_own(match: Match, diagnosis: Diagnosis) -> bool:
    """Whether a further match is about another root error, and sure of it."""
    return match.verdict is Verdict.EXACT and match.error is not None and diagnosis.errors[match.error].is_root


def _line(match: Match, headline: str) -> str:
    fix = printable(fill(match.fix, match.values).split("\n\n")[0])
    fix = fix if len(fix) <= _LONGEST_FIX else fix[:_LONGEST_FIX].rstrip() + "…"
    where = address(match.article.slug) if base_url() else command(match.article.slug)
    return f"tracefix: {printable(headline)} → {fix} ({where})"
