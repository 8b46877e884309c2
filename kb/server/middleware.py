"""Middleware for all responses: security headers and compression; below /api/ also CORS, HEAD and JSON errors."""

import json
import re
from collections.abc import Callable

import brotli
from django.conf import settings
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

from kb.server.uploads import broken_off
from tracefix.answers.json_payloads import error_payload

_WORDS = {
    400: ("bad_request", "The request cannot be read."),
    404: ("not_found", "There is nothing at this address. See /api/v1/docs."),
    405: ("method_not_allowed", "This address does not take this method."),
    413: ("too_large", "The request is too large."),
    429: ("too_many_requests", "Too many requests from your address. Wait as long as Retry-After says."),
    500: ("internal", "Something broke on our side. Nothing of your request was kept."),
}
_SHORTEST = 200  # bytes; as GZipMiddleware
_TAKES_BROTLI = re.compile(r"\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


class PolicyHeadersMiddleware:
    """Adds the headers of settings.POLICY_HEADERS that Django has no setting for, unless a view has set its own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.headers = tuple(settings.POLICY_HEADERS.items())

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for name, value in self.headers:
            response.headers.setdefault(name, value)
        return response


class CompressMiddleware(GZipMiddleware):
    """Compresses with Brotli if the client accepts it, else with gzip.

    Brotli at quality 5 takes as long as gzip, and its output is a tenth smaller.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if response.get("X-Accel-Buffering") == "no":  # it is read while it is written, and compression would wait
            return response
        is_compressible = not (response.streaming or response.has_header("Content-Encoding"))
        accepted = request.META.get("HTTP_ACCEPT_ENCODING", "")
        if is_compressible and len(response.content) >= _SHORTEST and _TAKES_BROTLI.search(accepted):
            response.content = brotli.compress(response.content, mode=brotli.MODE_TEXT, quality=5)
            response.headers["Content-Length"] = str(len(response.content))
            response.headers["Content-Encoding"] = "br"
            if response.get("ETag", "").startswith('"'):
                response.headers["ETag"] = f"W/{response['ETag']}"  # weak: the same page in other bytes
            patch_vary_headers(response, ["Accept-Encoding"])
        return super().process_response(request, response)


class AnyOriginMiddleware:
    """Adds CORS headers below /api/, so that pages of any site can read the API, always without cookies.

    A browser sends GET, and POST of text or a form, without a preflight. Preflights (OPTIONS) are not granted, so pages
    of other sites cannot send JSON. https://fetch.spec.whatwg.org/#http-cors-protocol
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.path.startswith("/api/") and request.method != "OPTIONS":
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Expose-Headers"] = "Retry-After, X-Request-ID"
        return response


class ApiHeadMiddleware:
    """Answers HEAD below /api/ like GET, without the body (RFC 9110, 9.3.2), because ninja's router knows only GET.

    It must come before ApiErrorMiddleware in settings.MIDDLEWARE, so that errors have no body either.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method != "HEAD" or not request.path.startswith("/api/"):
            return self.get_response(request)
        request.method = "GET"
        response = self.get_response(request)
        request.method = "HEAD"  # for the code outside of this middleware, such as the access log
        length = response.get("Content-Length", str(len(response.content)))
        response.content = b""
        response["Content-Length"] = length
        return response


class ApiErrorMiddleware:
    """Turns errors below /api/ that are not JSON, such as Django's own 400, 404, 405 and 500, into the API's errors.

    It must come before Django's middleware in settings.MIDDLEWARE, so that it sees their errors, too. It keeps all
    headers but those that describe the body.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_api = request.path == "/api" or request.path.startswith("/api/")
        if is_api and response.status_code >= 400 and not response["Content-Type"].startswith("application/json"):
            code, message = _WORDS.get(response.status_code, ("error", f"{response.reason_phrase}."))
            response.content = json.dumps(error_payload(code, message))
            response["Content-Type"] = "application/json"
            del response["Content-Encoding"]  # it described the old body
            response["Content-Length"] = str(len(response.content))
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer 400 if the body of the request broke off while a view read it."""
        if not isinstance(exception, UnreadablePostError):
            return None
        error = broken_off()
        return HttpResponse(error.message, status=error.status, content_type="text/plain; charset=utf-8")
