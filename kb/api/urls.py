"""The addresses of the API, for kb/urls.py to include when one of them is asked for."""

from kb.api.endpoints import api

urlpatterns, _app_name, _namespace = api.urls
