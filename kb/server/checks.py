"""Checks of our settings for `manage.py check`. See https://docs.djangoproject.com/en/stable/topics/checks/"""

import json
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from difflib import get_close_matches
from itertools import chain
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.checks import CheckMessage, Error, Info, Tags, Warning, register
from django.core.exceptions import ImproperlyConfigured
from django.http.request import split_domain_port, validate_host

from kb.server.listening import find_taken, read_listening
from kb.store import database_state
from kb.store.database_url import DATABASE_FORM

_THIS_MACHINE = {"localhost", "127.0.0.1", "[::1]"}
_LIKE = 0.885  # how alike two names are, from 0 to 1, if one may be meant by the other: DATABASE_USER is another name


def find_faults() -> list[str]:
    """The faults with which no worker can answer, one line each. `manage.py check` prints the same."""
    # Limits alone are read with the settings. To try them again would load a library that a server may never need.
    limits = check_limits() if settings.REDIS_URL else ()
    return [str(message.msg) for message in chain(check_folders(), check_hosts(), limits) if message.is_serious()]


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
    collect = "run manage.py collectstatic --noinput"  # with --clear, pages in browsers would name files that are gone
    advice = f"{collect} --clear."
    try:
        files = json.loads(path.read_text(encoding="utf-8"))["paths"]
        missing = [name for name in files.values() if not (settings.STATIC_ROOT / name).is_file()]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return [Error(f"{path} is damaged: {advice}", id="kb.E002")]
    if missing:
        return [Error(f"{path} names files that are gone, such as {missing[0]}: {advice}", id="kb.E002")]
    if any(message.id == "kb.E010" for message in check_hosts()):  # those of staff are lacking, and that is well
        return []
    there = (name for finder in get_finders() for name, _ in finder.list([]))
    if lacking := next((name for name in there if name not in files), None):
        return [Error(f"{path} lacks {lacking}: with the settings of this server, {collect}.", id="kb.E002")]
    return []


_FILES = {"articles": "*/article.md", "projects": "*/card.yaml"}  # of each kind of folder


def _named_folders() -> Iterator[tuple[str, Path, str, str]]:
    """The folders that are read: of which setting, which, what it holds, and a file that one of that kind has."""
    for folder in (settings.ARTICLES_DIR, *settings.MORE_ARTICLES_DIRS):
        yield "TRACEFIX_ARTICLES", folder, "articles", _FILES["articles"]
    if settings.PROJECTS_DIR != settings.BASE_DIR / "projects":  # ours may be missing
        yield "TRACEFIX_PROJECTS", settings.PROJECTS_DIR, "projects", _FILES["projects"]


@register
def check_folders(**_: Any) -> list[CheckMessage]:
    """kb.E003: a folder that is read is not there, so each worker would end again and again; or is a whole clone, or
    holds articles in place of projects, or the other way round.

    kb.W005: nothing is read from it. A company's first article may not be written yet.
    """
    found: list[CheckMessage] = []
    for name, folder, part, file in _named_folders():
        names = f"{name} names {folder}, which"
        if not folder.is_dir():
            between = f" Write {os.pathsep} between several." if name == "TRACEFIX_ARTICLES" else ""
            message = f"{names} is no folder: set it to the one that holds the {part}.{between}"
            found.append(Error(message, id="kb.E003"))
        elif (folder / "articles" / "published.txt").is_file():
            found.append(Error(f"{names} is a whole clone: set it to {folder / part}.", id="kb.E003"))
        elif any(folder.glob(file)):
            continue
        elif other := next((kind for kind, one in _FILES.items() if any(folder.glob(one))), ""):
            message = f"{names} holds {other}: set it to the folder that holds the {part}."
            found.append(Error(message, id="kb.E003"))
        else:
            found.append(Warning(f"{names} has no {file}: nothing is read from it.", id="kb.W005"))
    return found


def find_risks() -> list[str]:
    """What a server logs when it starts, because it is safe only where something else makes it so. One line each."""
    found = chain(check_proxies(), check_hosts(), check_names(), check_var(), check_folders(), check_url())
    found = chain(found, check_key() if settings.IS_SITE else ())  # a server for oneself makes its own
    return [str(message.msg) for message in found]


@register(deploy=True)
def check_listening(**_: Any) -> list[CheckMessage]:
    """kb.E008: nobody can listen where GRANIAN_HOST and GRANIAN_PORT say, or GRANIAN_WORKERS is no number.

    Whether the port is taken is not told: a server that runs listens there.
    """
    where = read_listening(os.environ)
    return [Error(one, id="kb.E008") for one in where.problems or find_taken(replace(where, port=0))]


@contextmanager
def _unlogged(logger: str) -> Iterator[None]:
    """Turn a logger off, because the check says the same."""
    log = logging.getLogger(logger)
    before, log.disabled = log.disabled, True
    try:
        yield
    finally:
        log.disabled = before


@register(deploy=True)
def check_database(**_: Any) -> list[CheckMessage]:
    """kb.E004: the database cannot be reached. kb.I001: it is not migrated, as before the first `migrate`.

    kb.E013: that of a site is not, or it is another's: votes would be refused.
    """
    try:
        with _unlogged("kb.store.database_state"):
            database_state.look()
    except database_state.StateError as error:
        if database_state.condition() == database_state.UNREACHABLE:
            cause = database_state.describe_failure(error.__cause__ or error)
            return [Error(f"The database is unreachable: {cause}.", id="kb.E004")]
        if database_state.lacks_url():  # kb.E012
            return []
        message = f"The database is {database_state.describe_condition()}."
        return [Error(message, id="kb.E013") if settings.IS_SITE else Info(message, id="kb.I001")]
    return []


@register(Tags.security, deploy=True)
def check_url(**_: Any) -> list[CheckMessage]:
    """kb.E012: a site has no DATABASE_URL, so each of its servers would count votes for itself, in a file."""
    if not database_state.lacks_url() or any("DATABASE_URL" in message.msg for message in check_names()):  # kb.E009
        return []
    message = f"DATABASE_URL is not set: name the database of all servers of the site; {DATABASE_FORM}."
    return [Error(message, id="kb.E012")]


@register(deploy=True)
def check_redis(**_: Any) -> list[CheckMessage]:
    """kb.E006: Redis cannot count. A server runs without it, but whoever set it wants to know."""
    from kb.server.limits import get_limits

    try:
        with _unlogged("kb.server.shared_counters"):
            trouble = get_limits().find_redis_trouble()
    except ImproperlyConfigured:  # kb.E001
        return []
    return [Error(f"REDIS_URL names a Redis that cannot count: {trouble}.", id="kb.E006")] if trouble else []


@register(deploy=True)
def check_var(**_: Any) -> list[CheckMessage]:
    """kb.E007: the folder for all that the program writes cannot be written."""
    folder = settings.VAR_DIR
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError as error:
        message = f"TRACEFIX_VAR is {str(folder)!r}: nothing can be written there ({error.strerror})."
        return [Error(f"{message} Name a folder of this user.", id="kb.E007")]
    return []


@register(Tags.security, deploy=True)
def check_names(**_: Any) -> list[CheckMessage]:
    """kb.E009: a variable has nearly the name of a setting that is not set. With TRACEFIX_ it would stop the start."""
    names = {*settings.SETTING_NAMES, *read_listening({}).names}
    filled = {name for name, value in os.environ.items() if value}
    unset = sorted(names - filled - {name.removesuffix("_FILE") for name in filled})  # a secret may be in a file
    near = ((name, get_close_matches(name.upper(), unset, 1, _LIKE)) for name in sorted({*os.environ} - names))
    return [Error(f"{name} is no setting: did you mean {found[0]}?", id="kb.E009") for name, found in near if found]


@register(deploy=True)
def check_pages(**_: Any) -> list[CheckMessage]:
    """kb.E005: a page cannot be drawn: home, an article, an answer, the results of a search.

    A release like that must take the place of none that works. kb.W006: an article is left out, because it is broken.
    """
    from kb.examples import newest_examples  # with all that pages need, which the other checks do without
    from kb.library import get_served, read_sound, serve
    from kb.server.health import draw_page

    if check_var() or find_faults():  # are told, and each page would log them again
        return []
    path = "/"
    try:
        library, problems = read_sound(get_served())
        serve(library)
        examples = newest_examples(library.articles)
        pages: list[tuple[str, dict[str, str]]] = [("/", {}), ("/search/", {"q": "error"})]
        pages += [(f"/articles/{article.slug}/", {}) for article in library.articles[:1]]
        pages.append(("/match/", {"example": examples[0].slug} if examples else {}))
        with _unlogged("kb.server.shared_counters"):  # kb.E006
            for path, query in pages:
                draw_page(path, **query)
    except Exception as error:
        return [Error(f"The page {path} cannot be drawn: {type(error).__name__}: {error}", id="kb.E005")]
    return [Warning(f"A broken article is not served: {problem}", id="kb.W006") for problem in problems]


@register(Tags.security, deploy=True)
def check_hosts(**_: Any) -> list[CheckMessage]:
    """kb.W002: every Host is answered, so links of a page may lead to a stranger's site. kb.E011: ours is not.

    kb.E010: ours is answered by a server for staff, so the public site has their log-in.
    """
    host, _ = split_domain_port(urlsplit(settings.BASE_URL).netloc)
    is_ours = bool(host) and validate_host(host, settings.ALLOWED_HOSTS)
    if settings.STAFF and is_ours:
        message = f"TRACEFIX_STAFF is on for {host}, the host of TRACEFIX_BASE_URL: everybody gets the log-in of staff."
        return [Error(f"{message} Turn it off, or name other hosts in TRACEFIX_ALLOWED_HOSTS.", id="kb.E010")]
    if "*" in settings.ALLOWED_HOSTS:
        message = "TRACEFIX_ALLOWED_HOSTS is *: a request decides which host the links of its answer name."
        return [Warning(message, hint="Write the names of your site.", id="kb.W002")]
    if host and not settings.STAFF and not is_ours:
        message = f"TRACEFIX_ALLOWED_HOSTS lacks {host}, the host of TRACEFIX_BASE_URL: every visitor would get 400."
        staff = ", or TRACEFIX_STAFF=1 for staff" if {*settings.ALLOWED_HOSTS} <= _THIS_MACHINE else ""
        return [Error(f"{message} Write the same host in both{staff}.", id="kb.E011")]
    return []


@register(Tags.security, deploy=True)
def check_proxies(**_: Any) -> list[CheckMessage]:
    """kb.W001: TRACEFIX_BEHIND_TLS is on and TRACEFIX_PROXIES is 0. kb.W007: it is off, and the site is at https,
    answering to more than this machine.

    With the first, all visitors have the address of the proxy, and requests cannot be limited per client. kb.W009: a
    server for staff has one or both, and answers to this machine alone, where no proxy is.
    """
    is_behind = bool(getattr(settings, "SECURE_PROXY_SSL_HEADER", None))
    if settings.STAFF and {*settings.ALLOWED_HOSTS} <= _THIS_MACHINE:
        message = "This server for staff answers to this machine alone, without a proxy: in staff.env,"
        advice = "write TRACEFIX_BEHIND_TLS= and TRACEFIX_PROXIES=0."
        return [Warning(f"{message} {advice}", id="kb.W009")] if is_behind or settings.TRUSTED_PROXIES else []
    if is_behind and not settings.TRUSTED_PROXIES:
        message = "TRACEFIX_BEHIND_TLS is on, but TRACEFIX_PROXIES is 0: requests cannot be limited per client."
        return [Warning(f"{message} Set it to the number of your proxies.", id="kb.W001")]
    if not is_behind and settings.BASE_URL.startswith("https://") and not {*settings.ALLOWED_HOSTS} <= _THIS_MACHINE:
        message = "TRACEFIX_BASE_URL has https://, and TRACEFIX_BEHIND_TLS is off: cookies may travel unprotected."
        return [Warning(f"{message} Write TRACEFIX_BEHIND_TLS=1.", id="kb.W007")]
    return []


@register(Tags.security, deploy=True)
def check_key(**_: Any) -> list[CheckMessage]:
    """kb.W003: the server made its key itself. Servers of one site need the same."""
    if settings.HAS_KEY:
        return []
    message = "TRACEFIX_SECRET_KEY is not set: this server signs with a key of its own."
    return [Warning(f"{message} Give all servers of a site what `openssl rand -hex 32` prints.", id="kb.W003")]
