"""A draft of the operator's own model about an error that no article covers: POST /match/draft/.

The page of an answer shows the text that would be sent, and signs it. Only such a text is taken: so the model gets what
its reader saw and never a paste, and nobody can use it for something else.
"""

import logging
from collections.abc import Iterator, Mapping
from itertools import chain

from django.conf import settings
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from kb.model_endpoint import ModelEndpoint, ModelError, draft
from kb.server.limits import limited
from kb.server.request_bodies import is_longer_than
from kb.server.same_site import from_here
from kb.translations import language_links

log = logging.getLogger(__name__)

_SALT = "kb.pages.draft"
_SIGNED_SECONDS = 24 * 3600
_LARGEST = 32 * 1024  # bytes of a form
_PLAIN = "text/plain; charset=utf-8"
_STATUSES = {"busy": 503, "slow": 504, "broken": 502}


def sign_prompt(prompt: str) -> str:
    """A prompt as the form of a page sends it back."""
    return signing.dumps(prompt, salt=_SALT, compress=True)


@never_cache
@require_POST
@limited("model")
@from_here
def show(request: HttpRequest) -> HttpResponseBase:
    """The draft: as a page, or for a script that takes no HTML as plain text while it is written."""
    if not settings.MODEL_URL:
        raise Http404
    is_script = not request.accepts("text/html")
    sentences = _sentences()
    try:
        if is_longer_than(request.META, _LARGEST):
            raise signing.BadSignature
        prompt = signing.loads(request.POST.get("prompt", ""), salt=_SALT, max_age=_SIGNED_SECONDS)
    except signing.BadSignature:
        problem = gettext("This page is too old to ask the model. Paste your error again.")
        return _answer(request, problem, is_script=is_script, status=400)
    pieces = draft(ModelEndpoint(settings.MODEL_URL, settings.MODEL, settings.MODEL_KEY), prompt)
    try:
        first = next(pieces, "")
        if not first:
            raise ModelError("broken")
    except ModelError as error:
        log.warning("The model gave no draft: %s", error.reason)
        response = _answer(request, sentences[error.reason], is_script=is_script, status=_STATUSES[error.reason])
        response._has_been_logged = True  # by the line above, which says more
        return response
    whole = _until_it_fails(chain([first], pieces), sentences)
    if not is_script:
        return _answer(request, "".join(whole), is_script=False, status=200)
    response = StreamingHttpResponse(whole, content_type=_PLAIN)
    response["X-Accel-Buffering"] = "no"  # else nginx keeps it until it is whole
    return response


def _until_it_fails(pieces: Iterator[str], sentences: Mapping[str, str]) -> Iterator[str]:
    """The pieces; at the end of those that broke off, a sentence that says so."""
    try:
        yield from pieces
    except ModelError as error:
        log.warning("The model gave a part of a draft: %s", error.reason)
        yield f"\n\n[{sentences[error.reason]}]"


def _sentences() -> dict[str, str]:
    """What a reader is told of each reason, in the language of the request: a stream is read when that is over."""
    return {
        "busy": gettext("The model is answering others. Ask again in a minute."),
        "slow": gettext("The model took too long, so we stopped. All else on this site works."),
        "broken": gettext("The model did not answer as it should. All else on this site works."),
        "long": gettext("The draft ends here, because it is as long as we allow."),
    }


def _answer(request: HttpRequest, text: str, *, is_script: bool, status: int) -> HttpResponse:
    if is_script:
        return HttpResponse(text, content_type=_PLAIN, status=status)
    context = {
        "draft": text if status == 200 else "",
        "problem": text if status != 200 else "",
        "page_name": "match",
        **language_links(request, reverse("match")),
    }
    return render(request, "kb/draft.html", context, status=status)
