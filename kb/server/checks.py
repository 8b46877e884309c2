"""Checks of our settings for `manage.py check`. See https://docs.djangoproject.com/en/stable/topics/checks/"""

from itertools import chain
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.core.exceptions import ImproperlyConfigured


def find_faults() -> list[str]:
    """What stops a server, each in one line. `manage.py check` says the same."""
    return [str(message.msg) for message in chain(check_limits())]


@register
def check_limits(**_: Any) -> list[CheckMessage]:
    """kb.E001: a rate limit or REDIS_URL cannot be parsed, or the package redis is missing."""
    from kb.server.limits import Limits

    try:
        Limits()
    except ImproperlyConfigured as error:
        return [Error(str(error), id="kb.E001")]
    return []


@register(Tags.security, deploy=True)
def check_proxies(**_: Any) -> list[CheckMessage]:
    """kb.W001: TRACEFIX_BEHIND_TLS is on and TRACEFIX_PROXIES is 0.

    All visitors would then have the address of the proxy, and requests could not be limited per client.
    """
    if getattr(settings, "SECURE_PROXY_SSL_HEADER", None) and not settings.TRUSTED_PROXIES:
        message = "TRACEFIX_BEHIND_TLS is on, but TRACEFIX_PROXIES is 0: requests cannot be limited per client."
        return [Warning(message, hint="Set TRACEFIX_PROXIES to the number of your proxies.", id="kb.W001")]
    return []
