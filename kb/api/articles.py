"""The endpoints that read: articles, search and versions. They are GET requests, and need no key."""

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import reverse
from ninja import Query
from ninja.decorators import decorate_view
from ninja.errors import HttpError

from kb.addresses import article_address
from kb.api.queries import FullQuery, LanguageQuery, SearchQuery, SuggestQuery, VersionsQuery
from kb.api.site_api import api, respond
from kb.formats import article_json, search_json
from kb.languages import current
from kb.library import get_library
from kb.server.limits import limited
from kb.translations import articles_by_slug
from tracefix.answers.json_payloads import (
    found_names_payload,
    list_payload,
    package_payload,
    suggestions_payload,
    withdrawn_payload,
)
from tracefix.answers.json_shapes import (
    ArticleList,
    Failure,
    FoundNames,
    PackageVersions,
    SearchResults,
    Suggestions,
    Whole,
)
from tracefix.search.suggesting import CANDIDATES, suggest
from tracefix.versions.browsing import find_names, name_problem, summaries
from tracefix.versions.everywhere import find_everywhere
from tracefix.versions.history import find_history

_MOST_SUGGESTIONS = 6


@api.get("/articles", response=ArticleList, operation_id="list_articles", summary="All articles", tags=["articles"])
def list_articles(request: HttpRequest, query: Query[LanguageQuery]) -> HttpResponse:
    articles = articles_by_slug(get_library())
    return respond(request, list_payload([*articles.values()], article_address(request)))


@api.get(
    "/articles/{slug}",
    response={200: Whole, 404: Failure, 410: Failure},
    operation_id="get_article",
    summary="One article, whole",
    tags=["articles"],
)
def get_article(request: HttpRequest, slug: str, query: Query[FullQuery]) -> HttpResponse:
    """An earlier slug redirects permanently. The slug of a withdrawn article answers 410 with the reason."""
    library = get_library()
    canonical = library.canonical(slug)
    article = library.get(canonical) if canonical else None
    if slug in library.withdrawn:
        answer = withdrawn_payload(library.withdrawn[slug], article_address(request))
        return api.create_response(request, answer, status=410)
    if article is None:
        raise HttpError(404, "There is no article of this name. GET /api/v1/articles lists them.")
    if article.slug != slug:
        return HttpResponsePermanentRedirect(reverse("api-1:get_article", args=[article.slug]))
    return respond(request, article_json(article, library, article_address(request), full=query.full))


@api.get(
    "/search",
    response={200: SearchResults, 400: Failure, 429: Failure},
    operation_id="search_articles",
    summary="Search the articles",
    tags=["search"],
)
@decorate_view(limited("search"))
def search(request: HttpRequest, query: Query[SearchQuery]) -> HttpResponse:
    library = get_library()
    results = library.search(
        query.q,
        project=query.project,
        exception=query.exception,
        tag=query.tag,
        page=query.page,
        size=query.size or query.limit,
        language=current(),
    )
    return respond(request, search_json(results, library, article_address(request), full=query.full))


@api.get(
    "/suggest",
    response={200: Suggestions, 400: Failure, 429: Failure},
    operation_id="suggest_articles",
    summary="Articles for half a query",
    tags=["search"],
)
@decorate_view(limited("search"))
def suggest_articles(request: HttpRequest, query: Query[SuggestQuery]) -> Suggestions:
    """Suggestions while somebody types: the last word may be half typed. An empty query has no suggestions."""
    library = get_library()
    articles = articles_by_slug(library)
    found = library.search(query.q, size=CANDIDATES, is_unfinished=True).hits if query.q.strip() else ()
    slugs = suggest(query.q, (hit.slug for hit in found), library.names, library.common)
    return suggestions_payload(query.q, slugs[:_MOST_SUGGESTIONS], articles, article_address(request))


@api.get(
    "/versions/{package}",
    response={200: PackageVersions, 400: Failure, 404: Failure, 429: Failure},
    operation_id="get_versions",
    summary="Which releases have a name",
    tags=["versions"],
)
@decorate_view(limited("search"))
def versions(request: HttpRequest, package: str, query: Query[VersionsQuery]) -> PackageVersions:
    """Read out of the released files. Without a name, `lives` is empty."""
    history = find_history(package)
    if history is None:
        known = ", ".join(summary.package for summary in summaries())
        raise HttpError(404, f"There is no history of this package. There are: {known}")
    name = _read_name(query)
    return package_payload(history, name, find_names(history, name) if name else ())


@api.get(
    "/versions",
    response={200: FoundNames, 400: Failure, 429: Failure},
    operation_id="search_versions",
    summary="Which packages have a name, as it is typed",
    tags=["versions"],
)
@decorate_view(limited("search"))
def search_versions(request: HttpRequest, query: Query[VersionsQuery]) -> FoundNames:
    """np.bool, DataFrame.append and ANTIALIAS are found. Without a name, `packages` is empty."""
    name = _read_name(query)
    return found_names_payload(name, find_everywhere(name) if name else ())


def _read_name(query: VersionsQuery) -> str:
    name = query.name.strip()
    if name and (problem := name_problem(name)):
        raise HttpError(400, str(problem))
    return name
