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
from django.urls import ResolverMatch
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from kb.library import Library, served

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
    addresses: "dict[Hashable, Kept]"  # articles by the whole address that they were asked for under


class Kept(NamedTuple):
    """The finished page at an address."""

    page: Page
    match: ResolverMatch
    is_current: Callable[[], bool]


@lru_cache(maxsize=1)
def pages_of(library: Library) -> Shelves:
    """The finished pages of a library. Those of the one before are forgotten with it."""
    return Shelves(FinishedPages(), FinishedPages(_MOST_SEARCHES, is_quick=True), {})


def finish(
    request: HttpRequest, draw: Callable[[], str], pages: FinishedPages | None = None, key: Hashable = None
) -> Page:
    """The page whose HTML `draw` gives. It is kept among `pages`, if given; `key` says what it depends on beside
    language and site.
    """
    if pages is None or settings.DEBUG:
        return Page(draw(), is_quick=True)
    return pages.get((settings.BASE_URL or _site(request), get_language(), key), draw)


def send(request: HttpRequest, page: Page) -> HttpResponseBase:
    """The page in the best encoding that the browser takes, or 304 where it has it already."""
    encoding = best_encoding(request.META.get("HTTP_ACCEPT_ENCODING", ""))
    etag = f'"{page.fingerprint}{f"-{encoding}" if encoding else ""}"'  # each encoding is a representation of its own
    content = page.encoded(encoding)
    response = FinishedResponse(content)
    headers = response.headers
    if encoding:
        headers["Content-Encoding"] = encoding
    headers["ETag"] = etag
    # Always ask again: the answer is 304 and short, and an old page would name style sheets that are gone.
    headers["Cache-Control"] = "no-cache"
    headers["Vary"] = "Accept-Encoding"
    headers["Content-Length"] = str(len(content))
    if not request.META.keys().isdisjoint(_CONDITIONS):
        return get_conditional_response(request, etag=etag, response=response) or response
    return response


def keep(request: HttpRequest, library: Library, page: Page, is_current: Callable[[], bool]) -> None:
    """Send this page to whoever gets exactly this address, as long as the library is served and `is_current()`."""
    if settings.DEBUG or request.META.get("QUERY_STRING"):
        return
    addresses = pages_of(library).addresses
    if len(addresses) >= _MOST_PAGES:
        addresses.clear()
    addresses[_address(request)] = Kept(page, request.resolver_match, is_current)


class KeptPagesMiddleware:
    """Sends a page that is kept for the very address that is asked for, before anything else looks at the request.

    Most visitors want an article, and most of what Django does for one is to find out which. An address is kept only
    after a request for it, host and all, went the whole way.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        library = served()
        if library and request.method == "GET" and not request.META.get("QUERY_STRING"):
            kept = pages_of(library).addresses.get(_address(request))
            if kept and kept.is_current():
                request.resolver_match = kept.match
                return send(request, kept.page)
        return self.get_response(request)


def _address(request: HttpRequest) -> Hashable:
    return settings.BASE_URL, settings.EDIT_URL, _site(request), request.path


def _site(request: HttpRequest) -> Hashable:
    """The address of the site as the request has it. CommonMiddleware has refused any host that is not ours."""
    meta = request.META
    return request.scheme, meta.get("HTTP_HOST") or (meta["SERVER_NAME"], meta["SERVER_PORT"])


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
