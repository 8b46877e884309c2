"""One shape for every error of the API, whoever raised it: {"error": {"code", "message"}}."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse

_WORDS = {
    400: ("bad_request", "The request cannot be read."),
    404: ("not_found", "There is nothing at this address. See /api/v1/docs."),
    405: ("method_not_allowed", "This address does not take this method."),
    413: ("too_large", "The request is too large."),
    500: ("internal", "Something broke on our side. Nothing of your request was kept."),
}


class ApiErrorMiddleware:
    """Gives errors below /api/ that are not JSON yet (Django's own 404, 405, 500) the one shape."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not request.path.startswith("/api/") or response.status_code < 400:
            return response
        if response.get("Content-Type", "").startswith("application/json"):
            return response
        code, message = _WORDS.get(response.status_code, ("error", response.reason_phrase))
        shaped = JsonResponse({"error": {"code": code, "message": message}}, status=response.status_code)
        if "Allow" in response:
            shaped["Allow"] = response["Allow"]
        return shaped
