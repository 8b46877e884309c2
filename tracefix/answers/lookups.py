"""Look up a paste or a query: match it, and search the articles for it.

The site and the client call these with their own index, so that both answer alike.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from tracefix.articles.model import Article
from tracefix.matching.diagnosis import Diagnosis
from tracefix.matching.verdict import Verdict

if TYPE_CHECKING:  # most pastes of a known error need no search, which takes long to import
    from typing import Unpack

    from tracefix.search.index import SearchIndex
    from tracefix.search.query import Results, SearchOptions

Matcher = Callable[[str], Diagnosis]

_NEAREST = 4  # related articles
_LONGEST = 300  # characters of what is searched for


@dataclass(frozen=True, slots=True)
class DiagnosedPaste:
    """The diagnosis of a paste, and articles that may be related to it, found by search."""

    diagnosis: Diagnosis
    related: tuple[Article, ...]


def diagnose_paste(
    text: str, match: Matcher, open_index: Callable[[], SearchIndex], articles: Mapping[str, Article]
) -> DiagnosedPaste:
    """Match a paste. Unless the verdict is exact, also search for related articles.

    `open_index` is called only then. `articles` holds them by slug.
    """
    diagnosis = match(text)
    if diagnosis.verdict is Verdict.EXACT:
        return DiagnosedPaste(diagnosis, ())
    # Where an article matches, one that nearly fits shares the words of every such error, and nothing that tells.
    misses = () if diagnosis.matches else diagnosis.misses
    nearest = {miss.article.slug: miss.article for miss in misses}
    known = {match.article.slug for match in diagnosis.matches}
    asked = _search_words(text, diagnosis)
    for slug in _find_slugs(asked, open_index(), _NEAREST + len(known)) if asked.words else ():
        if slug not in known:
            nearest.setdefault(slug, articles[slug])
    return DiagnosedPaste(diagnosis, tuple(nearest.values())[:_NEAREST])


class _SearchWords(NamedTuple):
    """What to search for. Nothing of `common` is rare. A program that printed the words makes no slips in typing."""

    words: str
    common: str = ""
    is_printed: bool = False


def _find_slugs(asked: _SearchWords, index: SearchIndex, size: int) -> list[str]:
    """The articles nearest to these words, best first; none if none says most of them together.

    Each shares a rare word with them: `failed`, `invalid` or a class of Python alone say nothing.
    """
    from tracefix.search.query import find_close, find_rare

    close = find_close(index, asked.words, size, is_literal=asked.is_printed)
    sharing = find_rare(index, asked.words, asked.common, is_literal=asked.is_printed) if close else ()
    return [slug for slug in close if slug in sharing]


def search(query: str, match: Matcher, index: SearchIndex, **options: Unpack[SearchOptions]) -> Results:
    """Search the articles. People often search for an error line, so the article that it matches comes first.

    That holds for articles about one error. An article about a kind of error keeps the rank that its words have,
    because the query may be a misspelt line of a more specific one.
    """
    from tracefix.search.query import find

    diagnosis = match(query) if query else None
    matches = diagnosis.matches if diagnosis else ()
    found = find(index, query, matches=[match for match in matches if match.article.is_specific], **options)
    return replace(found, is_new_error=bool(diagnosis and diagnosis.errors and not matches))


def _search_words(text: str, diagnosis: Diagnosis) -> _SearchWords:
    """The class and message of the root error, or the first line of a paste without an error."""
    for error in diagnosis.errors:
        if error.is_root:
            name = error.type.rpartition(".")[2]
            common = name if hasattr(builtins, name) else ""
            return _SearchWords(f"{name} {error.message}"[:_LONGEST], common, is_printed=True)
    return _SearchWords(text.strip().partition("\n")[0][:_LONGEST])
