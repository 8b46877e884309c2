"""Read the query parameters of a page leniently: an invalid value is ignored and never causes an error page."""

from collections.abc import Mapping
from typing import Any

from tracefix.articles.model import SLUG

_MOST_PAGES = 10_000
_LONGEST_FILTER = 100  # characters
_LONGEST_QUERY = 300  # characters; a longer one is a paste
# Of a paste in an address, which a browser without JavaScript sends from the search box. nginx accepts no more either.
LONGEST_PASTE = 8_000  # characters


def read_filters(data: Mapping[str, str]) -> dict[str, Any]:
    """The filters of a list, "" if none is chosen, and its page number, from 1."""
    chosen: dict[str, Any] = {name: _words(data, name)[:_LONGEST_FILTER] for name in ("project", "exception", "tag")}
    return chosen | {"page": _page(data.get("page", ""))}


def read_search(data: Mapping[str, str]) -> dict[str, Any]:
    """read_filters() and the query, `q`."""
    return read_filters(data) | {"q": _words(data, "q")}


def is_paste(query: str) -> bool:
    """Whether the text in the search box is a paste rather than a query."""
    return "\n" in query or len(query) > _LONGEST_QUERY or "Traceback (most recent call last)" in query


def read_example(data: Mapping[str, str]) -> str:
    """The slug of the article whose example paste is wanted; "" if none is named."""
    slug = data.get("example", "")
    return slug if SLUG.fullmatch(slug) else ""


def read_name(data: Mapping[str, str]) -> str:
    """The parameter `name`, or `q`, on one line: the name whose releases are wanted; "" if there is none."""
    return " ".join((_words(data, "name") or _words(data, "q")).split())


def _page(text: str) -> int:
    """The page number. An invalid one means the first page."""
    if len(text) > 5 or not (text.isascii() and text.isdigit()):
        return 1
    return min(max(int(text), 1), _MOST_PAGES)


def _words(data: Mapping[str, str], name: str) -> str:
    """A text parameter without unprintable characters, except line breaks and tabs."""
    text = data.get(name, "")
    if not text.isprintable():
        text = "".join(char for char in text if char.isprintable() or char in "\n\t")
    return text.strip()
