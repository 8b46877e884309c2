"""The page of what is wanted: it takes reports of errors that are missing here, and lists the most wanted."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.conf import settings
from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from kb.core.articles.model import Article
from kb.core.unknown.sketch import MOST_BYTES, RefusedError, from_json
from kb.library import get_library
from kb.pages import languages
from kb.pages.addresses import path_of
from kb.pages.facets import address, page_of, page_parameter
from kb.pages.query_params import read_filters
from kb.server.clients import network_address
from kb.server.limits import get_limits, limited
from kb.server.metrics import count_wanted
from kb.server.request_bodies import is_longer_than
from kb.server.same_site import from_here
from kb.store import sketches as wanted
from kb.store.ballots import keyed_hash, voter_of
from kb.store.sketches import Entry
from kb.store.state import StateError

PAGE_SIZE = 30
_LARGEST = 4 * MOST_BYTES  # bytes of a form, in which a character may take nine


@dataclass(frozen=True, slots=True)
class Shown:
    """An entry, and the article that covers it, if it is there."""

    entry: Entry
    article: Article | None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("wanted", "POST")
@limited("wanted_network", "POST", by=network_address)
@limited("search", "GET")
@from_here
def show(request: HttpRequest) -> HttpResponseBase:
    """GET: the most wanted; with `sent`, the key of a report, thanks for it. POST `signature`: such a report.

    Thanks repeat what was sent only where it is listed: anybody may be given their address.
    """
    if request.method == "POST":
        return _take(request)
    number = read_filters(request.GET)["page"]
    try:
        found, total = wanted.most_wanted(first=(number - 1) * PAGE_SIZE, most=PAGE_SIZE)
        here = page_of(number, total=total, size=PAGE_SIZE)
        if here.number != number:
            found, total = wanted.most_wanted(first=(here.number - 1) * PAGE_SIZE, most=PAGE_SIZE)
        sent = wanted.find(request.GET.get("sent", ""))
    except StateError:
        return _page(request, problem=gettext("The list cannot be read just now. Everything else works."), status=503)
    return _page(request, found=found, total=total, here=here, sent=sent)


def _take(request: HttpRequest) -> HttpResponseBase:
    if is_longer_than(request.META, _LARGEST):
        problem = gettext("A report is much shorter than that. Nothing of it was read.")
        return _page(request, problem=problem, status=413)
    try:
        report = from_json(request.POST.get("signature", ""))
    except RefusedError as error:
        problem = gettext("This is no report as our pages offer it, and nothing of it was kept.")
        return _page(request, problem=problem, reason=str(error), status=400)
    network, voter = network_address(request), voter_of(request)
    if network and get_limits().wait("wanted_total", "all"):
        problem = gettext("So many reports came today that no more are taken until tomorrow. Everything else works.")
        return _page(request, problem=problem, status=503)
    if network:
        ballot = keyed_hash(network, "wanted", report.key, str(timezone.now().date()))
    else:  # this machine itself, or visitors behind a proxy that is not declared
        ballot = voter.ballot("wanted", report.key)
    try:
        wanted.add(report, ballot, keyed_hash(network, "wanted", report.key))
    except StateError:
        problem = gettext("Nothing was sent: reports cannot be kept just now. Everything else works.")
        return _page(request, problem=problem, status=503)
    except wanted.FullError:
        problem = gettext("The list is full: only what is on it already is counted. Everything else works.")
        return _page(request, problem=problem, status=503)
    count_wanted()
    response = HttpResponseRedirect(f"{path_of('wanted')}?{urlencode({'sent': report.key})}", status=303)
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
    problem: str = "",
    reason: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "entries": [_shown(entry) for entry in found],
        "total": total,
        "pages": here,
        "sent": _shown(sent) if sent else None,
        "others": sent.reports - 1 if sent else 0,
        "enough": settings.WANTED_NETWORKS,
        "problem": problem,
        "reason": reason,
        "page_name": "wanted",
        "switches": languages.alternates(address(path_of("wanted"), page_parameter(here) if here else {}), request),
    }
    return render(request, "kb/wanted.html", context, status=status)


def _shown(entry: Entry) -> Shown:
    library = get_library()
    slug = library.canonical(entry.article)
    return Shown(entry, library.in_language(languages.current())[slug] if slug else None)
