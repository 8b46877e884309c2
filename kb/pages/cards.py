"""Preview pictures of links. Each is drawn once, stored in var/cards, and served with permanent caching.

A picture's file name and address contain a hash of its text and design. A file is complete or absent. `build_cards`
deletes outdated pictures.
"""

import logging
import os
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop, override
from django.views.decorators.http import require_safe

from kb.addresses import absolute
from kb.cards.card import HEIGHT, WIDTH, Card, article_card, draw
from kb.languages import current
from kb.library import get_library
from tracefix.articles.model import Article
from tracefix.languages import ENGLISH, LANGUAGES

log = logging.getLogger(__name__)

_SITE = "_site"  # no slug looks like this
_SITE_HEADLINE = gettext_noop("Which known error is this, and what fixes it?")
_SITE_TEXT = gettext_noop(
    "Paste your error or traceback. You get the cause, the smallest change that fixes it, and a script that "
    "shows both on your own machine."
)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that exists, with the values that the head of a page needs."""

    address: str
    words: str
    width: int = WIDTH
    height: int = HEIGHT


def picture(request: HttpRequest, slug: str = "") -> Picture | None:
    """The picture of an article, or of the site, in the language of the page; None if it cannot be made or stored.

    Raises KeyError.
    """
    name, card = _name_and_card(get_library().by_slug[slug] if slug else None, current())
    try:
        _file(name, card)
    except Exception:  # a page without a picture is better than none
        log.exception("The picture of %s cannot be made", name)
        return None
    address = absolute(reverse("card", args=[name, card.fingerprint]), request)
    return Picture(address, card.words)


def context(request: HttpRequest) -> dict[str, Any]:
    """Template context: the site's picture, for pages that set none. It is drawn only if a template uses it."""
    return {"picture": partial(picture, request)}


@require_safe
def card(request: HttpRequest, name: str, fingerprint: str) -> HttpResponse:
    """Serve a picture. An outdated address, which a chat may have stored, redirects to the current one."""
    slug, _, language = name.partition(".")
    article = get_library().get(slug)
    if (article is None and slug != _SITE) or (language and language not in LANGUAGES):
        raise Http404
    name, found = _name_and_card(article, language or ENGLISH)
    if found.fingerprint != fingerprint:
        return HttpResponseRedirect(reverse("card", args=[name, found.fingerprint]))
    response = HttpResponse(_file(name, found).read_bytes(), content_type="image/png")
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"  # other sites show it
    return response


def build(articles: Iterable[Article]) -> tuple[int, int]:
    """Draw missing pictures and delete outdated ones. Return the numbers of both. Raises OSError."""
    shown = (None, *articles)
    cards = (_name_and_card(article, language) for article in shown for language in LANGUAGES)
    wanted = {_path(name, card): (name, card) for name, card in cards}
    missing = [path for path in wanted if not path.exists()]
    for path in missing:
        _file(*wanted[path])
    stale = [path for path in _directory().glob("*.png") if path not in wanted]
    for path in stale:
        path.unlink(missing_ok=True)
    return len(missing), len(stale)


def _name_and_card(article: Article | None, language: str) -> tuple[str, Card]:
    """The name and card of an article, or of the site, in a language; in English if it is not translated."""
    is_known = article is None or language in article.translations
    language = language if is_known and language in LANGUAGES else ENGLISH
    name = article.slug if article else _SITE
    with override(language):
        if article:
            card = article_card(article.in_language(language), gettext("Fix"))
        else:
            card = Card(headline=gettext(_SITE_HEADLINE), text=gettext(_SITE_TEXT))
    return (name if language == ENGLISH else f"{name}.{language}"), card


def _directory() -> Path:
    return Path(settings.VAR_DIR) / "cards"


def _path(name: str, card: Card) -> Path:
    return _directory() / f"{name}.{card.fingerprint}.png"


def _file(name: str, card: Card) -> Path:
    """The picture's file, drawn now if it is missing. Written aside and renamed, so that nobody reads half of it."""
    path = _path(name, card)
    if path.exists():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}-{threading.get_ident()}.part")
    try:
        part.write_bytes(draw(card))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return path
