"""Counters in Redis that all processes share, and what is told of a Redis that fails.

After a failure Redis is left alone for ten seconds, so that visitors do not wait for it. Its condition is logged once
when it changes, with the cause, also if only /metrics noticed it.
"""

import logging
import math
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

from django.core.exceptions import ImproperlyConfigured

from kb.failure_causes import cause_of
from kb.store.database_url import REDIS_FORM

if TYPE_CHECKING:
    from limits import RateLimitItem
    from limits.strategies import RateLimiter

log = logging.getLogger(__name__)

SECONDS = 0.25  # timeout of a call to Redis: a visitor waits for it
PAUSE_SECONDS = 10.0  # between a failure and the next try
_REPAIR = f"If REDIS_URL is wrong: {REDIS_FORM}; a Redis without TLS gives rediss:// no answer"
_FILES = ("ssl_ca_certs", "ssl_ca_path", "ssl_certfile", "ssl_keyfile")
_PROBE = "1000000/minute"


class SharedCounters:
    """The counters in the Redis at a URL. Raises ImproperlyConfigured if the URL cannot be used."""

    def __init__(self, url: str) -> None:
        from limits import parse
        from limits.storage import storage_from_string
        from limits.strategies import SlidingWindowCounterRateLimiter

        try:
            storage: Any = storage_from_string(url, socket_timeout=SECONDS, socket_connect_timeout=SECONDS)
            storage.storage.connection_pool.make_connection()  # it connects to nothing, but reads the options after ?
            self._limiter: RateLimiter = SlidingWindowCounterRateLimiter(storage)
            self._names = _names(url)
        except Exception as error:
            # Do not repeat the message of the error: it may contain the URL with its password.
            if "redis" in str(error).lower() and not has_redis():
                message = "REDIS_URL is set, but the package redis is not installed: see requirements-redis.txt."
            else:
                tls = "rediss://host:6379/0?ssl_ca_certs=/path/of/ca.pem with TLS"
                message = f"REDIS_URL cannot be used: it looks like redis://host:6379/0, or {tls}."
            raise ImproperlyConfigured(message) from None
        self._probe = parse(_PROBE)
        self._trouble = ""  # the cause, in words; "" while it works
        self._retry_after = 0.0  # monotonic seconds

    def wait(self, limit: "RateLimitItem", name: str, client: str) -> int | None:
        """Count a request: 0 if it is allowed, else the seconds to wait. None while Redis cannot count."""
        if time.monotonic() < self._retry_after:
            return None
        try:
            seconds = count(self._limiter, limit, name, client)
        except Exception as error:
            self._note_failure(error)
            return None
        self._note_success()
        return seconds

    def is_up(self) -> bool:
        """Whether Redis counts now. It is made to write: one that is full, or takes no writes, answers a ping."""
        try:
            self._limiter.hit(self._probe, "probe")
        except Exception as error:
            self._note_failure(error)
            return False
        self._note_success()
        return True

    def find_trouble(self) -> str:
        """Why Redis cannot count now, in words; "" if it can."""
        return "" if self.is_up() else self._trouble

    def _note_failure(self, error: Exception) -> None:
        self._retry_after = time.monotonic() + PAUSE_SECONDS
        cause = cause_of(error)
        trouble = cause.told_of(self._names, _REPAIR) if cause else type(error).__name__
        before, self._trouble = self._trouble, trouble
        if trouble != before:
            message = "Redis cannot count requests: %s. Each process counts by itself; nothing is lost."
            log.warning(message, trouble, exc_info=None if cause else error)

    def _note_success(self) -> None:
        before, self._trouble, self._retry_after = self._trouble, "", 0.0
        if before:
            log.info("Redis counts requests again.")


def count(limiter: "RateLimiter", limit: "RateLimitItem", name: str, client: str) -> int:
    """Count a request. Returns 0 if it is allowed, else the seconds until the window is over, at least 1."""
    if limiter.hit(limit, name, client):
        return 0
    reset = limiter.get_window_stats(limit, name, client).reset_time
    return min(max(1, math.ceil(reset - time.time())), limit.get_expiry())


def has_redis() -> bool:
    """Whether the package redis is installed."""
    return find_spec("redis") is not None


def _names(url: str) -> dict[str, str]:
    """The parts of REDIS_URL that may be logged."""
    parts = urlsplit(url)
    files = [value for name, value in parse_qsl(parts.query) if name in _FILES]
    return {
        "host": f"{parts.hostname or ''}:{parts.port or 6379}",
        "ssl_ options": ", ".join(files),
    }
