"""Absolute addresses for use outside the site, under the public base URL or else that of the request."""

from functools import lru_cache
from urllib.parse import quote, urlencode

from django.conf import settings
from django.http import HttpRequest
from django.urls import get_script_prefix, reverse
from django.utils.translation import get_language

from tracefix.answers.json_payloads import Address

API_ROOT = "api/v1/"
_OF_NOTES = {"article": "note", "helped": "note_helped"}


def path_of(name: str, *args: str) -> str:
    """A cached reverse(), because a page has about twenty addresses, always the same ones. Raises NoReverseMatch."""
    return _path_of(get_language(), get_script_prefix(), name, *args)


@lru_cache(maxsize=1 << 15)
def _path_of(language: str | None, prefix: str, name: str, *args: str) -> str:
    """The slug of a note has a slash, and its pages have addresses of their own."""
    return reverse(_OF_NOTES[name] if name in _OF_NOTES and "/" in args[0] else name, args=args)


def absolute(path: str, request: HttpRequest | None = None) -> str:
    """`path` with the scheme and host of the setting or else the request; `path` itself if there is neither."""
    if settings.BASE_URL:
        return settings.BASE_URL + path
    return request.build_absolute_uri(path) if request else path


def new_issue(title: str, body: str) -> str:
    """The address that opens a new issue with this title and body; "" if the settings name no repository."""
    if not settings.REPOSITORY:
        return ""
    return f"{settings.REPOSITORY}/issues/new?{urlencode({'title': title, 'body': body})}"


def new_mail(subject: str, body: str) -> str:
    """The address that begins a mail to the operator; "" if the settings name none."""
    if not settings.CONTACT:
        return ""
    return f"mailto:{settings.CONTACT}?{urlencode({'subject': subject, 'body': body}, quote_via=quote)}"


def article_address(request: HttpRequest | None = None) -> Address:
    """A function from slug to the article's absolute address."""
    return lambda slug: absolute(path_of("article", slug), request)
