"""The answer that asks a client to come back later: 429 with Retry-After."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def refuse(request: HttpRequest, seconds: int) -> HttpResponse:
    """The page `429.html`, or below /api/ an error of the API, with Retry-After in seconds."""
    if request.path.startswith("/api/"):
        response = HttpResponse(status=429, content_type="text/plain")  # ApiErrorMiddleware gives it its shape
    else:
        response = render(request, "429.html", {"seconds": seconds}, status=429)
    response["Retry-After"] = str(seconds)
    response["Cache-Control"] = "no-store"
    response._has_been_logged = True  # or Django writes a line for each: a flood in the log
    return response
