"""What is answered to a request that is to come again later: a page, or the API's shape of it, with Retry-After."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def refuse(request: HttpRequest, status: int, seconds: int) -> HttpResponse:
    """The page of this status, such as `429.html`, which is told in how many seconds to come again."""
    if request.path.startswith("/api/"):
        response = HttpResponse(status=status, content_type="text/plain")  # ApiErrorMiddleware gives it its shape
    else:
        response = render(request, f"{status}.html", {"seconds": seconds}, status=status)
    response["Retry-After"] = str(seconds)
    response["Cache-Control"] = "no-store"
    response._has_been_logged = True  # or Django writes a line for each: a flood in the log
    return response
