"""Refuse what the page of another site makes a visitor's browser send: no cookie and no token is needed for that.

A browser says with every POST where it was sent from: Sec-Fetch-Site, and Origin. A program that says neither has no
visitor whom it could misuse.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.csrf import csrf_exempt

View = Callable[..., HttpResponseBase]


def is_from_elsewhere(request: HttpRequest) -> bool:
    """Whether a browser sent this from the page of another site."""
    fetched = request.headers.get("Sec-Fetch-Site")
    if fetched:
        return fetched not in {"same-origin", "none"}
    origin = request.headers.get("Origin")
    return origin is not None and site_of(origin) != request.get_host()


def site_of(written: str) -> str:
    """The host, with its port, of an address that a client sent; "" where it is no address.

    >>> site_of("https://localhost:8000/match/"), site_of("http://[")
    ('localhost:8000', '')
    """
    try:
        return urlsplit(written).netloc
    except ValueError:
        return ""


def from_here(view: View) -> View:
    """Decorates a view: a POST that was sent from another site's page gets 403."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **options: Any) -> HttpResponseBase:
        if request.method == "POST" and is_from_elsewhere(request):
            return HttpResponse("This was sent from the page of another site.", status=403, content_type="text/plain")
        return view(request, *args, **options)

    return csrf_exempt(guarded)
