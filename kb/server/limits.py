"""Rate limits per client. Over the limit: 429 with Retry-After.

Requests are counted in Redis for all processes if REDIS_URL is set, else in this process. If Redis fails, each process
counts for itself. Requests from this machine are not counted, because behind a proxy that TRACEFIX_PROXIES does not
declare, all visitors have the address of this machine.
"""

from collections.abc import Callable
from functools import cache, wraps
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponseBase

from kb.server.clients import client_address
from kb.server.refusals import refuse
from kb.server.shared_counters import SharedCounters, count

if TYPE_CHECKING:
    from limits import RateLimitItem
    from limits.strategies import RateLimiter

OFF = "off"
_ONCE = "once"

View = Callable[..., HttpResponseBase]


class Limits:
    """The counters of requests. Raises ImproperlyConfigured if a setting cannot be used."""

    def __init__(self) -> None:
        from limits.storage import MemoryStorage
        from limits.strategies import SlidingWindowCounterRateLimiter

        self.limits = {name: _parse(name, limit) for name, limit in settings.LIMITS.items()}
        self.limits[_ONCE] = _parse(_ONCE, "1/day")
        self._own: RateLimiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._shared = SharedCounters(settings.REDIS_URL) if settings.REDIS_URL else None

    def is_redis_up(self) -> bool:
        """Whether Redis counts now; false without one."""
        return self._shared is not None and self._shared.is_up()

    def find_redis_trouble(self) -> str:
        """Why Redis cannot count now, in words; "" if it can, or without one."""
        return self._shared.find_trouble() if self._shared else ""

    def wait(self, name: str, client: str) -> int:
        """Count a request against the limit `name`. Returns 0 if it is allowed, else how many seconds to wait."""
        limit = self.limits[name]
        if limit is None or not client:
            return 0
        shared = self._shared.wait(limit, name, client) if self._shared else None
        return count(self._own, limit, name, client) if shared is None else shared


def is_first_today(who: str) -> bool:
    """Whether this is the first call for `who` within a day. Always true for "", which is not counted."""
    return not who or get_limits().wait(_ONCE, who) == 0


def limited(name: str, *methods: str, by: Callable[[HttpRequest], str] = client_address) -> Callable[[View], View]:
    """Limit a view to settings.LIMITS[name], for these HTTP methods or for all. `by` returns the client to count."""

    def decorate(view: View) -> View:
        @wraps(view)
        def limited_view(request: HttpRequest, *args: Any, **options: Any) -> HttpResponseBase:
            if settings.LIMITS[name] != OFF and (not methods or request.method in methods):
                client = by(request)
                if client and (seconds := get_limits().wait(name, client)):
                    return refuse(request, seconds)
            return view(request, *args, **options)

        return limited_view

    return decorate


@cache
def get_limits() -> Limits:
    """The counters of this process, made on first use. Raises ImproperlyConfigured."""
    return Limits()


def _parse(name: str, limit: str) -> "RateLimitItem | None":
    from limits import parse

    if limit == OFF:
        return None
    try:
        return parse(limit)
    except ValueError:
        message = f"The limit of {name} is {limit!r}: write it as 60/minute, or off."
        raise ImproperlyConfigured(message) from None
