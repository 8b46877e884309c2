"""The URLs of the JSON API. kb/urls.py includes them at the first request for one."""

from django.http import HttpRequest, HttpResponsePermanentRedirect
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

# Each adds its endpoints or handlers to the API, in the order of the document.
from kb.api import articles, errors, match_endpoint  # noqa: F401
from kb.api.site_api import api
from tracefix.answers.formats import FORMATS


@csrf_exempt  # it changes nothing
def in_format(request: HttpRequest, name: str) -> HttpResponsePermanentRedirect:
    """The earlier address of an answer in another format: redirects to `?format=`, with the method and the body."""
    query = request.GET.copy()
    query["format"] = name
    return HttpResponsePermanentRedirect(f"../match?{query.urlencode()}", preserve_request=True)


urlpatterns, _app_name, _namespace = api.urls
urlpatterns.sort(key=lambda each: each.name != "match")  # `match` first: Django tries the patterns in order
urlpatterns += [path(f"match/{name}", in_format, {"name": name}) for name in FORMATS]
