"""Addresses that leave the site: absolute, under the public base URL, else under that of the request."""

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from kb.core.payloads import Address


def absolute(path: str, request: HttpRequest | None = None) -> str:
    """`path` with scheme and host in front, where either setting or request names them."""
    if settings.BASE_URL:
        return settings.BASE_URL + path
    return request.build_absolute_uri(path) if request else path


def article_address(request: HttpRequest | None = None) -> Address:
    """A function from slug to the article's absolute address."""
    return lambda slug: absolute(reverse("article", args=[slug]), request)
