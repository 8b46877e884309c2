"""Lint: an error has one note, and a note names the article that has its message."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from tracefix.articles.model import Article
from tracefix.articles.signatures import Signature
from tracefix.matching.catalogue import Catalogue

_PLACEHOLDER = re.compile(r"\{\w+\}")  # on our own files only

_Narrowed = tuple[object, ...]  # what a message also asks for


def find_others(note: Article, catalogue: Catalogue) -> Iterator[str]:
    """The note that has a message of this one on the same conditions, and the article that it should name."""
    told = {note.slug}
    for signature in note.signatures:
        narrowed = _narrowing(note, signature)
        for other, theirs in _by_wording(catalogue).get(_wording(signature), ()):
            if other.slug in told or theirs != narrowed:
                continue
            told.add(other.slug)
            if other.note_of:
                place = f"the note {other.slug} (/notes/{other.slug}/)"
                remedy = "keep one, or narrow both by `when`, `where` or `frames`"
                yield f"{place} has the message “{signature.text}”, too: {remedy}"
            elif not note.related:
                yield f"the article {other.slug!r} has the message “{signature.text}”: write `article: {other.slug}`"


def notes_without(article: Article, notes: Iterable[Article]) -> Iterator[Article]:
    """The notes that have a message of an article and name none."""
    said = [(_wording(each), _narrowing(article, each)) for each in article.signatures]
    for note in notes:
        if not note.related and any((_wording(each), _narrowing(note, each)) in said for each in note.signatures):
            yield note


@lru_cache(1)
def _by_wording(catalogue: Catalogue) -> Mapping[str, list[tuple[Article, _Narrowed]]]:
    """The articles and notes of each wording, with what they ask for besides."""
    found: defaultdict[str, list[tuple[Article, _Narrowed]]] = defaultdict(list)
    for article in catalogue.articles:
        for signature in article.signatures:
            found[_wording(signature)].append((article, _narrowing(article, signature)))
    return found


def _wording(signature: Signature) -> str:
    """The message whatever its placeholders are called."""
    return _PLACEHOLDER.sub("{}", signature.message).strip(" .").lower() or signature.pattern


def _narrowing(article: Article, signature: Signature) -> _Narrowed:
    return article.when, signature.where, signature.where_not, signature.frames
