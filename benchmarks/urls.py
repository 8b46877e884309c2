"""The site's addresses, and an empty view: what Django itself costs behind the same middleware."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from kb import urls


def empty(request: HttpRequest) -> HttpResponse:
    return HttpResponse(b"")


urlpatterns = [path("empty", empty), *urls.urlpatterns]
handler404, handler500 = urls.handler404, urls.handler500
