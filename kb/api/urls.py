"""The URLs of the JSON API. kb/urls.py includes them at the first request for one."""

# Each adds its endpoints or handlers to the API, in the order of the document.
from kb.api import articles, errors, match  # noqa: F401
from kb.api.site_api import api

urlpatterns, _app_name, _namespace = api.urls
urlpatterns.sort(key=lambda each: each.name != "match")  # `match` first: Django tries the patterns in order
