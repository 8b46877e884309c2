"""lazy_include(): URL patterns whose module is imported with the first request for one of them."""

from django.urls import URLResolver
from django.urls.resolvers import RoutePattern


def lazy_include(route: str, module: str, *, app_name: str, namespace: str) -> URLResolver:
    """Like Django's include() below `route`, but `module` is a name, and is imported when it is needed."""
    return _LazyResolver(RoutePattern(route), module, app_name=app_name, namespace=namespace)


class _LazyResolver(URLResolver):
    """Gives Django no names to reverse, because collecting them would import the module.

    Names inside the namespace still work: for these Django makes a resolver of its own from `url_patterns`.
    """

    def _populate(self) -> None:
        pass
