"""Articles, themes, matches and links in the language of the page."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest

from kb import languages
from kb.addresses import absolute
from kb.library import Library
from tracefix.articles.model import Article
from tracefix.matching.diagnosis import Diagnosis
from tracefix.matching.verdict import Match, with_articles


def articles_by_slug(library: Library) -> Mapping[str, Article]:
    """The articles by their slugs, in the language of the page."""
    return library.in_language(languages.current())


def theme_names(library: Library) -> Mapping[str, str]:
    """The names of the themes by their tags, in the language of the page."""
    return library.tags_in(languages.current())


def translate_matches(library: Library, matches: Iterable[Match]) -> tuple[Match, ...]:
    """The matches with their articles in the language of the page."""
    return with_articles(matches, articles_by_slug(library))


def translate_diagnosis(library: Library, diagnosis: Diagnosis) -> Diagnosis:
    """The diagnosis with the articles of its matches in the language of the page."""
    return diagnosis.with_articles(articles_by_slug(library))


def language_links(request: HttpRequest, path: str, *, kept: str = "") -> dict[str, Any]:
    """Template context: the addresses of a page in each language. `kept` replaces `path` in the language switch."""
    found = languages.alternates(path, request)
    switches = languages.alternates(kept, request) if kept else found
    return {"canonical": absolute(path, request), "alternates": found, "switches": switches}
