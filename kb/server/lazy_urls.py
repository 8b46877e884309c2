"""A part of the site that is not imported before somebody asks for one of its addresses."""

from django.urls import URLResolver
from django.urls.resolvers import RoutePattern


def lazy_include(route: str, module: str, *, app_name: str, namespace: str) -> URLResolver:
    """The `urlpatterns` of `module` below `route`. Like include(), but `module` is named and imported when needed."""
    return _LazyResolver(RoutePattern(route), module, app_name=app_name, namespace=namespace)


class _LazyResolver(URLResolver):
    """Django asks every resolver for all its names as soon as one name of the site is reversed; this one has none to
    tell outside its namespace, and within it Django makes a resolver of its own from `url_patterns`.
    """

    def _populate(self) -> None:
        pass
