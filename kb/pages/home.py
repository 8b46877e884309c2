"""The home page: all articles by theme, and examples to try."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from kb.core.articles.model import Article
from kb.library import get_library
from kb.pages.examples import newest_examples
from kb.pages.translations import articles_by_slug, language_links, theme_names
from kb.server.page_cache import cached


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme of the home page; an article stands under its first tag only."""

    tag: str
    title: str
    articles: tuple[Article, ...]


@require_safe
@cached("default")
def show(request: HttpRequest) -> HttpResponse:
    library = get_library()
    known = articles_by_slug(library)
    themes = (
        Theme(tag, title, tuple(article for article in known.values() if article.tags[:1] == (tag,)))
        for tag, title in theme_names(library).items()
    )
    context = {
        "themes": [theme for theme in themes if theme.articles],
        "examples": newest_examples(known.values()),
        "article_count": len(library.articles),
        "page_title": gettext("Tracefix: which known error is this, and what fixes it?"),
        "description": gettext(
            "Paste the output of a failed training or serving job. Tracefix names the known error, its cause, the "
            "smallest change that fixes it, and a script that shows both."
        ),
        **language_links(request, request.path),
    }
    return render(request, "kb/home.html", context)
