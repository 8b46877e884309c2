"""Files for programs: the sitemap, the feed, the search description, robots.txt, the icon and llms.txt."""

import datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from kb.addresses import absolute, article_address, path_of
from kb.languages import alternates, current, in_language
from kb.library import get_library
from kb.translations import articles_by_slug
from kb.wording import plain
from tracefix.languages import LANGUAGES
from tracefix.versions.history import packages

_FEED_LENGTH = 50


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """The sitemap (https://www.sitemaps.org/protocol.html). Each page lists its addresses in all languages."""
    library = get_library()
    pages: list[dict[str, Any]] = [
        {"alternates": alternates(reverse(name), request)}
        for name in ("home", "articles", "match", "projects", "versions", "about", "privacy")
    ]
    pages += [
        {"alternates": alternates(reverse("package_versions", args=[package]), request)} for package in packages()
    ]
    pages += [
        {"alternates": alternates(path_of("article", article.slug), request), "updated": article.updated}
        for article in library.by_slug.values()
    ]
    pages += [
        {"alternates": alternates(reverse("project", args=[project]), request)}
        for project in sorted({slug.partition("/")[0] for slug in library.notes.by_slug})
    ]
    return render(request, "kb/sitemap.xml", {"pages": pages}, content_type="application/xml")


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
