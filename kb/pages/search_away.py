"""What is answered while there is no index to search in: 503 with Retry-After."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from kb.searching import SearchAwayError
from kb.server.refusals import refuse

_SECONDS = 10
View = Callable[..., HttpResponseBase]


def searches(view: View) -> View:
    """Decorates a view that searches: it is asked to come back where that cannot be done yet."""

    @wraps(view)
    def searching_view(request: HttpRequest, *args: Any, **options: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **options)
        except SearchAwayError:
            return refuse_search(request)

    return searching_view


def refuse_search(request: HttpRequest) -> HttpResponse:
    """Say that there is nothing to search in yet, as a page or as the API."""
    return refuse(request, 503, _SECONDS)
