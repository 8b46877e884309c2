"""Request ids: each request's own, in its log lines and in the header X-Request-ID of its answer.

A well-formed id from the proxy is kept, so that its log and ours can be read together.
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
    """The id of the request that this thread answers; "-" outside of one."""
    return _current.get()


def request_id_of(record: logging.LogRecord) -> str:
    """The id of the request that a log line is about. Django writes some after the answer, naming the request."""
    request = getattr(record, "request", None)
    name: str = getattr(request, "META", {}).get(_KEY) or current_request_id()
    return name


class RequestIdMiddleware:
    """Gives each request its id. If settings.ACCESS_LOG is on, logs it, without query and body."""

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
                _tell(request, response.status_code, time.perf_counter() - start)
            return response
        finally:
            _current.reset(token)


def _tell(request: HttpRequest, status: int, seconds: float) -> None:
    path = request.path[:_LONGEST_PATH]
    told = {"method": request.method, "path": path, "status": status, "ms": round(seconds * 1000, 1)}
    access_log.info("%s %s %s %s ms", request.method, ascii(path), status, told["ms"], extra={"told": told})
