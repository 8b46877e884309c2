"""The fixes of an article, to list in an answer: the fix chosen for the paste first, each with its purpose."""

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass

from kb.library import Library
from tracefix.articles.fixes import Fix
from tracefix.articles.model import Article
from tracefix.matching.verdict import Match

_LONGEST = 150  # characters of the sentence about a fix
# These run on our own articles only, never on a paste.
_TAG = re.compile(r"<[^>]+>")
_FIRST_PARAGRAPH = re.compile(r"(?s)\A(?:\s|</?(?:div|section)\b[^>]*>)*<p>(?P<words>.*?)</p>")
_SENTENCE = re.compile(r"\A\w.{20,}?[.。!?](?=\s|$|[^\x00-\x7f])")


@dataclass(frozen=True, slots=True)
class FixChoice:
    """A fix with the first sentence of its section, and whether it is the one chosen for the paste."""

    fix: Fix
    words: str
    is_chosen: bool


def draw_fixes(library: Library, match: Match, environment: Mapping[str, str], language: str) -> tuple[FixChoice, ...]:
    """The fixes of the article that matched: the chosen one first, then the others in the article's order."""
    slug = match.article.slug
    body = library.render(slug, language).html
    choices = (
        FixChoice(fix, first_sentence(body, fix.anchor), fix.anchor == match.section)
        for fix in library.fixes(slug, environment, language)
    )
    return tuple(sorted(choices, key=lambda choice: not choice.is_chosen))


def leaves_choice(article: Article) -> bool:
    """Whether the reader must choose a fix: the summary of the fix then begins with "If", one "If" for each cause."""
    return article.fix.startswith("If ")


def first_sentence(body: str, anchor: str) -> str:
    """The first sentence below a heading of the rendered article; "" if the section does not begin with a sentence."""
    _, found, section = body.partition(f'id="{anchor}"')
    paragraph = _FIRST_PARAGRAPH.match(section.partition(">")[2].partition("</h")[2].partition(">")[2])
    if not found or not paragraph:
        return ""
    words = " ".join(html.unescape(_TAG.sub("", paragraph["words"])).split())
    sentence = _SENTENCE.match(words)
    return sentence[0] if sentence and len(sentence[0]) <= _LONGEST else ""
