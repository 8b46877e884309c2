"""Refuse POSTs that another site's page makes a visitor's browser send (CSRF), without cookie or token.

A browser says where a POST comes from, in Sec-Fetch-Site and Origin. A program that sends neither header acts for
itself, so it may.
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
    """The host and port of an address that a client sent; "" if it is no address.

    >>> site_of("https://localhost:8000/match/"), site_of("http://[")
    ('localhost:8000', '')
    """
    try:
        return urlsplit(written).netloc
    except ValueError:
        return ""


def from_here(view: View) -> View:
    """Answer a POST from another site's page with 403."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **options: Any) -> HttpResponseBase:
        if request.method == "POST" and is_from_elsewhere(request):
            return HttpResponse("This was sent from the page of another site.", status=403, content_type="text/plain")
        return view(request, *args, **options)

    return csrf_exempt(guarded)
