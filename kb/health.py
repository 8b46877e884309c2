"""For whoever watches the server: is the process alive, and is it ready to answer?"""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from kb.library import get_library


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """The library is loaded and its index answers; else this address answers 500 like every other."""
    library = get_library()
    library.search("error", size=1)
    return JsonResponse({"ready": True, "articles": len(library.articles), "content": library.content_hash})
