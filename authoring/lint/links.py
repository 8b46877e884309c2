"""Lint: a link leads to a page that is there: an article, a section of the page, or another site."""

import re
from collections.abc import Collection, Container, Iterator, Mapping

from tracefix.articles.did_you_mean import choose_among_many

# These run on our own files only, never on a paste of a reader.
_LINK = re.compile(r"\]\(([^)\s]*)\)")
_CODE_SPAN = re.compile(r"(`+).+?(?<!`)\1(?!`)")
_TO_ARTICLE = re.compile(r"/articles/([^/#?]*)/?(?:#.*)?")
_ELSEWHERE = ("https://", "http://", "/versions/")


def check_links(
    text: str, slugs: Collection[str], anchors: Container[str] = (), aliases: Mapping[str, str] = {}
) -> Iterator[str]:
    """What is wrong with the links of a text. `aliases` are earlier slugs, each with that of today."""
    for link in _LINK.findall(_CODE_SPAN.sub("", text)):
        if message := _problem_of_link(link, slugs, anchors, aliases):
            yield message


def _problem_of_link(link: str, slugs: Collection[str], anchors: Container[str], aliases: Mapping[str, str]) -> str:
    """What is wrong with the place that a link leads to; "" if nothing is."""
    if link.startswith("#"):
        return "" if link[1:] in anchors else f"the link leads to {link}, which is no section: correct it"
    if link.startswith(_ELSEWHERE):
        return ""
    found = _TO_ARTICLE.fullmatch(link)
    if found is None:
        return f"the link leads to {link!r}, which is no page: write /articles/SLUG/, #SECTION or https://…"
    slug = found[1]
    if slug in aliases:
        return f"{slug!r} is now called {aliases[slug]!r}: link to that"
    if not slug or slug in slugs:
        return ""
    return f"the link leads to {slug!r}, which is no article: {choose_among_many(slug, slugs)}"
