"""Rate limits per client. Over the limit: 429 with Retry-After.

Requests are counted in Redis for all processes if REDIS_URL is set, else in this process. If Redis fails, each process
counts for itself and tries Redis again after ten seconds. Requests from this machine are not counted, because behind a
proxy that TRACEFIX_PROXIES does not declare, all visitors have the address of this machine.
"""

import logging
import math
import time
from collections.abc import Callable
from functools import cache, wraps
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponseBase

from kb.server.causes import cause_of
from kb.server.clients import client_address
from kb.server.refusals import refuse

if TYPE_CHECKING:
    from limits import RateLimitItem
    from limits.strategies import RateLimiter

log = logging.getLogger(__name__)

OFF = "off"
_ONCE = "once"
_REDIS_SECONDS = 0.25  # timeout of a call to Redis: a visitor waits for it
_REDIS_PAUSE_SECONDS = 10.0  # between a failure and the next try

View = Callable[..., HttpResponseBase]


class Limits:
    """The counters of requests. Raises ImproperlyConfigured if a setting cannot be used."""

    def __init__(self) -> None:
        from limits.storage import MemoryStorage, storage_from_string
        from limits.strategies import SlidingWindowCounterRateLimiter

        self.limits = {name: _parse(name, limit) for name, limit in settings.LIMITS.items()}
        self.limits[_ONCE] = _parse(_ONCE, "1/day")
        self._own: RateLimiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._shared: RateLimiter | None = None
        self._shared_after = 0.0
        if settings.REDIS_URL:
            timeouts = {"socket_timeout": _REDIS_SECONDS, "socket_connect_timeout": _REDIS_SECONDS}
            try:
                storage = storage_from_string(settings.REDIS_URL, **timeouts)
                self._shared = SlidingWindowCounterRateLimiter(storage)
            except Exception as error:
                # Do not repeat the message of the error: it may contain the URL with its password.
                if "redis" in str(error).lower() and not _has_redis():
                    message = "REDIS_URL is set, but the package redis is not installed: see requirements-redis.txt."
                else:
                    message = "REDIS_URL cannot be used: it looks like redis://host:6379/0."
                raise ImproperlyConfigured(message) from None

    def is_redis_up(self) -> bool:
        """Whether Redis answers now."""
        try:
            return self._shared is not None and self._shared.storage.check()
        except Exception:
            return False

    def wait(self, name: str, client: str) -> int:
        """Count a request against the limit `name`. Returns 0 if it is allowed, else how many seconds to wait."""
        limit = self.limits[name]
        if limit is None or not client:
            return 0
        if self._shared is not None and time.monotonic() >= self._shared_after:
            try:
                return _count(self._shared, limit, name, client)
            except Exception as error:
                self._shared_after = time.monotonic() + _REDIS_PAUSE_SECONDS
                cause = cause_of(error)
                told = f" ({cause})" if cause else ""
                log.exception("Redis does not answer%s: this process counts requests by itself", told)
        return _count(self._own, limit, name, client)


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


def _count(limiter: "RateLimiter", limit: "RateLimitItem", name: str, client: str) -> int:
    """Count a request. Returns 0 if it is allowed, else the seconds until the window is over, at least 1."""
    if limiter.hit(limit, name, client):
        return 0
    reset = limiter.get_window_stats(limit, name, client).reset_time
    return min(max(1, math.ceil(reset - time.time())), limit.get_expiry())


def _parse(name: str, limit: str) -> "RateLimitItem | None":
    from limits import parse

    if limit == OFF:
        return None
    try:
        return parse(limit)
    except ValueError:
        message = f"The limit of {name} is {limit!r}: write it as 60/minute, or off."
        raise ImproperlyConfigured(message) from None


def _has_redis() -> bool:
    from importlib.util import find_spec

    return find_spec("redis") is not None
