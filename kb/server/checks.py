"""Checks of our settings for `manage.py check`. See https://docs.djangoproject.com/en/stable/topics/checks/"""

import json
from itertools import chain
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.checks import CheckMessage, Error, Info, Tags, Warning, register
from django.core.exceptions import ImproperlyConfigured

from kb.store import database_state


def find_faults() -> list[str]:
    """The faults with which no worker can answer, one line each. `manage.py check` prints the same."""
    # Limits alone are read with the settings. To try them again would load a library that a server may never need.
    limits = check_limits() if settings.REDIS_URL else ()
    return [str(message.msg) for message in chain(check_articles(), limits)]


def find_stale_files() -> list[str]:
    """What is wrong with the collected files, one line each.

    They stop the start of a server, but not that of a worker whose program was updated meanwhile: it serves the files
    of static/ (kb/server/static_files.py), where the next one that dies would take the server with it.
    """
    return [str(message.msg) for message in check_static_files()]


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
    """kb.E002: the list of the collected files is damaged, lacks a file of this program, or names files that are gone.

    Without a list all is well.
    """
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
    there = (name for finder in get_finders() for name, _ in finder.list([]))
    if lacking := next((name for name in there if name not in files), None):
        return [Error(f"{path} lacks {lacking}: with the settings of this server, {advice}", id="kb.E002")]
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


def find_risks() -> list[str]:
    """What a server logs when it starts, because it is safe only where something else makes it so. One line each."""
    return [str(message.msg) for message in chain(check_proxies(), check_hosts())]


@register(deploy=True)
def check_database(**_: Any) -> list[CheckMessage]:
    """kb.E004: the database cannot be reached. kb.I001: it is not migrated, as before the first `migrate`."""
    try:
        database_state.look()
    except database_state.StateError:
        message = f"The database is {database_state.describe_condition()}."
        is_away = database_state.condition() == database_state.UNREACHABLE
        return [Error(message, id="kb.E004") if is_away else Info(message, id="kb.I001")]
    return []


@register(deploy=True)
def check_pages(**_: Any) -> list[CheckMessage]:
    """kb.E005: a page cannot be drawn: home, an article, an answer, the results of a search.

    A release like that must take the place of none that works.
    """
    from kb.examples import newest_examples  # with all that pages need, which the other checks do without
    from kb.library import get_served, read_sound, serve
    from kb.server.health import draw_page

    path = "/"
    try:
        library = get_served() or read_sound(None)[0]
        serve(library)
        examples = newest_examples(library.articles)
        pages: list[tuple[str, dict[str, str]]] = [("/", {}), ("/search/", {"q": "error"})]
        pages += [(f"/articles/{article.slug}/", {}) for article in library.articles[:1]]
        pages.append(("/match/", {"example": examples[0].slug} if examples else {}))
        for path, query in pages:
            draw_page(path, **query)
    except Exception as error:
        return [Error(f"The page {path} cannot be drawn: {type(error).__name__}: {error}", id="kb.E005")]
    return []


@register(Tags.security, deploy=True)
def check_hosts(**_: Any) -> list[CheckMessage]:
    """kb.W002: every Host is answered, so links of a page may lead to a stranger's site."""
    if "*" in settings.ALLOWED_HOSTS:
        message = "TRACEFIX_ALLOWED_HOSTS is *: a request decides which host the links of its answer name."
        return [Warning(message, hint="Write the names of your site.", id="kb.W002")]
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
