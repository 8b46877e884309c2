"""The page of a note, the page of a project with all its notes, and the list of projects."""

from collections import Counter
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from kb import languages
from kb.addresses import absolute, article_address, path_of
from kb.library import get_library
from kb.pages.linked_data import tech_article
from kb.pages.presenters import markdown_link, safe
from kb.server.page_cache import cached
from kb.translations import articles_by_slug, language_links
from kb.wording import plain
from tracefix.answers.github import article_to_github
from tracefix.articles.model import Article
from tracefix.articles.rendering import code_html
from tracefix.languages import LANGUAGES
from tracefix.projects.model import Card
from tracefix.projects.rows import sections_of
from tracefix.versions.history import packages, packages_of


class NoteSlug:
    """The part of an address that names a note: `<project>/<id>`."""

    regex = "[a-z0-9-]+/[a-z0-9-]+"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


@dataclass(frozen=True, slots=True)
class Project:
    """A project as the list of projects shows it."""

    id: str
    name: str
    note_count: int


@require_safe
@cached("articles")
def show(request: HttpRequest, slug: str) -> HttpResponse:
    library = get_library()
    found = articles_by_slug(library).get(slug)
    if found is None or not found.note_of:
        raise Http404
    url = article_address(request)(slug)
    context = {
        "article": found,
        "steps": [row.fill({}) for row in found.steps],
        "examples": safe(code_html(_examples(found), "text")),
        "project": found.projects[0],
        "deeper": [articles_by_slug(library)[name] for other in found.related if (name := library.canonical(other))],
        "markdown_link": markdown_link(found.title, url),
        "comment": article_to_github(library.notes.by_slug[slug], article_address(request)),
        "linked_data": tech_article(
            found,
            url=url,
            home=absolute(reverse("home"), request),
            language=LANGUAGES[found.body_language(languages.current())].tag,
        ),
        "page_name": "projects",
        "page_title": found.title,
        "description": gettext("{cause} Fix: {fix}").format(cause=plain(found.summary), fix=plain(found.fix))[:300],
        **language_links(request, path_of("article", slug)),
    }
    return render(request, "kb/note.html", context)


def _examples(found: Article) -> str:
    """The examples, which are the first block of code of the body."""
    return found.body.partition("```text\n")[2].partition("\n```")[0]


@require_safe
@cached("articles")
def show_projects(request: HttpRequest) -> HttpResponse:
    library = get_library()
    names = {card.id: card.project for card in library.catalogue.projects.cards}
    names |= {note.note_of: note.projects[0] for note in library.notes.by_slug.values()}
    counts = Counter(slug.partition("/")[0] for slug in library.notes.by_slug)
    projects = [Project(id_, name, counts[id_]) for id_, name in names.items()]
    context = {
        "projects": sorted(projects, key=lambda project: project.name.lower()),
        "note_count": len(library.notes.by_slug),
        "page_name": "projects",
        "page_title": gettext("Projects"),
        "description": gettext("Errors of single projects, with fixes from their documentation, source and issues."),
        **language_links(request, reverse("projects")),
    }
    return render(request, "kb/projects.html", context)


def _package_with_history(project: str, card: Card | None) -> str:
    """The package of a project whose releases we know; "" if there is none."""
    brought = (package for module in (card.names.modules if card else ()) for package in packages_of(module))
    return project if project in packages() else next(brought, "")


@require_safe
@cached("articles")
def show_project(request: HttpRequest, project: str) -> HttpResponse:
    library = get_library()
    card = next((card for card in library.catalogue.projects.cards if card.id == project), None)
    every = articles_by_slug(library)
    notes = [every[slug] for slug in library.notes.by_slug if slug.startswith(f"{project}/")]
    if card is None and not notes:
        raise Http404
    name = card.project if card else notes[0].projects[0]
    context = {
        "card": card,
        "sections": list(sections_of(card)) if card else [],
        "package": _package_with_history(project, card),
        "project": name,
        "notes": sorted(notes, key=lambda note: note.title.lower()),
        "related": [every[article.slug] for article in library.articles if name in article.projects],
        "page_name": "projects",
        "page_title": gettext("Errors of {project}").format(project=name),
        "description": gettext("What errors of {project} mean, and how to fix them.").format(project=name),
        **language_links(request, reverse("project", args=[project])),
    }
    return render(request, "kb/project.html", context)
