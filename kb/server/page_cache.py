"""Cache of rendered, compressed pages in this process, valid until the articles or the shown votes change.

It uses Django's caches (settings.CACHES), but not its cache_page: a hit of that costs 150 µs, more than an empty view
takes altogether, and it tells browsers not to revalidate.
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
    """Cache a GET view whose page depends only on the address, the articles and the votes.

    Responses with status 200 go into the Django cache `name`; others are rendered each time. CachedPageMiddleware sends
    those in the cache "articles" before later middleware and the view run, so use another cache for a view with a rate
    limit, or for one whose address other middleware may redirect.
    """

    def decorate(view: View) -> View:
        @_compress
        def draw(request: HttpRequest, *args: Any, **options: Any) -> HttpResponse:
            response = view(request, *args, **options)
            if response.status_code == 200:
                # Browsers must revalidate: an old page names style sheets that are gone, and a 304 is short.
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
    """Sends a page from the cache "articles" without the later middleware, the URL resolver and the view.

    Sent by its view, a cached article reaches only 0.7 times the requests per second of an empty view.
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
    """The cache key of a page: a hash of all that it depends on.

    The key has the generation of the articles and of the votes, taken before the page is rendered. So a page that was
    rendered during a change gets a key that no later request looks up. The language is part of the path
    (kb/languages.py). Unknown hosts fill no cache: CommonMiddleware answers them with 400, which is not cached.
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
