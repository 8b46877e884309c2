"""The list of articles, an article, and the files of an article."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from kb import languages
from kb.addresses import absolute, article_address
from kb.examples import read_article_file
from kb.library import Library, get_library
from kb.pages.cards import picture
from kb.pages.facets import FACETS, address, chosen_names, facets, page_parameter
from kb.pages.linked_data import tech_article
from kb.pages.presenters import draw_pair, draw_runs, markdown_link, safe
from kb.pages.vote import fix_tallies
from kb.query_params import read_filters
from kb.server.page_cache import cached
from kb.store import votes
from kb.translations import articles_by_slug, language_links, theme_names
from kb.wording import plain, say
from tracefix.answers.github import article_to_github
from tracefix.articles import rendering
from tracefix.articles.fix_rows import rows_of
from tracefix.articles.folded_sections import fold
from tracefix.articles.model import REQUIREMENTS, Article, Withdrawn
from tracefix.articles.steps import Step, plain_step
from tracefix.languages import LANGUAGES

PAGE_SIZE = 200


@require_safe
@cached("articles")
def show_list(request: HttpRequest) -> HttpResponse:
    """All articles, or those that the facets choose: by topic, and in each the most common first."""
    library = get_library()
    query_params = read_filters(request.GET)
    chosen = {name: query_params[name] for name in FACETS}
    found = _by_topic(library, chosen)
    here = Paginator(found, PAGE_SIZE).get_page(query_params["page"])
    context = {
        "articles": here.object_list,
        "tags": theme_names(library),
        "total": len(found),
        "chosen": chosen_names(chosen, theme_names(library)),
        "facets": facets(request.path, chosen, library.search("", **chosen, size=1).facets, theme_names(library)),
        "pages": here,
        "page_name": "articles",
        "page_title": gettext("Articles"),
        "description": gettext("All known errors, by project, exception and topic."),
        **language_links(
            request, address(request.path, chosen), kept=address(request.path, chosen | page_parameter(here))
        ),
    }
    return render(request, "kb/articles.html", context)


def _by_topic(library: Library, chosen: Mapping[str, str]) -> list[Article]:
    """The articles with all chosen values, in the order of the topics; in each, the most common first."""
    topics = {tag: place for place, tag in enumerate(theme_names(library))}
    common = {slug: place for place, slug in enumerate(library.common)}
    every = articles_by_slug(library)
    found = [every[article.slug] for article in library.articles if _has(article, chosen)]
    return sorted(found, key=lambda each: (topics.get(each.topic, len(topics)), common.get(each.slug, len(common))))


def _has(article: Article, chosen: Mapping[str, str]) -> bool:
    values = {"project": article.projects, "exception": article.exceptions, "tag": article.tags}
    return all(not value or value in values[name] for name, value in chosen.items())


@require_safe
@cached("articles")
def show(request: HttpRequest, slug: str) -> HttpResponse:
    library = get_library()
    if slug in library.withdrawn:
        return _withdrawn_page(request, library, library.withdrawn[slug])
    canonical_slug = library.canonical(slug)
    if canonical_slug is None:
        raise Http404
    if canonical_slug != slug:
        return HttpResponsePermanentRedirect(reverse("article", args=[canonical_slug]))
    return _article_page(request, library, slug)


def _article_page(request: HttpRequest, library: Library, slug: str) -> HttpResponse:
    found, language = articles_by_slug(library)[slug], languages.current()
    rendered = library.render(slug, language)
    url = article_address(request)(slug)
    shown = picture(request, slug)
    tallies = votes.shown_tallies(slug)
    context = {
        "article": found,
        "steps": _steps(found),
        "tags": theme_names(library),
        "body": safe(languages.own_links(fold(rendered.html))),
        "body_language": found.body_language(language),
        "notes_language": found.notes_language(language),
        "has_examples": rendering.has_examples(f"{found.summary}\n\n{found.fix}\n\n{found.body}"),
        "source_name": _source(found).name,
        "headings": [heading for heading in rendered.headings if heading.level <= 3],
        "pairs": [draw_pair(request, found, pair, rendered) for pair in found.pairs],
        **draw_runs(found),
        "verified": max((run.date for run in found.runs), default=None),
        "stand_ins": [(script.name, reverse("article_file", args=[slug, script.name])) for script in found.stand_ins],
        "requirements": [say(REQUIREMENTS[name]) for name in found.requires],
        "related": [articles_by_slug(library)[other] for name in found.related if (other := library.canonical(name))],
        "tally": tallies.get(""),
        "fix_tallies": tuple(fix_tallies(library, slug, tallies)),
        "edit_url": f"{settings.EDIT_URL}/{slug}/{_source(found).name}"
        if settings.EDIT_URL and not found.added_from
        else "",
        "markdown_link": markdown_link(found.title, url),
        "comment": article_to_github(library.by_slug[slug], article_address(request)),
        "picture": shown,
        **_neighbours(library, found),
        "linked_data": tech_article(
            found,
            url=url,
            home=absolute(reverse("home"), request),
            image=shown.address if shown else "",
            language=LANGUAGES[found.body_language(language)].tag,
        ),
        "page_name": "articles",
        "page_title": found.title,
        "description": gettext("{cause} Fix: {fix}").format(cause=plain(found.summary), fix=plain(found.fix))[:300],
        **language_links(request, reverse("article", args=[slug])),
    }
    return render(request, "kb/article.html", context)


def _steps(article: Article) -> Sequence[Step]:
    """The fix as rows; none where it is one text without an "if"."""
    if article.steps:
        return [row.fill({}) for row in article.steps]
    rows = rows_of(plain_step(article.fix, {}))
    return rows if len(rows) > 1 else ()


def _withdrawn_page(request: HttpRequest, library: Library, found: Withdrawn) -> HttpResponse:
    """The 410 page: why the article was withdrawn, and which articles replace it."""
    context = {
        "withdrawn": found,
        "reason": safe(rendering.to_html(found.reason).html),
        "see": [articles_by_slug(library)[slug] for slug in found.see if slug in library.by_slug],
        "page_name": "articles",
    }
    return render(request, "kb/withdrawn.html", context, status=410)


def _neighbours(library: Library, found: Article) -> dict[str, Article | None]:
    """The articles before and after this one in its theme, in the order of the home page."""
    every = articles_by_slug(library)
    theme = [every[other.slug] for other in library.articles if other.topic == found.topic]
    place = [other.slug for other in theme].index(found.slug)
    after = theme[place + 1 : place + 2]
    return {"previous_article": theme[place - 1] if place else None, "next_article": after[0] if after else None}


@require_safe
def show_file(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Serve article.md, a script, a recorded run or a stand-in unchanged, so that `uv run <address>` works.

    `slug` and `name` are looked up, never joined to a path.
    """
    library = get_library()
    if slug in library.withdrawn:
        return _withdrawn_page(request, library, library.withdrawn[slug])
    canonical_slug = library.canonical(slug)
    found = library.get(canonical_slug) if canonical_slug else None
    if found is None:
        raise Http404
    scripts = {script.name: script for script in found.scripts}
    scripts |= {script.name: script for script in found.stand_ins}
    if name in scripts:
        text = scripts[name].text
    elif name in _files(found) and (written := read_article_file(found.folder / name)):
        text = written
    else:
        raise Http404
    if canonical_slug != slug:
        return HttpResponsePermanentRedirect(reverse("article_file", args=[canonical_slug, name]))
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@require_safe
def show_source(request: HttpRequest, slug: str) -> HttpResponse:
    """Serve an article's text in the language of its address: /zh-hans/articles/SLUG/article.md is Chinese."""
    library = get_library()
    found = library.get(library.canonical(slug) or slug)
    return show_file(request, slug, _source(found).name if found else "article.md")


def _files(article: Article) -> set[str]:
    """The names of an article's texts and recorded runs, relative to its folder."""
    return {path.name for path in _sources(article)} | {f"runs/{run.path.name}" for run in article.runs}


def _sources(article: Article) -> list[Path]:
    """The source files of an article, one for each language."""
    return [article.path, *(article.folder / f"article.{language}.md" for language in article.translations)]


def _source(article: Article) -> Path:
    """The source file in the language of the page, if there is one, else the English one."""
    language = languages.current()
    return article.folder / (f"article.{language}.md" if language in article.translations else article.path.name)
