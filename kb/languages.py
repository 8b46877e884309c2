"""The address decides the language of a page: English at plain addresses, the others below a prefix, /zh-hans/.

Cookies and headers do not matter, so every page can be cached, and a link shows everybody the same page. There are two
exceptions: the first visit to the home page is redirected to the browser's preferred language, and the API answers in
the language of `lang` or else of Accept-Language.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import is_valid_path
from django.utils.cache import patch_vary_headers
from django.utils.encoding import iri_to_uri
from django.utils.translation import get_language, override
from django.utils.translation.trans_real import parse_accept_lang_header

from kb.addresses import API_ROOT, absolute
from kb.server.same_site import site_of
from tracefix.languages import ENGLISH, LANGUAGES, TRANSLATED, Language

_OWN_LINK = re.compile(r'href="(/(?:articles|versions)/(?:[a-z0-9-]+/)?(?:#[^"]*)?")')
_PREFIXES = {code: f"/{code}" for code in TRANSLATED}


@dataclass(frozen=True, slots=True)
class Alternate:
    """The version of a page in one of the languages."""

    language: Language
    path: str  # the link of the language switch
    url: str  # the page's own address, absolute
    is_current: bool


def current() -> str:
    """The code of the language of the page that is being drawn."""
    return get_language() or ENGLISH


def language_of(path: str) -> str:
    """The code of the language of an address, by its prefix.

    >>> language_of("/zh-hans/articles/"), language_of("/articles/")
    ('zh-hans', 'en')
    """
    for code, prefix in _PREFIXES.items():
        if path == prefix or path.startswith(f"{prefix}/"):
            return code
    return ENGLISH


def in_language(path: str, code: str) -> str:
    """The address of the same page in another language; `path` may have a query.

    >>> in_language("/zh-hans/search/?q=rank", "en")
    '/search/?q=rank'
    """
    plain = path.removeprefix(_PREFIXES.get(language_of(path.partition("?")[0]), ""))
    return _PREFIXES.get(code, "") + plain


def own_links(markup: str) -> str:
    """Make the site's own links in sanitised HTML lead to pages in the current language.

    Articles in all languages link to plain addresses, because programs read them too.
    """
    prefix = _PREFIXES.get(current(), "")
    return _OWN_LINK.sub(rf'href="{prefix}\1', markup) if prefix else markup


def alternates(path: str, request: HttpRequest) -> tuple[Alternate, ...]:
    """The page at `path` in every language, English first."""
    own = language_of(path.partition("?")[0])
    site = absolute("/", request).removesuffix("/")
    found = []
    for code, language in LANGUAGES.items():
        other = in_language(path, code)
        # The plain home page sends some readers back to their own language; with `lang` it does not.
        link = f"/?lang={ENGLISH}" if other == "/" else other
        found.append(Alternate(language, link, site + iri_to_uri(other), code == own))
    return tuple(found)


class LanguageMiddleware:
    """Activate the language of the request's address, and redirect `?lang=` to the page in that language."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith(f"/{API_ROOT}"):
            return self._answer_program(request)
        with override(language_of(request.path_info)):
            if request.method not in ("GET", "HEAD"):
                return self.get_response(request)
            if request.path_info != "/":
                wanted = request.GET.get("lang", "") if "lang" in request.META.get("QUERY_STRING", "") else ""
                return self._elsewhere(request, wanted) or self.get_response(request)
            wanted = (
                choose_language(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
                if is_first_visit(request)
                else request.GET.get("lang", "")
            )
            response = self._elsewhere(request, wanted) or self.get_response(request)
            patch_vary_headers(response, ["Accept-Language", "Referer"])
            return response

    def _answer_program(self, request: HttpRequest) -> HttpResponseBase:
        """Answer an API request in the language of `lang`, else of the header: its address has no language prefix."""
        wanted = request.GET.get("lang", "")
        accepted = request.META.get("HTTP_ACCEPT_LANGUAGE", "")
        with override(wanted if wanted in LANGUAGES else choose_language(accepted)):
            response = self.get_response(request)
        patch_vary_headers(response, ["Accept-Language"])
        return response

    def _elsewhere(self, request: HttpRequest, wanted: str) -> HttpResponse | None:
        """A redirect to the page in the wanted language; None if it is the current one, or has no such page."""
        if wanted == current() or wanted not in LANGUAGES:
            return None
        path = in_language(request.path_info, wanted)
        with override(wanted):
            if not is_valid_path(path):
                return None
        query = request.GET.copy()
        query.pop("lang", None)
        return HttpResponseRedirect(f"{path}?{query.urlencode()}" if query else path)


def choose_language(accepted: str) -> str:
    """The code of the first of our languages that an Accept-Language header asks for; English if it asks for none.

    >>> choose_language("fr, zh-CN;q=0.8, en;q=0.5"), choose_language("zh;q=0"), choose_language("")
    ('zh-hans', 'en', 'en')
    """
    for wanted, weight in parse_accept_lang_header(accepted):
        language = wanted.partition("-")[0]
        for code in LANGUAGES:
            if weight > 0 and code.partition("-")[0] == language:
                return code
    return ENGLISH


def is_first_visit(request: HttpRequest) -> bool:
    """Whether the reader comes from another site or none, and did not choose a language."""
    return "lang" not in request.GET and site_of(request.META.get("HTTP_REFERER", "")) != request.get_host()


def context(request: HttpRequest) -> dict[str, Any]:
    """Template context: the language, and the links of the switch, which lead home unless the page sets its own."""
    code = current()
    return {"language": LANGUAGES[code].tag, "switches": partial(alternates, in_language("/", code), request)}
