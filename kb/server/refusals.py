"""Answers that ask a client to come back later: 429 and 503 with Retry-After."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def refuse(request: HttpRequest, status: int, seconds: int) -> HttpResponse:
    """The page of this status, such as `429.html`, or an error of the API, with Retry-After in seconds."""
    if request.path.startswith("/api/"):
        response = HttpResponse(status=status, content_type="text/plain")  # ApiErrorMiddleware gives it its shape
    else:
        response = render(request, f"{status}.html", {"seconds": seconds}, status=status)
    response["Retry-After"] = str(seconds)
    response["Cache-Control"] = "no-store"
    response._has_been_logged = True  # or Django writes a line for each: a flood in the log
    return response
