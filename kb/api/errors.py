"""What the API answers to an exception. Every error is {"error": {"code", "message"}}."""

import logging

from django.core.exceptions import TooManyFieldsSent
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from ninja.errors import HttpError, ValidationError

from kb.api.site_api import api
from kb.server.uploads import RETRY_SECONDS, PasteError, broken_off
from tracefix.answers.json_payloads import error_payload

log = logging.getLogger(__name__)


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
