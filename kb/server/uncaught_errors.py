"""WSGI middleware for an exception that leaves Django, such as one of the 500 page itself.

Granian would answer it without a word, and neither the metrics nor the alarms would know of it.
"""

import logging
import time
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

from django.conf import settings

from kb.server import metrics
from kb.server.request_bodies import Application, Environ

log = logging.getLogger(__name__)

_TEXT = b"Something broke on our side. Nothing that you sent was stored. Please try again in a minute.\n"


class UncaughtErrors:
    """A WSGI application that wraps another one. It logs, counts and answers with 500 what that one raises."""

    def __init__(self, application: Application) -> None:
        self.application = application

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        start = time.perf_counter()
        try:
            return self.application(environ, start_response)
        except Exception as error:
            # With the id of the request, which the middleware left in the environment: kb/server/request_ids.py.
            log.exception("An error left Django", extra={"request": SimpleNamespace(META=environ)})
            if settings.METRICS:
                metrics.count_request("none", environ.get("REQUEST_METHOD", ""), 500, time.perf_counter() - start)
            headers = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(_TEXT)))]
            start_response("500 Internal Server Error", headers, (type(error), error, error.__traceback__))
            return [_TEXT]
