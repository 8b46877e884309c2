"""Health checks for load balancers and monitoring: /healthz (the process is alive) and /readyz (it can answer)."""

import logging
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from kb.library import get_library
from kb.server.program_version import VERSION, commit
from kb.server.reloading import change_seen, get_broken
from kb.store import database_state

log = logging.getLogger(__name__)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """GET /healthz: always 200. It does not use the library or the database."""
    return JsonResponse({"alive": True})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """GET /readyz: 200 if the library is loaded and its index answers, else 503. The body says which of them failed.

    Three more fields inform, and never cause 503: `database` is its state when it was last used; `change_seen` is the
    time since when this worker knows of a change that it has not loaded yet; `broken` lists articles that could not be
    loaded as they are now.
    """
    try:
        library = get_library()
    except Exception:
        log.exception("The library cannot be loaded")
        return JsonResponse({"ready": False, "library": "failed", "index": "unknown"}, status=503)
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
    if not is_index_ok():
        return JsonResponse({"ready": False, "library": "ok", "index": "failed", **served}, status=503)
    return JsonResponse({"ready": True, "library": "ok", "index": "ok", **served})


def is_index_ok() -> bool:
    """Whether the loaded library can be searched. Logs why not."""
    try:
        get_library().search("error", size=1)
    except Exception:
        log.exception("The index cannot be searched")
        return False
    return True
