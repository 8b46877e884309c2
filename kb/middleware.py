"""One shape for every error of the API, whoever raised it: {"error": {"code", "message"}}."""

import json
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from kb.core.payloads import error_payload

_WORDS = {
    400: ("bad_request", "The request cannot be read."),
    404: ("not_found", "There is nothing at this address. See /api/v1/docs."),
    405: ("method_not_allowed", "This address does not take this method."),
    413: ("too_large", "The request is too large."),
    500: ("internal", "Something broke on our side. Nothing of your request was kept."),
}


class ApiErrorMiddleware:
    """Gives errors below /api/ that are not JSON yet (Django's own 400, 404, 405, 500) the one shape.

    It stands first, so that it sees what other middleware refuses; headers stay as they are.
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
            del response["Content-Encoding"]  # of what was said before
            response["Content-Length"] = str(len(response.content))
        return response
