"""The URLs of the JSON API. kb/urls.py includes them at the first request for one."""

from kb.api.endpoints import api

urlpatterns, _app_name, _namespace = api.urls
urlpatterns.sort(key=lambda each: each.name != "match")  # `match` first: Django tries the patterns in order
