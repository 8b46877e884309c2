"""Addresses that leave the site: absolute, under the public base URL, else under that of the request."""

from django.conf import settings
from django.http import HttpRequest
from django.urls import get_script_prefix, reverse

from kb.core.payloads import Address

API_ROOT = "api/v1/"


def context(request: HttpRequest) -> dict[str, str]:
    """For templates: `api` is the path of the API. They do not reverse its names, which would import all of it."""
    return {"api": get_script_prefix() + API_ROOT}


def absolute(path: str, request: HttpRequest | None = None) -> str:
    """`path` with scheme and host in front, where either setting or request names them."""
    if settings.BASE_URL:
        return settings.BASE_URL + path
    return request.build_absolute_uri(path) if request else path


def article_address(request: HttpRequest | None = None) -> Address:
    """A function from slug to the article's absolute address."""
    return lambda slug: absolute(reverse("article", args=[slug]), request)
