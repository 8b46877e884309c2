"""Links that narrow a list by project, exception and tag, and its pages.

The address contains all choices, so that every view of a list can be linked.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict
from urllib.parse import quote_plus, urlencode

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext_lazy

FACETS = {"project": gettext_lazy("Project"), "exception": gettext_lazy("Exception"), "tag": gettext_lazy("Topic")}
_MOST_OPTIONS = 8


class Option(TypedDict):
    """A value of a facet, with the link that chooses it, or that removes it if it is chosen.

    A dict, because a page has dozens of them and templates try item access first; on any other type, that raises.
    """

    name: str
    count: str  # formatted for display
    url: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Facet:
    """A property to filter by, such as the project, with its values in this list."""

    name: str
    label: str
    options: tuple[Option, ...]


def address(path: str, parameters: Mapping[str, str]) -> str:
    """`path` with the parameters that are not empty."""
    query = urlencode({name: value for name, value in parameters.items() if value})
    return f"{path}?{query}" if query else path


def facets(
    path: str, chosen: Mapping[str, str], counts: Mapping[str, Mapping[str, int]], names: Mapping[str, str]
) -> tuple[Facet, ...]:
    """The facets of a list. `counts` are those of search.Results; `names` are shown in place of some values."""

    def option(facet: str, value: str, count: int, without: str) -> Option:
        is_chosen = chosen.get(facet) == value
        return Option(
            name=names.get(value, value) if facet == "tag" else value,
            count=str(count),
            url=without if is_chosen else f"{without}{'&' if '?' in without else '?'}{facet}={quote_plus(value)}",
            is_chosen=is_chosen,
        )

    shown_facets = []
    for facet, label in FACETS.items():
        without = address(path, {**chosen, facet: ""})
        # Values of a single article are not offered, because the list shows that article anyway.
        telling = [(name, count) for name, count in counts.get(facet, {}).items() if count > 1]
        values = dict(telling[:_MOST_OPTIONS])
        value = chosen.get(facet, "")
        if value:
            values = {value: counts.get(facet, {}).get(value, 0)} | values
        shown_facets.append(
            Facet(facet, str(label), tuple(option(facet, value, count, without) for value, count in values.items()))
        )
    return tuple(shown_facets)


def page_of(number: int, *, total: int, size: int) -> Page[int]:
    """The page with this number, or the last page if there are fewer. It has no items; the index returns those."""
    return Paginator(range(total), size).get_page(number)


def chosen_names(chosen: Mapping[str, str], tags: Mapping[str, str]) -> list[str]:
    """The chosen values as the page shows them: a tag by the name of its theme."""
    return [tags.get(value, value) if name == "tag" else value for name, value in chosen.items() if value]


def page_parameter(here: Page[int]) -> dict[str, str]:
    """The `page` parameter for address(); empty for the first page."""
    return {"page": str(here.number)} if here.number > 1 else {}
