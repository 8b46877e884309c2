"""Health checks for load balancers and monitoring: /healthz (the process is alive) and /readyz (it can answer)."""

import logging
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.urls import resolve
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from kb.library import get_library
from kb.server.program_version import VERSION, commit
from kb.server.reloading import change_seen, get_broken
from kb.store import database_state
from tracefix.languages import ENGLISH

log = logging.getLogger(__name__)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """GET /healthz: always 200. It does not use the library or the database."""
    return JsonResponse({"alive": True})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """GET /readyz: 200 if the library is loaded, its index answers and pages can be drawn, else 503. The body
    says which of them failed.

    Three more fields inform, and never cause 503: `database` is its state when it was last used; `change_seen` is the
    time since when this worker knows of a change that it has not loaded yet; `broken` lists articles that could not be
    loaded as they are now.
    """
    try:
        library = get_library()
    except Exception:
        log.exception("The library cannot be loaded")
        return JsonResponse({"ready": False, "library": "failed", "index": "unknown", "pages": "unknown"}, status=503)
    now, seen = get_broken(), change_seen()
    served: dict[str, Any] = {
        "version": VERSION,
        "commit": commit(),
        "articles": len(library.articles),
        "content": library.content_hash,
        "database": database_state.condition(),
        "change_seen": seen and seen.isoformat(timespec="seconds"),
        "broken": now and {"since": now.since.isoformat(timespec="seconds"), "problems": now.problems},
    }
    checks = {"index": is_index_ok(), "pages": can_draw_pages()}
    told = {name: "ok" if is_ok else "failed" for name, is_ok in checks.items()}
    is_ready = all(checks.values())
    return JsonResponse({"ready": is_ready, "library": "ok", **told, **served}, status=200 if is_ready else 503)


def is_ready() -> bool:
    """Whether the loaded library can be searched and pages be drawn."""
    return is_index_ok() and can_draw_pages()


def is_index_ok() -> bool:
    """Whether the loaded library can be searched. Logs why not."""
    try:
        get_library().search("error", size=1)
    except Exception:
        log.exception("The index cannot be searched")
        return False
    return True


def can_draw_pages() -> bool:
    """Whether the home page and the paste box can be drawn. Logs why not."""
    try:
        draw_page("/")
        draw_page("/match/")  # is in no cache: what all pages need still works
    except Exception:
        log.exception("A page cannot be drawn")
        return False
    return True


def draw_page(path: str, **query: str) -> None:
    """Draw an English page as a visitor would get it, from the cache if it is there.

    Raises what its view may raise, and RuntimeError for an answer that is no page.
    """
    host = settings.ALLOWED_HOSTS[0].lstrip("*.") or "localhost"  # some name of ours: links that leave the site have it
    request = HttpRequest()
    request.method, request.path, request.path_info = "GET", path, path
    request.META = {"SERVER_NAME": host, "SERVER_PORT": "80", "QUERY_STRING": urlencode(query)}
    request.GET = QueryDict(request.META["QUERY_STRING"])
    with override(ENGLISH):
        request.resolver_match = found = resolve(path)
        response = found.func(request, *found.args, **found.kwargs)
    if response.status_code != HTTPStatus.OK:
        raise RuntimeError(f"the answer is {response.status_code}")
