"""The answer to a paste as a Markdown comment for an issue on GitHub.

A tracker renders Markdown, notifies people who are mentioned and closes issues. The paste is hostile, so a comment
quotes only its error line, in a code block and with secrets replaced.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracefix.answers.json_payloads import Address, steps_payload
from tracefix.answers.text import (
    LONGEST_QUOTE,
    Say,
    first_match,
    link_of,
    match_of,
    printable,
    step_commands,
    step_sentence,
    verdict_label,
)
from tracefix.articles.filling import fill
from tracefix.articles.fix_rows import rows_of
from tracefix.articles.steps import Remedy, plain_step
from tracefix.lazy_pattern import lazy_pattern
from tracefix.phrases import Phrase, sentence
from tracefix.redaction.redaction import redact

if TYPE_CHECKING:  # not at start-up, because creating the shapes takes long
    from collections.abc import Sequence

    from tracefix.answers.json_shapes import DiagnosisOut, ExplanationOut, StepOut
    from tracefix.articles.model import Article

_OWN_LINK = lazy_pattern(r"\]\(/")  # in our own articles
_SIGNATURE = sentence(
    "_A program wrote this: [Tracefix]({site}). It is wrong? Please say so in a reply here, and on "
    "[the article's page]({url})._"
)
_FIX, _WHY, _CHECK = sentence("Fix"), sentence("Why"), sentence("Check")
_ALSO = sentence("Another error in this report")
_HOW = sentence("how to see that it worked")


def to_github(answer: DiagnosisOut, *, is_by_program: bool = True, say: Say = str) -> str:
    """The answer as a Markdown comment, safe to post unread. If `is_by_program`, it says that a program wrote it.

    Its first line is for programs and not shown to readers: `<!-- tracefix exact pickle-pycapsule -->`. `answer` must
    not be a `personal` one, because its fix contains words of the paste.
    """
    match, first = first_match(answer), answer["answers"][0]
    if match is None:
        return _describe_unknown(answer["explanation"], say)
    label = re.split("[:：]", say(verdict_label(match, None)))[0]
    paragraphs = [
        f"<!-- tracefix {match['verdict']} {match['slug']} -->",
        code_block(match["evidence"]["text"] or answer["headline"]),
        *_tell(
            first["finding"],
            first["steps"],
            (label, match["title"], link_of(match)),
            match["summary"],
            match["url"],
            say,
        ),
    ]
    paragraphs += [
        f"**{say(_ALSO)}:** [{code_span(second['title'])}]({link_of(second)})"
        for each in answer["answers"][1:]
        if (second := match_of(answer, each))
    ]
    if is_by_program:
        paragraphs.append(say(Phrase(_SIGNATURE, site=_site(match["url"]), url=match["url"])))
    return "\n\n".join(paragraphs) + "\n"


def article_to_github(article: Article, address: Address) -> str:
    """An article as a comment in English, for an issue in which a maintainer recognises its error."""
    url = address(article.slug)
    steps = tuple(row.fill({}) for row in article.steps) or rows_of(plain_step(article.fix, {}))
    rows = steps_payload(Remedy(steps=steps), address)
    paragraphs = [
        f"<!-- tracefix article {article.slug} -->",
        *_tell(fill(article.finding), rows, ("Article", article.title, url), fill(article.summary), url, str),
    ]
    return "\n\n".join(paragraphs) + "\n"


def _tell(
    finding: str, steps: Sequence[StepOut], article: tuple[str, str, str], summary: str, url: str, say: Say
) -> list[str]:
    """What is wrong, the fix, the article (a label, its title and a link), the cause, and how to check."""
    label, title, link = article
    return [
        *([_absolute_links(finding, url)] if finding else []),
        f"**{say(_FIX)}:** {_absolute_links(_fix(steps, say), url)}",
        f"**{label}:** [{code_span(title)}]({link})",
        f"**{say(_WHY)}:** {_absolute_links(summary, url)}",
        f"**{say(_CHECK)}:** [{say(_HOW)}]({url}#check-that-it-worked)",
    ]


def _fix(steps: Sequence[StepOut], say: Say) -> str:
    """The rows of a fix as a list; one alone is a paragraph."""
    rows = [_step(step, say) for step in steps]
    return rows[0] if len(rows) == 1 else "".join(f"\n- {' '.join(row.split())}" for row in rows)


def _step(step: StepOut, say: Say) -> str:
    commands = " ".join(map(code_span, step_commands(step)))
    return " ".join(filter(None, (step_sentence(step, say), commands, step["note"], step["source"])))


def _describe_unknown(explanation: ExplanationOut | None, say: Say) -> str:
    """A comment about an unknown error: only its wording, with placeholders for values."""
    paragraphs = ["<!-- tracefix none -->", say(sentence("No known error was recognised in this report."))]
    if explanation and explanation["masked"]:
        paragraphs += [say(sentence("Its error, without its values:")), code_block(explanation["masked"])]
    return "\n\n".join(paragraphs) + "\n"


def code_block(text: str) -> str:
    """The text in a code block. The fence is longer than any run of backticks in it, so the text cannot end it."""
    return fenced(redact(printable(text[:LONGEST_QUOTE])))


def fenced(text: str) -> str:
    """A printable text in a code block."""
    fence = "`" * max(3, _longest_run(text) + 1)
    return f"{fence}text\n{text}\n{fence}"


def code_span(text: str) -> str:
    """The text in a code span that the text cannot end, so that no mention, reference, link or HTML in it works."""
    line = printable(text)
    ticks = "`" * (_longest_run(line) + 1)
    return f"{ticks} {line} {ticks}" if "`" in line else f"{ticks}{line}{ticks}"


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)


def _absolute_links(markdown: str, url: str) -> str:
    """An article's Markdown with absolute links to other articles. `url` is the article's own address."""
    return _OWN_LINK.sub(lambda found: f"]({_site(url)}", markdown)


def _site(url: str) -> str:
    return re.split("/(?:articles|notes)/", url)[0] + "/"
