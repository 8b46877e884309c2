"""404 and 500: what is shown where there is no page."""

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from kb.core.search.spelling import closest
from kb.library import Library, get_library
from kb.pages.translations import articles_by_slug

_NEAREST = 4


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404, with the words of the address put into the search box and the articles nearest to them."""
    words = _words(request.path)
    library = get_library()
    slugs = dict.fromkeys((*_misspelt(library, request.path), *_find(library, words)))
    context = {"query": words, "nearest": [articles_by_slug(library)[slug] for slug in slugs][:_NEAREST]}
    return render(request, "404.html", context, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """500. It asks nothing of the library, which may be what broke."""
    return render(request, "500.html", status=500)


def _misspelt(library: Library, path: str) -> Iterator[str]:
    """The slugs of articles whose address is nearly this one: `/articles/cuda-om/` is a slug with a slip in it."""
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
