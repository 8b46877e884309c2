"""Protection against cross-site request forgery (CSRF) without cookies or tokens.

Browsers say in Sec-Fetch-Site or Origin which site a POST comes from, so a POST from another site can be refused. A
request with neither header comes from a program that nobody tricked, so it is accepted.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.csrf import csrf_exempt

View = Callable[..., HttpResponseBase]


def is_from_elsewhere(request: HttpRequest) -> bool:
    """Whether a browser sent this request from a page of another site."""
    fetched = request.headers.get("Sec-Fetch-Site")
    if fetched:
        return fetched not in {"same-origin", "none"}
    origin = request.headers.get("Origin")
    return origin is not None and site_of(origin) != request.get_host()


def site_of(url: str) -> str:
    """The host and port of a URL that a client sent; "" if it cannot be parsed.

    >>> site_of("https://localhost:8000/match/"), site_of("http://[")
    ('localhost:8000', '')
    """
    try:
        return urlsplit(url).netloc
    except ValueError:
        return ""


def from_here(view: View) -> View:
    """Decorate a view: a POST from a page of another site gets 403. It replaces Django's own CSRF check."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **options: Any) -> HttpResponseBase:
        if request.method == "POST" and is_from_elsewhere(request):
            return HttpResponse("This was sent from a page of another site.", status=403, content_type="text/plain")
        return view(request, *args, **options)

    return csrf_exempt(guarded)
