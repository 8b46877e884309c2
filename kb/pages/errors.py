"""The 404 and 500 pages."""

from collections.abc import Iterator

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import get_script_prefix
from django.utils.translation import override

from kb import languages
from kb.library import Library, get_library
from kb.translations import articles_by_slug
from tracefix.languages import LANGUAGES
from tracefix.search.spelling import closest

_NEAREST = 4


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The 404 page, with the words of the address in the search box, and the articles closest to them."""
    words = _words(request.path)
    library = get_library()
    slugs = dict.fromkeys((*_misspelt(library, request.path), *_find(library, words)))
    context = {"query": words, "nearest": [articles_by_slug(library)[slug] for slug in slugs][:_NEAREST]}
    return render(request, "404.html", context, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """The 500 page. It uses neither the library nor what other pages share, one of which may be the cause."""
    code = languages.language_of(request.path)
    with override(code):
        context = {
            "language": LANGUAGES[code].tag,
            "list": languages.in_language(get_script_prefix() + "articles/", code),
            "static_url": settings.STATIC_URL,
        }
        return HttpResponse(render_to_string("500.html", context), status=500)


def _misspelt(library: Library, path: str) -> Iterator[str]:
    """The slugs closest to a misspelt one in an address such as `/articles/cuda-om/`."""
    names = [name for article in library.articles for name in (article.slug, *article.aliases)]
    for name in closest(_last_part(path), names):
        if slug := library.canonical(name):
            yield slug


def _find(library: Library, words: str) -> list[str]:
    return [hit.slug for hit in library.search(words, size=_NEAREST).hits] if words else []


def _words(path: str) -> str:
    """The words of an address: `/articles/pickle-dict_keys/` gives `pickle dict_keys`."""
    return " ".join("".join(char if char.isalnum() or char == "_" else " " for char in _last_part(path)).split())


def _last_part(path: str) -> str:
    return next((part for part in reversed(path.split("/")) if part.strip()), "")[:200]
