"""404 and 500: what is shown where there is no page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from kb.library import get_library
from kb.pages.translations import articles_by_slug


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404, with the words of the address put into the search box and the articles nearest to them."""
    words = _words(request.path)
    library = get_library()
    hits = library.search(words, size=4).hits if words else ()
    context = {"query": words, "nearest": [articles_by_slug(library)[hit.slug] for hit in hits]}
    return render(request, "404.html", context, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """500. It asks nothing of the library, which may be what broke."""
    return render(request, "500.html", status=500)


def _words(path: str) -> str:
    """The words of an address: `/articles/pickle-dict_keys/` gives `pickle dict_keys`."""
    last = next((part for part in reversed(path.split("/")) if part.strip()), "")
    return " ".join("".join(char if char.isalnum() or char == "_" else " " for char in last[:200]).split())
