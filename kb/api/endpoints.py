"""The endpoints of the JSON API, below /api/v1/. They need no key and store nothing.

kb/core/output/json_shapes.py defines the shapes of the responses, this module those of the queries. Every error is
{"error": {"code", "message"}}.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from typing import Any, Literal

from django.conf import settings
from django.core.exceptions import TooManyFieldsSent
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect, UnreadablePostError
from django.shortcuts import render
from django.urls import reverse
from ninja import NinjaAPI, Query, Schema
from ninja.decorators import decorate_view
from ninja.errors import HttpError, ValidationError
from ninja.openapi.docs import DocsBase
from ninja.openapi.schema import OpenAPISchema
from ninja.renderers import BaseRenderer
from pydantic import Field

from kb.core.languages import LANGUAGES
from kb.core.output.annotation import to_annotation
from kb.core.output.brief import to_json
from kb.core.output.github import to_github
from kb.core.output.json_payloads import (
    error_payload,
    list_payload,
    package_payload,
    suggestions_payload,
    withdrawn_payload,
)
from kb.core.output.json_shapes import (
    EMPTY_RULE,
    ArticleList,
    DiagnosisOut,
    Failure,
    JobOut,
    PackageVersions,
    SearchResults,
    Suggestions,
    Whole,
)
from kb.core.output.question import to_question
from kb.core.output.text import to_text
from kb.core.versions.browsing import find_names, name_problem, summaries
from kb.core.versions.history import find_history
from kb.library import get_library, turn_of
from kb.pages.addresses import absolute, article_address
from kb.pages.jobs import job_json, read_job
from kb.pages.languages import current
from kb.pages.programs import article_json, match_answer, match_json_text, say_phrase, search_json
from kb.pages.translations import articles_by_slug
from kb.server.limits import limited
from kb.server.metrics import count_match
from kb.server.uploads import RETRY_SECONDS, PasteError, broken_off, read_paste, room_for

log = logging.getLogger(__name__)

View = Callable[..., HttpResponse]

_MOST_SUGGESTIONS = 6


class DocumentationPage(DocsBase):
    """The OpenAPI document as a page of this site. ninja's own page loads scripts from another host."""

    def render_page(self, request: HttpRequest, api: NinjaAPI, **kwargs: Any) -> HttpResponse:
        document = api.get_openapi_schema()
        context = {
            "document": document,
            "operations": [
                {"method": method.upper(), "path": path, "anchor": operation["operationId"].replace("_", "-")}
                | operation
                for path, methods in document["paths"].items()
                for method, operation in methods.items()
            ],
            "openapi": self.get_openapi_url(api, kwargs),
            "example": absolute(reverse("api-1:match"), request),
        }
        return render(request, "kb/api.html", context)


_TEXTS: dict[str, Any] = {  # schemas that no class defines
    "Paste": {
        "type": "object",
        "required": ["text"],
        "properties": {"text": {"type": "string", "description": "What the terminal showed, up to 1 MB."}},
    },
    "PasteFile": {
        "type": "object",
        "required": ["file"],
        "properties": {"file": {"type": "string", "format": "binary", "description": "Up to 10 MB."}},
    },
    "Logs": {
        "type": "object",
        "required": ["file"],
        "properties": {
            "file": {
                "type": "array",
                "items": {"type": "string", "format": "binary"},
                "description": "One to 100 logs, perhaps compressed by gzip, up to 10 MB together.",
            },
            "path": {
                "type": "array",
                "items": {"type": "string"},
                "description": "The path of each file, in the same order, where its folder tells the rank.",
            },
        },
    },
    "PasteText": {"type": "string", "description": "What the terminal showed, up to 10 MB."},
    "Words": {"type": "string"},
}


class PlainJSON(BaseRenderer):
    """Render compact JSON without escaping non-ASCII characters."""

    media_type = "application/json"

    def render(self, request: HttpRequest, data: Any, *, response_status: int) -> str:
        return to_json(data)


class TracefixAPI(NinjaAPI):
    """The API. Its OpenAPI document names the site's address."""

    def get_openapi_schema(self, **kwargs: Any) -> OpenAPISchema:
        self.servers = [{"url": settings.BASE_URL or "/"}]
        document = super().get_openapi_schema(**kwargs)
        shapes = document["components"]["schemas"]
        for name in [
            name for name in shapes if name.endswith("Query")
        ]:  # unused: ninja lists the parameters one by one
            del shapes[name]
        shapes |= _TEXTS
        return document


api = TracefixAPI(
    title="Tracefix",
    renderer=PlainJSON(),
    version="1",
    description="Which known error does this terminal output show, and what fixes it? "
    f"A paste is answered and forgotten: not stored, not logged, not sent anywhere. {EMPTY_RULE}",
    openapi_url="/openapi.json",
    docs_url="/docs",
    docs=DocumentationPage(),
)


class LanguageQuery(Schema):
    lang: Literal[*LANGUAGES] | None = Field(  # type: ignore[valid-type]
        None, description="The language of the answer; without it, Accept-Language decides. Errors and code stay as is."
    )


class FullQuery(LanguageQuery):
    full: bool = Field(
        False, description="Every field, and more errors, frames, runs and facets, at many times the tokens."
    )


class SearchQuery(FullQuery):
    q: str = Field("", max_length=1000, description="Words, an identifier, or a line of error text.")
    project: str = Field("", max_length=100)
    exception: str = Field("", max_length=100)
    tag: str = Field("", max_length=100)
    page: int = Field(1, ge=1, le=10_000)
    limit: int = Field(10, ge=1, le=100, description="The most results on a page.")
    size: int | None = Field(None, ge=1, le=100, description="An earlier name of `limit`.")


class SuggestQuery(LanguageQuery):
    q: str = Field(max_length=1000, description="What is typed so far.")


class VersionsQuery(Schema):
    name: str = Field(
        "", max_length=1000, description="A name or its end: cached_download, Trainer.train, TrainingArguments(seed)."
    )


class MatchQuery(FullQuery):
    # Not in the document: it has a path for each media type, because generated clients expect one media type per path.
    format: Literal["json", "text", "github", "annotation", "question"] = Field(
        "json", json_schema_extra={"include_in_schema": False}
    )


# Formats of /match besides JSON: the function, the media type, and whether only the sender may see the answer
_FORMATS: dict[str, tuple[Callable[..., str], str, bool]] = {
    "text": (to_text, "text/plain", True),
    "github": (to_github, "text/markdown", False),
    "annotation": (to_annotation, "text/plain", False),
    "question": (to_question, "text/markdown", False),
}
_PROBLEMS = dict.fromkeys((400, 413, 415, 429, 503), Failure)

# The request bodies of /match. ninja cannot derive them, because read_paste() reads them.
_PASTE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": {"$ref": "#/components/schemas/Paste"}},
            "text/plain": {"schema": {"$ref": "#/components/schemas/PasteText"}},
            "multipart/form-data": {"schema": {"$ref": "#/components/schemas/PasteFile"}},
        },
    },
}

_LOGS: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"multipart/form-data": {"schema": {"$ref": "#/components/schemas/Logs"}}},
    },
}


def _paste_as(kind: str) -> dict[str, Any]:
    """The part of the OpenAPI document about an endpoint that answers with text of this media type."""
    content = {kind: {"schema": {"$ref": "#/components/schemas/Words"}}}
    return {**_PASTE, "responses": {200: {"description": "OK", "content": content}}}


@api.get("/articles", response=ArticleList, operation_id="list_articles", summary="All articles", tags=["articles"])
def list_articles(request: HttpRequest, query: Query[LanguageQuery]) -> HttpResponse:
    articles = articles_by_slug(get_library())
    return _respond(request, list_payload([*articles.values()], article_address(request)))


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
    return _respond(request, article_json(article, library, article_address(request), full=query.full))


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
    return _respond(request, search_json(results, library, article_address(request), full=query.full))


@api.get(
    "/suggest",
    response={200: Suggestions, 400: Failure, 429: Failure},
    operation_id="suggest_articles",
    summary="Articles for half a query",
    tags=["search"],
)
@decorate_view(limited("search"))
def suggest(request: HttpRequest, query: Query[SuggestQuery]) -> Suggestions:
    """Suggestions while somebody types: the last word may be half typed. An empty query has no suggestions."""
    library = get_library()
    results = library.search(query.q, size=_MOST_SUGGESTIONS, is_unfinished=True)
    if not query.q.strip():
        results = replace(results, hits=())
    return suggestions_payload(results, articles_by_slug(library), article_address(request))


@api.get(
    "/versions/{package}",
    response={200: PackageVersions, 400: Failure, 404: Failure, 429: Failure},
    operation_id="get_versions",
    summary="Which releases have a name",
    tags=["versions"],
)
@decorate_view(limited("search"))
def versions(request: HttpRequest, package: str, query: Query[VersionsQuery]) -> PackageVersions:
    """Read out of the released files. An empty name has no lives."""
    history = find_history(package)
    if history is None:
        known = ", ".join(summary.package for summary in summaries())
        raise HttpError(404, f"There is no history of this package. There are: {known}")
    name = query.name.strip()
    if name and (problem := name_problem(name)):
        raise HttpError(400, str(problem))
    return package_payload(history, name, find_names(history, name) if name else ())


def _without_query(run: View) -> View:
    """Answer /match without ninja if the request has no query, because ninja's checks take long and have no effect."""

    @wraps(run)
    def answer(request: HttpRequest, **options: Any) -> HttpResponse:
        if request.META.get("QUERY_STRING"):
            return run(request, **options)
        try:
            return _match(request, "json")
        except Exception as error:
            return api.on_exception(request, error)

    return answer


def _never_stored(run: View) -> View:
    """Set no-store on the answer to a paste. Django's never_cache also sets the expiry time, which takes long."""

    @wraps(run)
    def answer(request: HttpRequest, **options: Any) -> HttpResponse:
        response = run(request, **options)
        response.headers["Cache-Control"] = "no-store"
        return response

    return answer


@api.post(
    "/match",
    response={200: DiagnosisOut, **_PROBLEMS},
    operation_id="match_paste",
    summary="Which known error is this?",
    tags=["match"],
    openapi_extra=_PASTE,
)
@decorate_view(_without_query, _never_stored, limited("match"))
def match(request: HttpRequest, query: Query[MatchQuery]) -> HttpResponse:
    """Send what the terminal showed as text/plain or as a file, up to 10 MB, or as JSON {"text"}, up to 1 MB:
    `curl --data-binary @err.log`. The header X-Tracefix-Verdict has the verdict. `?format=text`, `github`,
    `annotation` or `question` answers as the paths below do."""
    return _match(request, query.format, full=query.full)


@api.post(
    "/match/text",
    operation_id="match_paste_as_text",
    summary="The answer to read in a terminal, 80 columns wide",
    tags=["match"],
    response=_PROBLEMS,
    openapi_extra=_paste_as("text/plain"),
)
@decorate_view(_never_stored, limited("match"))
def match_text(request: HttpRequest, query: Query[LanguageQuery]) -> HttpResponse:
    """Takes what /match takes. Errors are JSON, here and below."""
    return _match(request, "text")


@api.post(
    "/match/github",
    operation_id="match_paste_as_comment",
    summary="The answer as a Markdown comment for an issue",
    tags=["match"],
    response=_PROBLEMS,
    openapi_extra=_paste_as("text/markdown"),
)
@decorate_view(_never_stored, limited("match"))
def match_github(request: HttpRequest, query: Query[LanguageQuery]) -> HttpResponse:
    """Nothing of the paste is in it but the matched error line, without what looks like a secret. Its first line, which
    readers do not see, is `<!-- tracefix VERDICT SLUG -->`."""
    return _match(request, "github")


@api.post(
    "/match/annotation",
    operation_id="match_paste_as_annotation",
    summary="The answer as a line for the log of GitHub Actions",
    tags=["match"],
    response=_PROBLEMS,
    openapi_extra=_paste_as("text/plain"),
)
@decorate_view(_never_stored, limited("match"))
def match_annotation(request: HttpRequest, query: Query[LanguageQuery]) -> HttpResponse:
    """`::error title=…::…`. Empty where the paste shows no error."""
    return _match(request, "annotation")


@api.post(
    "/match/question",
    operation_id="match_paste_as_question",
    summary="What to ask where a report lacks its error, as a Markdown comment for an issue",
    tags=["match"],
    response=_PROBLEMS,
    openapi_extra=_paste_as("text/markdown"),
)
@decorate_view(_never_stored, limited("match"))
def match_question(request: HttpRequest, query: Query[LanguageQuery]) -> HttpResponse:
    """Empty where the paste shows its error. The first line, which readers do not see, is `<!-- tracefix question HINT
    -->`."""
    return _match(request, "question")


@api.post(
    "/triage",
    response={200: JobOut, **_PROBLEMS},
    operation_id="triage_logs",
    summary="Which event ended this job?",
    tags=["match"],
    openapi_extra=_LOGS,
)
@decorate_view(_never_stored, limited("match"))
def triage(request: HttpRequest, query: Query[LanguageQuery]) -> HttpResponse:
    """Send the logs of all ranks as files of one form: `curl -F file=@rank0.log -F file=@rank1.log`. Every field of the
    answer is always there."""
    library = get_library()
    with room_for(request):
        job = read_job(request)
        found = library.diagnose(job.window) if job.window else None
    if found:
        count_match(found.diagnosis)
    return _respond(request, job_json(job, found, library, request))


def _match(request: HttpRequest, name: str, *, full: bool = False) -> HttpResponse:
    """The answer in the format `name`. Comments and annotations may be posted, so they contain no personal values."""
    library, address = get_library(), article_address(request)
    with room_for(request):
        text = read_paste(request)
        found = library.diagnose(text)
    count_match(found.diagnosis)
    with turn_of(text):
        if name == "json":
            response = _as_json(match_json_text(found, library, address, full=full))
        else:
            draw, kind, is_personal = _FORMATS[name]
            body = draw(match_answer(found, library, address, personal=is_personal), say=say_phrase)
            response = HttpResponse(body, content_type=f"{kind}; charset=utf-8")
    response["X-Tracefix-Verdict"] = str(found.diagnosis.verdict)
    return response


def _respond(request: HttpRequest, answer: Mapping[str, Any]) -> HttpResponse:
    """A response that ninja does not validate, because that takes a tenth of the time. Tests validate responses."""
    return _as_json(to_json(answer))


def _as_json(text: str) -> HttpResponse:
    return HttpResponse(text, content_type=api.get_content_type())


# ── errors ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _fail(request: HttpRequest, status: int, code: str, message: str) -> HttpResponse:
    return api.create_response(request, error_payload(code, message), status=status)


@api.exception_handler(PasteError)
def _paste_error(request: HttpRequest, error: PasteError) -> HttpResponse:
    response = _fail(request, error.status, error.code, error.message)
    if error.status == 503:
        response["Retry-After"] = str(RETRY_SECONDS)
    return response


@api.exception_handler(UnreadablePostError)
def _upload_broken_off(request: HttpRequest, error: UnreadablePostError) -> HttpResponse:
    return _paste_error(request, broken_off())


@api.exception_handler(ValidationError)
def _validation_error(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Answer 400 for an invalid parameter. The message does not repeat its value, which may be part of a paste."""
    reasons = "; ".join(f"{item['loc'][-1]}: {item['msg']}" for item in error.errors)
    return _fail(request, 400, "bad_request", reasons)


@api.exception_handler(TooManyFieldsSent)
def _too_many_parameters(request: HttpRequest, error: TooManyFieldsSent) -> HttpResponse:
    return _fail(request, 400, "bad_request", "The address has too many parameters. See /api/v1/docs.")


@api.exception_handler(HttpError)
def _http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
    code = {400: "bad_request", 404: "not_found"}.get(error.status_code, "error")
    return _fail(request, error.status_code, code, error.message)


@api.exception_handler(Http404)
def _not_found(request: HttpRequest, error: Http404) -> HttpResponse:
    return _fail(request, 404, "not_found", "There is nothing at this address. See /api/v1/docs.")


@api.exception_handler(Exception)
def _internal_error(request: HttpRequest, error: Exception) -> HttpResponse:
    """Answer 500 for any other exception, and log it without its message, which may quote the paste.

    Without this handler, ninja would log the message.
    """
    log.error("The API failed", exc_info=error)
    return _fail(request, 500, "internal", "Something broke on our side. Nothing of your request was kept.")
