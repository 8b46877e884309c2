"""Answers for programs: the API, MCP and the commands, in the active language."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kb.languages import current
from kb.library import Library
from kb.translations import articles_by_slug, translate_diagnosis
from kb.wording import say_phrase
from tracefix.answers.brief import BRIEF, FULL, short_json, shorten_answer, to_json
from tracefix.answers.choice import Answers
from tracefix.answers.json_payloads import Address, Say, article_payload, match_payload, search_payload
from tracefix.answers.lookups import DiagnosedPaste
from tracefix.articles.model import Article
from tracefix.languages import ENGLISH
from tracefix.search.query import Results

if TYPE_CHECKING:  # not at start-up, because creating the shapes takes long
    from tracefix.answers.json_shapes import DiagnosisOut


def match_answer(
    found: DiagnosedPaste,
    library: Library,
    address: Address,
    *,
    personal: bool = True,
    full: bool = False,
    answers: Answers | None = None,
) -> "DiagnosisOut":
    """The answer to a paste with every field, for text formats. `personal` fills in the sender's values.

    `answers` are those of choose_answers() in the active language, if chosen already.
    """
    say: Say = str
    diagnosis, related = found.diagnosis, found.related
    if current() != ENGLISH:
        articles = articles_by_slug(library)
        diagnosis = translate_diagnosis(library, diagnosis)
        related, say = tuple(articles[article.slug] for article in related), say_phrase
    return match_payload(
        diagnosis, related, address, personal=personal, limits=FULL if full else BRIEF, say=say, answers=answers
    )


def match_json(found: DiagnosedPaste, library: Library, address: Address, *, full: bool = False) -> Mapping[str, Any]:
    """The answer to a paste as JSON for its sender: short, or with every field."""
    answer = match_answer(found, library, address, full=full)
    return answer if full else shorten_answer(answer)


def match_json_text(found: DiagnosedPaste, library: Library, address: Address, *, full: bool = False) -> str:
    """The text of match_json()."""
    answer = match_answer(found, library, address, full=full)
    return to_json(answer) if full else short_json(answer)


def search_json(results: Results, library: Library, address: Address, *, full: bool = False) -> Mapping[str, Any]:
    """One page of search results as JSON."""
    return search_payload(results, articles_by_slug(library), address, full=full, say=say_phrase)


def article_json(article: Article, library: Library, address: Address, *, full: bool = False) -> Mapping[str, Any]:
    """A whole article as JSON."""
    return article_payload(articles_by_slug(library)[article.slug], address, full=full)
