"""Finished pages: an article's page is drawn and compressed once, then only sent; so are the latest searches.

What a page holds depends on the article, the language and the address of the site that its links begin with; each
combination is kept for itself, so no request's host can stand in what another one gets. A page is kept in memory, as
long as the library that it was drawn from, and only the latest few hundred are. What is pasted is never kept.
"""

import gzip
import hashlib
import re
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cached_property, lru_cache
from threading import Lock
from typing import NamedTuple

import brotli
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from kb.library import Library

_MOST_PAGES = 1000  # of some 100 KB each, all encodings together
_MOST_SEARCHES = 200
_BROTLI_QUALITY = 9  # a third of the time of 11, for 3 % more bytes
_BROTLI_QUICK = 5  # a twentieth of the time of 9, for 1 % more: for what few ask for
_CONDITIONS = ("HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_IF_UNMODIFIED_SINCE")
_ENCODINGS = ("br", "gzip")  # best first
_ACCEPTED = re.compile(r"\s*([\w*-]+)\s*(?:;\s*q\s*=\s*([0-9.]+))?\s*\Z")


class Page:
    """The bytes of a page in each encoding; compressed when first asked for."""

    def __init__(self, text: str, *, is_quick: bool = False) -> None:
        self.plain = text.encode()
        self._quality = _BROTLI_QUICK if is_quick else _BROTLI_QUALITY
        self.fingerprint = hashlib.sha256(self.plain).hexdigest()[:24]

    @cached_property
    def gzip(self) -> bytes:
        return gzip.compress(self.plain, mtime=0)

    @cached_property
    def br(self) -> bytes:
        return brotli.compress(self.plain, mode=brotli.MODE_TEXT, quality=self._quality)

    def encoded(self, encoding: str) -> bytes:
        return {"br": lambda: self.br, "gzip": lambda: self.gzip}.get(encoding, lambda: self.plain)()


class FinishedResponse(HttpResponse):
    """The bytes of a page, in the encoding that was chosen."""


class FinishedPages:
    """The pages that were drawn last, by whatever they depend on. Any number of threads may ask."""

    def __init__(self, most: int = _MOST_PAGES, *, is_quick: bool = False) -> None:
        self._is_quick = is_quick
        self._pages: OrderedDict[Hashable, Page] = OrderedDict()
        self._most = most
        self._lock = Lock()

    def get(self, key: Hashable, draw: Callable[[], str]) -> Page:
        """The page of this key, drawn now if it is not kept. Two threads may draw the same one: it is the same."""
        with self._lock:
            if key in self._pages:
                self._pages.move_to_end(key)
                return self._pages[key]
        page = Page(draw(), is_quick=self._is_quick)
        with self._lock:
            self._pages[key] = page
            while len(self._pages) > self._most:
                self._pages.popitem(last=False)
        return page

    def __len__(self) -> int:
        return len(self._pages)


class Shelves(NamedTuple):
    """The finished pages of one library."""

    articles: FinishedPages
    searches: FinishedPages


@lru_cache(maxsize=1)
def pages_of(library: Library) -> Shelves:
    """The finished pages of a library. Those of the one before are forgotten with it."""
    return Shelves(FinishedPages(), FinishedPages(_MOST_SEARCHES, is_quick=True))


def send(
    request: HttpRequest, draw: Callable[[], str], pages: FinishedPages | None = None, key: Hashable = None
) -> HttpResponseBase:
    """The page in the best encoding that the browser takes, or 304 where it has it already.

    `draw` gives its HTML. It is kept among `pages`, if given; `key` says what it depends on beside language and site.
    """
    if pages is None or settings.DEBUG:
        page = Page(draw(), is_quick=True)
    else:
        # Who asks for another host than ours was refused by CommonMiddleware.
        site = settings.BASE_URL or (request.scheme, request.META.get("HTTP_HOST") or request.get_host())
        page = pages.get((site, get_language(), key), draw)
    encoding = best_encoding(request.META.get("HTTP_ACCEPT_ENCODING", ""))
    etag = f'"{page.fingerprint}{f"-{encoding}" if encoding else ""}"'  # each encoding is a representation of its own
    response = FinishedResponse(page.encoded(encoding))
    if encoding:
        response.headers["Content-Encoding"] = encoding
    response.headers["ETag"] = etag
    # Always ask again: the answer is 304 and short, and an old page would name style sheets that are gone.
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = "Accept-Encoding"
    if not request.META.keys().isdisjoint(_CONDITIONS):
        return get_conditional_response(request, etag=etag, response=response) or response
    return response


@lru_cache(maxsize=256)
def best_encoding(accepted: str) -> str:
    """Of the encodings that the header names, the smallest that we have; "" for the page as it is.

    >>> best_encoding("gzip, deflate, br;q=0")
    'gzip'
    """
    weights = {}
    for item in accepted.split(","):
        if found := _ACCEPTED.match(item):
            weights[found[1].lower()] = _weight(found[2])
    wanted = [name for name in _ENCODINGS if weights.get(name, weights.get("*", 0.0)) > 0]
    return max(wanted, key=lambda name: weights.get(name, weights.get("*", 0.0)), default="")


def _weight(written: str | None) -> float:
    try:
        return 1.0 if written is None else float(written)
    except ValueError:
        return 0.0
