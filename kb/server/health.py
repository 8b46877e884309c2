"""/healthz says whether the process is alive, /readyz whether it can answer. For load balancers and monitoring."""

import logging
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from kb import __version__
from kb.library import get_library
from kb.server.reloading import broken, change_seen
from kb.store import state

log = logging.getLogger(__name__)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """GET /healthz: 200 from any process that answers. It does not touch the library."""
    return JsonResponse({"alive": True})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """GET /readyz: 200 if the library is loaded and its index answers; else 503 and which of the two failed.

    None of these is a reason to send visitors elsewhere: `change_seen`, since when this worker knows of a change that
    it has yet to load; `broken`, what is wrong with the articles that are not served as they are now; `database`, its
    state when last seen.
    """
    try:
        library = get_library()
    except Exception:
        log.exception("The library cannot be loaded")
        return JsonResponse({"ready": False, "library": "failed", "index": "unknown"}, status=503)
    now, seen = broken(), change_seen()
    served: dict[str, Any] = {
        "version": __version__,
        "articles": len(library.articles),
        "content": library.content_hash,
        "database": state.condition(),
        "change_seen": seen and seen.isoformat(timespec="seconds"),
        "broken": now and {"since": now.since.isoformat(timespec="seconds"), "problems": now.problems},
    }
    try:
        library.search("error", size=1)
    except Exception:
        log.exception("The index cannot be searched")
        return JsonResponse({"ready": False, "library": "ok", "index": "failed", **served}, status=503)
    return JsonResponse({"ready": True, "library": "ok", "index": "ok", **served})
