"""Checks of our settings for `manage.py check`. See https://docs.djangoproject.com/en/stable/topics/checks/"""

import json
from itertools import chain
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.core.exceptions import ImproperlyConfigured

_STYLES, _STAFF_STYLES = "kb/site.css", "admin/css/base.css"


def find_faults() -> list[str]:
    """The faults that stop a server from starting, one line each. `manage.py check` prints the same."""
    # Limits alone are read with the settings. To try them again would load a library that a server may never need.
    limits = check_limits() if settings.REDIS_URL else ()
    return [str(message.msg) for message in chain(check_static_files(), check_articles(), limits)]


@register
def check_limits(**_: Any) -> list[CheckMessage]:
    """kb.E001: a rate limit or REDIS_URL cannot be parsed, or the package redis is missing."""
    from kb.server.limits import Limits

    try:
        Limits()
    except ImproperlyConfigured as error:
        return [Error(str(error), id="kb.E001")]
    return []


@register
def check_static_files(**_: Any) -> list[CheckMessage]:
    """kb.E002: the list of the collected files is damaged, or names files that are gone. Without a list all is well."""
    path = settings.STATIC_ROOT / "staticfiles.json"
    advice = "run manage.py collectstatic --noinput --clear."
    try:
        files = json.loads(path.read_text(encoding="utf-8"))["paths"]
        missing = [name for name in files.values() if not (settings.STATIC_ROOT / name).is_file()]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return [Error(f"{path} is damaged: {advice}", id="kb.E002")]
    if missing:
        return [Error(f"{path} names files that are gone, such as {missing[0]}: {advice}", id="kb.E002")]
    needed = [_STYLES, *([_STAFF_STYLES] if settings.STAFF else [])]
    if lacking := [name for name in needed if name not in files]:
        return [Error(f"{path} lacks {lacking[0]}: with the settings of this server, {advice}", id="kb.E002")]
    return []


@register
def check_articles(**_: Any) -> list[CheckMessage]:
    """kb.E003: a folder of articles is not there. Each worker would end with that, again and again."""
    gone = [folder for folder in (settings.ARTICLES_DIR, *settings.MORE_ARTICLES_DIRS) if not folder.is_dir()]
    return [
        Error(
            f"TRACEFIX_ARTICLES names {folder}, which is no folder: set it to the one that holds the articles.",
            id="kb.E003",
        )
        for folder in gone
    ]


@register(Tags.security, deploy=True)
def check_proxies(**_: Any) -> list[CheckMessage]:
    """kb.W001: TRACEFIX_BEHIND_TLS is on and TRACEFIX_PROXIES is 0.

    All visitors would then have the address of the proxy, and requests could not be limited per client.
    """
    if getattr(settings, "SECURE_PROXY_SSL_HEADER", None) and not settings.TRUSTED_PROXIES:
        message = "TRACEFIX_BEHIND_TLS is on, but TRACEFIX_PROXIES is 0: requests cannot be limited per client."
        return [Warning(message, hint="Set TRACEFIX_PROXIES to the number of your proxies.", id="kb.W001")]
    return []
