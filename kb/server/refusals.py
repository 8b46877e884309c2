"""The response to a client over its rate limit: 429 with Retry-After."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def refuse(request: HttpRequest, seconds: int) -> HttpResponse:
    """A 429 with Retry-After in seconds: the page `429.html`, or below /api/ an error of the API."""
    if request.path.startswith("/api/"):
        response = HttpResponse(status=429, content_type="text/plain")  # ApiErrorMiddleware makes it JSON
    else:
        response = render(request, "429.html", {"seconds": seconds}, status=429)
    response["Retry-After"] = str(seconds)
    response["Cache-Control"] = "no-store"
    response._has_been_logged = True  # else Django logs each one, and a flood of requests floods the log
    return response
