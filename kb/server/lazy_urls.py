"""lazy_include(): like Django's include(), but imports the URL module at the first request for one of its URLs."""

from django.urls import URLResolver
from django.urls.resolvers import RoutePattern


def lazy_include(route: str, module: str, *, app_name: str, namespace: str) -> URLResolver:
    """The URL patterns of `module`, a dotted name, below `route`. The module is imported when it is first needed."""
    return _LazyResolver(RoutePattern(route), module, app_name=app_name, namespace=namespace)


class _LazyResolver(URLResolver):
    """A resolver that gives Django no URL names, because collecting them would import the module.

    reverse("namespace:name") still works: Django makes another resolver for the namespace from `url_patterns`.
    """

    def _populate(self) -> None:
        pass
