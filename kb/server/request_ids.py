"""Request ids, which connect the log lines of a request and the header X-Request-ID of its response.

A well-formed X-Request-ID of the request is kept, so that a line in the proxy's log and ours have the same id.
"""

import logging
import re
import secrets
import time
from collections.abc import Callable
from contextvars import ContextVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse

access_log = logging.getLogger("kb.access")

_WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{8,64}")
_LONGEST_PATH = 200
_KEY = "tracefix.request_id"
_current: ContextVar[str] = ContextVar("request_id", default="-")


def current_request_id() -> str:
    """The id of the request that is being answered in this context; "-" outside of a request."""
    return _current.get()


def request_id_of(record: logging.LogRecord) -> str:
    """The id of the request that a log record is about.

    Django logs some records after the response, when there is no current request. These have an attribute `request`.
    """
    request = getattr(record, "request", None)
    name: str = getattr(request, "META", {}).get(_KEY) or current_request_id()
    return name


class RequestIdMiddleware:
    """Gives each request an id. If settings.ACCESS_LOG is on, logs the request, without its query and body."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.is_logging = settings.ACCESS_LOG

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.META.get("HTTP_X_REQUEST_ID", "")
        name = given if _WELL_FORMED.fullmatch(given) else secrets.token_hex(8)
        request.META[_KEY] = name
        token = _current.set(name)
        start = time.perf_counter()
        try:
            response = self.get_response(request)
            response.headers["X-Request-ID"] = name
            if self.is_logging:
                _log_access(request, response.status_code, time.perf_counter() - start)
            return response
        finally:
            _current.reset(token)


def _log_access(request: HttpRequest, status: int, seconds: float) -> None:
    path = request.path[:_LONGEST_PATH]
    fields = {"method": request.method, "path": path, "status": status, "ms": round(seconds * 1000, 1)}
    access_log.info("%s %s %s %s ms", request.method, ascii(path), status, fields["ms"], extra={"fields": fields})
