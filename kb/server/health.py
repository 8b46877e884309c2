"""For whoever watches the server: is the process alive, and is it ready to answer?"""

import logging
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from kb import __version__
from kb.library import get_library
from kb.server.reloading import change_seen, problem_of_now
from kb.store import state

log = logging.getLogger(__name__)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers. It asks nothing of the library."""
    return JsonResponse({"alive": True})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """The library is loaded and its index answers: 200 and what is served; else 503 and which of the two lacks.

    `change_seen` says since when this worker knows of other articles that it is about to load; `stale` why the articles
    of now are not served, but those of before; `database` how that is, as last seen. None of them is
    a reason to send nobody here.
    """
    try:
        library = get_library()
    except Exception:
        log.exception("The library cannot be loaded")
        return JsonResponse({"ready": False, "library": "failed", "index": "unknown"}, status=503)
    trouble, seen = problem_of_now(), change_seen()
    served: dict[str, Any] = {
        "version": __version__,
        "articles": len(library.articles),
        "content": library.content_hash,
        "database": state.condition(),
        "change_seen": seen and seen.isoformat(timespec="seconds"),
        "stale": trouble and {"since": trouble.since.isoformat(timespec="seconds"), "problems": trouble.problems},
    }
    try:
        library.search("error", size=1)
    except Exception:
        log.exception("The index cannot be searched")
        return JsonResponse({"ready": False, "library": "ok", "index": "failed", **served}, status=503)
    return JsonResponse({"ready": True, "library": "ok", "index": "ok", **served})
