"""Cache of drawn pages in this process, compressed, until the articles or the votes that are shown change.

It uses Django's caches (settings.CACHES), but not its cache_page: that costs 150 µs a hit, more than an empty answer
takes altogether, and tells browsers not to ask again.
"""

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, set_response_etag
from django.utils.decorators import decorator_from_middleware

from kb.library import generation
from kb.server.middleware import CompressMiddleware
from kb.store import votes

View = Callable[..., HttpResponse]
_compress = decorator_from_middleware(CompressMiddleware)


def cached(name: str) -> Callable[[View], View]:
    """Decorates a view for GET whose page depends on the address, the articles and the votes alone.

    Its 200s are kept in the cache of this name; what else it answers is drawn each time. Those in "articles" are sent
    by CachedPageMiddleware: use another for a view behind a limit, or where other middleware may redirect.
    """

    def decorate(view: View) -> View:
        @_compress
        def draw(request: HttpRequest, *args: Any, **options: Any) -> HttpResponse:
            response = view(request, *args, **options)
            if response.status_code == 200:
                # Always ask again: the answer is 304 and short, and an old page would name style sheets that are gone.
                response.headers["Cache-Control"] = "no-cache"
                response.headers["Content-Length"] = str(len(response.content))
                set_response_etag(response)
            return response

        @wraps(view)
        def cached_view(request: HttpRequest, *args: Any, **options: Any) -> HttpResponse:
            key = getattr(request, "page_key", None) or _key(request)
            if found := _get(request, name, key):
                return found
            response = draw(request, *args, **options)
            if response.status_code == 200:
                view_name = request.resolver_match.view_name if request.resolver_match else ""
                caches[name].set(key, (response.content, dict(response.headers), view_name))
            return response

        return cached_view

    return decorate


class CachedPageMiddleware:
    """Sends a page that is in the cache "articles" before the rest of Django looks for its view.

    Sent by its view, an article reaches 0.7 of the requests a second of an empty view.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        request.page_key = _key(request)
        found = _get(request, "articles", request.page_key)
        if found is None:
            return self.get_response(request)
        return get_conditional_response(request, etag=found["ETag"], response=found) or found


def _get(request: HttpRequest, name: str, key: str) -> HttpResponse | None:
    found = caches[name].get(key)
    if found is None:
        return None
    content, headers, view_name = found
    request.view_name = view_name  # for the metrics
    return HttpResponse(content, headers=headers)


def _key(request: HttpRequest) -> str:
    """All that a page depends on. A page that was begun before a change is kept under a key that nobody asks for.

    The address says the language, too (kb/pages/languages.py). A page is kept after CommonMiddleware took its host.
    """
    meta = request.META
    parts = (
        request.scheme,
        meta.get("HTTP_HOST") or (meta["SERVER_NAME"], meta["SERVER_PORT"]),
        request.get_full_path(),
        meta.get("HTTP_ACCEPT_ENCODING"),
        settings.EDIT_URL,
        settings.REPOSITORY,
        generation(),
        votes.version(),
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()
