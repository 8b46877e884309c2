"""The Wanted page, /wanted/: takes sketches of errors that no article covers, and lists the most wanted."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.conf import settings
from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from kb import languages
from kb.addresses import new_issue, path_of
from kb.library import get_library
from kb.models import WantedError
from kb.pages.facets import address, page_of, page_parameter
from kb.query_params import read_filters
from kb.server.clients import network_address
from kb.server.limits import get_limits, limited
from kb.server.metrics import count_wanted
from kb.server.request_bodies import is_longer_than
from kb.server.same_site import from_here
from kb.store import wanted_errors
from kb.store.ballots import keyed_hash, voter_of
from kb.store.database_state import StateError
from kb.store.wanted_errors import Entry
from tracefix.articles.model import Article
from tracefix.redaction.sketch import MOST_BYTES, RefusedError, from_json

PAGE_SIZE = 30
_LONGEST_ISSUE_TITLE = 120  # characters
_LARGEST = 4 * MOST_BYTES  # bytes of a form; URL encoding can take nine bytes for a character


@dataclass(frozen=True, slots=True)
class WantedRow:
    """An entry of the list, and the article that covers it or the address of an issue to announce one."""

    entry: Entry
    article: Article | None
    issue: str  # address; "" if the article exists or is being written, or the settings name no repository


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("wanted", "POST")
@limited("wanted_network", "POST", by=network_address)
@limited("search", "GET")
@from_here
def show(request: HttpRequest) -> HttpResponseBase:
    """GET: the most wanted errors; with `sent`, the key of a sketch, also thanks for it. POST `sketch`: accept one.

    Without the database, GET says that the list cannot be read; the page has the rest.

    The thanks show the sketch only if it is listed, because anybody may be given the address.
    """
    if request.method == "POST":
        return _accept_sketch(request)
    number = read_filters(request.GET)["page"]
    try:
        found, total = wanted_errors.most_wanted(first=(number - 1) * PAGE_SIZE, most=PAGE_SIZE)
        here = page_of(number, total=total, size=PAGE_SIZE)
        if here.number != number:
            found, total = wanted_errors.most_wanted(first=(here.number - 1) * PAGE_SIZE, most=PAGE_SIZE)
        sent = wanted_errors.find(request.GET.get("sent", ""))
    except StateError:
        return _page(request, is_readable=False)
    return _page(request, found=found, total=total, here=here, sent=sent)


def _accept_sketch(request: HttpRequest) -> HttpResponseBase:
    if is_longer_than(request.META, _LARGEST):
        problem = gettext("A sketch is much shorter than that. We did not read it.")
        return _page(request, problem=problem, status=413)
    try:
        sketch = from_json(request.POST.get("sketch", ""))
    except RefusedError as error:
        problem = gettext("This is not a sketch from our pages. We kept nothing of it.")
        return _page(request, problem=problem, reason=str(error), status=400)
    network, voter = network_address(request), voter_of(request)
    if network and get_limits().wait("wanted_total", "all"):
        problem = gettext("Too many sketches came today: we take more tomorrow. Everything else works.")
        return _page(request, problem=problem, status=503)
    if network:
        ballot = keyed_hash(network, "wanted", sketch.key, str(timezone.now().date()))
    else:  # the request is from this machine, or came through a proxy that is not in the settings
        ballot = voter.ballot("wanted", sketch.key)
    try:
        wanted_errors.add(sketch, ballot, keyed_hash(network, "wanted", sketch.key))
    except StateError:
        problem = gettext("Your sketch was not taken: we cannot keep it just now. Everything else works.")
        return _page(request, problem=problem, status=503)
    except wanted_errors.FullError:
        problem = gettext("The list is full: only what is on it already is counted. Everything else works.")
        return _page(request, problem=problem, status=503)
    count_wanted()
    response = HttpResponseRedirect(f"{path_of('wanted')}?{urlencode({'sent': sketch.key})}", status=303)
    if not network:
        voter.remember(response, is_secure=request.is_secure())
    return response


def _page(
    request: HttpRequest,
    *,
    found: Iterable[Entry] = (),
    total: int = 0,
    here: Page[int] | None = None,
    sent: Entry | None = None,
    is_readable: bool = True,
    problem: str = "",
    reason: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "entries": [_present(entry) for entry in found],
        "total": total,
        "pages": here,
        "sent": _present(sent) if sent else None,
        "others": sent.sketches - 1 if sent else 0,
        "is_readable": is_readable,
        "enough": settings.WANTED_NETWORKS,
        "problem": problem,
        "reason": reason,
        "page_name": "wanted",
        "switches": languages.alternates(address(path_of("wanted"), page_parameter(here) if here else {}), request),
    }
    return render(request, "kb/wanted.html", context, status=status)


def _present(entry: Entry) -> WantedRow:
    library = get_library()
    slug = library.canonical(entry.article)
    article = library.in_language(languages.current())[slug] if slug else None
    title = gettext("Article: {error}").format(error=Truncator(entry.title).chars(_LONGEST_ISSUE_TITLE, "…"))
    body = gettext("I would like to write the article about this error.")
    is_open = entry.is_listed and article is None and entry.status != str(WantedError.Status.PLANNED)
    return WantedRow(entry, article, new_issue(title, f"{body}\n\n    {entry.title}\n") if is_open else "")
