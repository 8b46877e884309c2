"""Draw answers: as JSON, as text for a terminal, and as the one line that stands below a failure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tracefix.answers.brief import BRIEF, FULL, Limits, shorten_answer
from tracefix.answers.choice import Answer, choose_answers
from tracefix.answers.json_payloads import match_payload
from tracefix.answers.lookups import DiagnosedPaste
from tracefix.answers.text import printable
from tracefix.bundle.article_bundle import Bundle
from tracefix.cli.environment import base_url
from tracefix.cli.language import language, say
from tracefix.cutting import cut
from tracefix.matching.verdict import Match
from tracefix.phrases import Phrase

if TYPE_CHECKING:
    from tracefix.answers.json_payloads import Address
    from tracefix.answers.json_shapes import DiagnosisOut
    from tracefix.versions.answers import NameVersions

_LONGEST_FIX = 300  # characters of a line


def address(slug: str) -> str:
    """The address of an article on the site: its path alone where no site is given."""
    return f"{base_url()}/{'notes' if '/' in slug else 'articles'}/{slug}/"


def command(slug: str) -> str:
    """The command that shows an article here."""
    return f"tracefix explain {slug}"


def payload_of(
    bundle: Bundle,
    diagnosed: DiagnosedPaste,
    where: Address = address,
    *,
    personal: bool = True,
    limits: Limits = FULL,
) -> DiagnosisOut:
    """The answer as the site's API gives it; with `personal`, with the reader's own values in the fix."""
    articles = bundle.in_language(language())
    related = [articles[article.slug] for article in diagnosed.related]
    return match_payload(
        diagnosed.diagnosis.with_articles(articles), related, where, personal=personal, limits=limits, say=say
    )


def short_payload_of(bundle: Bundle, diagnosed: DiagnosedPaste) -> dict[str, Any]:
    """The answer as the site's API gives it to programs: short, and without empty fields."""
    return shorten_answer(payload_of(bundle, diagnosed, limits=BRIEF))


def lines_of(bundle: Bundle, text: str, other_words: Mapping[str, str] = {}) -> list[str]:
    """A line for each known error in a text, with its fix; none if nothing is known for sure enough.

    A weak match is no known error here: nobody asked for an answer, so it must not mislead. `other_words` has the words
    that name the error in place of some lines of the text.
    """
    answers = choose_answers(bundle.match(text).with_articles(bundle.in_language(language()))).answers
    known = [answer for answer in answers if answer.match and not answer.match.is_weak]
    return [
        _line(answer, answer.match, other_words.get(answer.headline, answer.headline))
        for answer in known
        if answer.match
    ]


def _line(answer: Answer, match: Match, headline: str) -> str:
    step = answer.steps[0]
    ahead, behind = (" ".join(map(_release, each[:1])) for each in answer.sorted_versions)
    head = [say(Phrase("{finding}.", finding=answer.finding))] if answer.finding and not ahead else []
    head += [say(Phrase("If {condition}:", condition=step.condition))] if step.condition else []
    do = say(step.do)
    commands = [f"`{command}`" for command in step.commands if f"`{command}`" not in do]
    fix = cut(printable(" ".join([*head, do.split("\n\n")[0], *commands])), _LONGEST_FIX)
    fix = " ".join(filter(None, (printable(ahead), fix, printable(behind))))
    where = address(match.article.slug) if base_url() else command(match.article.slug)
    return f"tracefix: {printable(headline)} → {fix} ({where})"


def _release(versions: NameVersions) -> str:
    """Which releases have a missing name, in the sentences of the answer, and the command that installs one."""
    return " ".join([*map(say, versions.sentences), *(f"`{each}`" for each in versions.commands[:1])])
