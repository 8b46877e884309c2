"""The home page: the paste box, examples to try, the most common errors, and the topics."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from kb.examples import newest_examples
from kb.library import Library, get_library
from kb.server.page_cache import cached
from kb.translations import articles_by_slug, language_links, theme_names
from tracefix.articles.common_errors import read_common
from tracefix.articles.model import Article

_MOST_COMMON = 8
_MOST_PROJECTS = 3


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of the home page: its tag, the number of articles with the tag, and their most frequent projects."""

    tag: str
    title: str
    count: int
    projects: tuple[str, ...]


@require_safe
@cached("default")
def show(request: HttpRequest) -> HttpResponse:
    """The home page. It is cached."""
    library = get_library()
    topics = (_topic(library, tag, title) for tag, title in theme_names(library).items())
    context = {
        "topics": [topic for topic in topics if topic.count],
        "common": _common(library),
        "examples": newest_examples(articles_by_slug(library)[article.slug] for article in library.articles),
        "article_count": len(library.articles),
        "page_title": gettext("Tracefix: which known error is this, and what fixes it?"),
        "description": gettext(
            "Paste the output of a failed training or serving job. Tracefix names the known error, its cause, the "
            "smallest change that fixes it, and a script that shows both."
        ),
        **language_links(request, request.path),
    }
    return render(request, "kb/home.html", context)


def _topic(library: Library, tag: str, title: str) -> Topic:
    articles = [article for article in library.articles if tag in article.tags]
    return Topic(tag, title, len(articles), _main_projects(articles))


def _main_projects(articles: Collection[Article]) -> tuple[str, ...]:
    """The projects that these articles name most often, each at least twice."""
    counts = Counter(project for article in articles for project in article.projects)
    return tuple(name for name, count in counts.most_common(_MOST_PROJECTS) if count > 1)


def _common(library: Library) -> list[Article]:
    """The articles about the most common errors."""
    slugs = (library.canonical(slug) for slug in read_common(settings.ARTICLES_DIR))
    return [articles_by_slug(library)[slug] for slug in slugs if slug][:_MOST_COMMON]
