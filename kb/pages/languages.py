"""The language of a page is that of its address: English at the plain ones, the others below their prefix.

Nothing else decides it, no cookie and no header, so every page can be cached, and a link shows everybody the same.
The one exception is the first visit of the home page: a browser that prefers another language is sent there.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import is_valid_path
from django.utils.cache import patch_vary_headers
from django.utils.encoding import iri_to_uri
from django.utils.translation import get_language, override
from django.utils.translation.trans_real import parse_accept_lang_header

from kb.pages.addresses import absolute
from kb.server.same_site import site_of

ENGLISH = "en"
_LOCALES = {"en": "en_US", "zh-hans": "zh_CN"}  # as OpenGraph writes them
_ARTICLE_LINK = re.compile(r'href="(/articles/(?:[a-z0-9-]+/)?(?:#[^"]*)?")')
PREFIXES = {code: f"/{code}" for code, _ in settings.LANGUAGES if code != ENGLISH}


@dataclass(frozen=True, slots=True)
class Alternate:
    """A page in one of the languages; `url` is its absolute address, `path` what the switch leads to."""

    code: str
    name: str
    path: str
    url: str
    is_current: bool

    @property
    def tag(self) -> str:
        """The language as HTML names it: `zh-Hans`."""
        return html_language(self.code)

    @property
    def locale(self) -> str:
        return _LOCALES[self.code]


def current() -> str:
    """The language of the page that is being drawn, `en` or `zh-hans`."""
    return get_language() or ENGLISH


def html_language(code: str) -> str:
    language, _, script = code.partition("-")
    return f"{language}-{script.capitalize()}" if script else language


def language_of(path: str) -> str:
    """The language of an address, by its prefix.

    >>> language_of("/zh-hans/articles/"), language_of("/articles/")
    ('zh-hans', 'en')
    """
    for code, prefix in PREFIXES.items():
        if path == prefix or path.startswith(f"{prefix}/"):
            return code
    return ENGLISH


def in_language(path: str, code: str) -> str:
    """The address of the same page in another language; `path` may have a query.

    >>> in_language("/zh-hans/search/?q=rank", "en")
    '/search/?q=rank'
    """
    plain = path.removeprefix(PREFIXES.get(language_of(path.partition("?")[0]), ""))
    return PREFIXES.get(code, "") + plain


def own_links(markup: str) -> str:
    """Sanitised HTML with its links to our articles leading to them in the language of the page.

    Articles are written with plain addresses, whatever their language; what programs read has no other.
    """
    prefix = PREFIXES.get(current(), "")
    return _ARTICLE_LINK.sub(rf'href="{prefix}\1', markup) if prefix else markup


def alternates(path: str, request: HttpRequest) -> tuple[Alternate, ...]:
    """The page at `path` in every language, English first."""
    own = language_of(path.partition("?")[0])
    site = absolute("/", request).removesuffix("/")
    found = []
    for code, name in settings.LANGUAGES:
        other = in_language(path, code)
        # The plain home page would send some readers back. Asked for in a language by name, it does not.
        link = f"/?lang={ENGLISH}" if other == "/" else other
        found.append(Alternate(code, name, link, site + iri_to_uri(other), code == own))
    return tuple(found)


class LanguageMiddleware:
    """Draws every answer in the language of its address. `?lang=` leads to the same page in that language."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with override(language_of(request.path_info)):
            if request.method not in ("GET", "HEAD"):
                return self.get_response(request)
            if request.path_info != "/":
                wanted = request.GET.get("lang", "") if "lang" in request.META.get("QUERY_STRING", "") else ""
                return self._elsewhere(request, wanted) or self.get_response(request)
            wanted = preferred(request) if is_first_visit(request) else request.GET.get("lang", "")
            response = self._elsewhere(request, wanted) or self.get_response(request)
            patch_vary_headers(response, ["Accept-Language", "Referer"])
            return response

    def _elsewhere(self, request: HttpRequest, wanted: str) -> HttpResponse | None:
        """The way to the page in the wanted language, if that is another one and the page is there."""
        if not wanted or wanted == current() or wanted not in dict(settings.LANGUAGES):
            return None
        path = in_language(request.path_info, wanted)
        with override(wanted):
            if not is_valid_path(path):
                return None
        query = request.GET.copy()
        query.pop("lang", None)
        return HttpResponseRedirect(f"{path}?{query.urlencode()}" if query else path)


def preferred(request: HttpRequest) -> str:
    """The language that the browser asks for first, of those that we have."""
    for wanted, weight in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        language = wanted.partition("-")[0]
        for code, _ in settings.LANGUAGES:
            if weight > 0 and code.partition("-")[0] == language:
                return code
    return ENGLISH


def is_first_visit(request: HttpRequest) -> bool:
    """Whether the reader comes from elsewhere, and did not choose a language."""
    return "lang" not in request.GET and site_of(request.headers.get("Referer", "")) != request.get_host()


def context(request: HttpRequest) -> dict[str, Any]:
    """For every page: its language, and where the switch leads, home where the page does not say better."""
    code = current()
    return {"language": html_language(code), "switches": partial(alternates, in_language("/", code), request)}
