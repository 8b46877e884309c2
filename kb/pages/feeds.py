"""Files for programs: the sitemap, the feed, the search description, robots.txt, the icon and llms.txt."""

import datetime
from collections.abc import Sequence
from html import escape

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from kb.addresses import absolute, article_address, path_of
from kb.languages import Alternate, alternates, current, in_language
from kb.library import get_library
from kb.translations import articles_by_slug
from kb.wording import plain
from tracefix.languages import LANGUAGES
from tracefix.versions.history import packages

_FEED_LENGTH = 50
_SITEMAP = """\
<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
{}</urlset>
"""


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """The sitemap (https://www.sitemaps.org/protocol.html). Each page lists its addresses in all languages."""
    library = get_library()
    names = ("home", "articles", "match", "projects", "versions", "about", "privacy")
    projects = sorted({slug.partition("/")[0] for slug in library.notes.by_slug})
    pages: list[tuple[str, datetime.date | None]] = [
        *((reverse(name), None) for name in names),
        *((reverse("package_versions", args=[package]), None) for package in packages()),
        *((path_of("article", article.slug), article.updated) for article in library.by_slug.values()),
        *((reverse("project", args=[project]), None) for project in projects),
    ]
    listed = "".join(_in_sitemap(alternates(path, request), updated) for path, updated in pages)
    return HttpResponse(_SITEMAP.format(listed), content_type="application/xml")


def _in_sitemap(addresses: Sequence[Alternate], updated: datetime.date | None) -> str:
    """A page in each language. Not by a template: thousands of pages take that seven times as long."""
    day = f"<lastmod>{updated}</lastmod>" if updated else ""
    others = "".join(
        f'<xhtml:link rel="alternate" hreflang="{other.language.tag}" href="{escape(other.url)}"/>'
        for other in addresses
    )
    return "".join(f"  <url><loc>{escape(own.url)}</loc>{day}{others}</url>\n" for own in addresses)


@require_safe
def feed(request: HttpRequest) -> HttpResponse:
    """New and changed articles, as Atom (RFC 4287), in the language of the address."""
    from django.utils.feedgenerator import Atom1Feed  # here: it imports an HTTP client, which takes long

    address = article_address(request)
    home = absolute(reverse("home"), request)
    atom = Atom1Feed(
        title="Tracefix",
        link=home,
        description=gettext("Known errors of deep-learning training and serving, with causes and fixes."),
        language=LANGUAGES[current()].tag,
        author_name="Tracefix",
        author_link=home,
        feed_url=absolute(reverse("feed"), request),
    )
    library = get_library()
    newest = sorted(library.articles, key=lambda article: (article.updated, article.slug), reverse=True)
    for article in (articles_by_slug(library)[each.slug] for each in newest[:_FEED_LENGTH]):
        atom.add_item(
            title=article.title,
            link=address(article.slug),
            description=gettext("{summary} Fix: {fix}").format(summary=plain(article.summary), fix=plain(article.fix)),
            unique_id=address(article.slug),
            pubdate=_midnight(article.created),
            updateddate=_midnight(article.updated),
            categories=article.projects,
        )
    return HttpResponse(atom.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """robots.txt. Programs may read everything; answers and search results are excluded from indexing."""
    unwanted = (reverse("search"), f"{reverse('match')}?")
    lines = (
        "User-agent: *",
        *(f"Disallow: {in_language(path, code)}" for path in unwanted for code in LANGUAGES),
        f"Sitemap: {absolute(reverse('sitemap'), request)}",
    )
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def opensearch(request: HttpRequest) -> HttpResponse:
    """The description with which a browser adds the site as a search engine: https://github.com/dewitt/opensearch"""
    context = {
        "search": absolute(reverse("search"), request),
        "icon": absolute(static("kb/favicon.ico"), request),
        "self": absolute(request.path, request),
    }
    return render(
        request, "kb/opensearch.xml", context, content_type="application/opensearchdescription+xml; charset=utf-8"
    )


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """The icon for feed readers and for browsers that do not support SVG."""
    return HttpResponseRedirect(static("kb/favicon.ico"))


@require_safe
def llms(request: HttpRequest) -> HttpResponse:
    """A map of the site for language models: https://llmstxt.org/"""
    library = get_library()
    themes: dict[str, list[dict[str, str]]] = {name: [] for name in library.tags}
    for article in library.articles:
        address = absolute(reverse("article_file", args=[article.slug, "article.md"]), request)
        themes.setdefault(article.tags[0], []).append(
            {"title": article.title, "summary": article.summary, "address": address}
        )
    context = {
        "themes": [(library.tags.get(name, name), articles) for name, articles in themes.items() if articles],
        "articles_api": absolute(reverse("api-1:list_articles"), request),
        "match_api": absolute(reverse("api-1:match"), request),
        "search_api": absolute(reverse("api-1:search"), request),
        "repository": settings.REPOSITORY,
    }
    return render(request, "kb/llms.txt", context, content_type="text/plain; charset=utf-8")


def _midnight(date: datetime.date) -> datetime.datetime:
    return datetime.datetime.combine(date, datetime.time(), datetime.UTC)
