"""The endpoints that take a paste or logs. They are POST requests, need no key, and store nothing."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Query
from ninja.decorators import decorate_view

from kb.addresses import article_address
from kb.api.queries import LanguageQuery, MatchQuery
from kb.api.site_api import api, as_json, respond
from kb.formats import match_answer, match_json_text
from kb.jobs import job_json, read_job
from kb.library import get_library, match_lock
from kb.server.limits import limited
from kb.server.metrics import count_match
from kb.server.uploads import read_paste, room_for
from kb.wording import say_phrase
from tracefix.answers.choice import verdict_of
from tracefix.answers.formats import FORMATS
from tracefix.answers.json_shapes import DiagnosisOut, Failure, JobOut

View = Callable[..., HttpResponse]

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
    """Send the error, traceback or log as text/plain or as a file, up to 10 MB, or as JSON {"text"}, up to 1 MB:
    `curl --data-binary @err.log`. The header X-Tracefix-Verdict has the verdict. `?format=text` is for a terminal, 80
    columns wide; `github` is a Markdown comment for an issue; `annotation` is a line for the log of GitHub Actions;
    `question` is a comment that asks for what a report lacks. These three may be posted: of the paste they have at most
    the error line, without what looks like a secret. The comments begin with a hidden line, `<!-- tracefix … -->`.
    `prompt` is a text for an assistant, at most 1,500 tokens: the error, its frames and what was computed."""
    return _match(request, query.format, full=query.full)


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
    return respond(request, job_json(job, found, library, request))


def _match(request: HttpRequest, name: str, *, full: bool = False) -> HttpResponse:
    """The answer in the format `name`. Comments and annotations may be posted, so they contain no personal values."""
    library, address = get_library(), article_address(request)
    with room_for(request):
        text = read_paste(request)
        found = library.diagnose(text)
        count_match(found.diagnosis)
        with match_lock(text):
            if name == "json":
                response = as_json(match_json_text(found, library, address, full=full))
            else:
                form = FORMATS[name]
                answer = match_answer(found, library, address, personal=form.is_personal)
                body = form.draw(answer, say=say_phrase, **form.more(answer, found.diagnosis))
                response = HttpResponse(body, content_type=f"{form.media_type}; charset=utf-8")
    response["X-Tracefix-Verdict"] = str(verdict_of(found.diagnosis))
    return response
