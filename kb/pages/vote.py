"""The pages of a vote: count it, thank the reader, and ask which of the fixes worked."""

from collections.abc import Iterator
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from kb import languages
from kb.addresses import path_of
from kb.library import Library, get_library
from kb.server.clients import client_address
from kb.server.limits import is_first_today, limited
from kb.server.request_bodies import is_longer_than
from kb.server.same_site import from_here
from kb.store.ballots import keyed_hash, voter_of
from kb.store.database_state import StateError
from kb.store.votes import Tallies, Tally, vote
from tracefix.articles.fixes import Fix
from tracefix.articles.model import Article

_LARGEST = 2000  # bytes of a vote
_ANSWERS = {"yes": True, "no": False}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("vote", "POST")
@from_here
def helped(request: HttpRequest, slug: str) -> HttpResponseBase:
    """POST `helped` (yes or no), with `fix` (its anchor) if the vote is about one fix. Redirects to GET: the thanks."""
    library = get_library()
    canonical_slug = library.canonical(slug)
    if canonical_slug is None:
        raise Http404
    article = library.in_language(languages.current())[canonical_slug]
    fixes = library.fixes(canonical_slug, {}, languages.current())
    if request.method == "POST":
        return _count(request, article, fixes)
    answer, fix = request.GET.get("helped", ""), request.GET.get("fix", "")
    if answer not in _ANSWERS or not _is_known(fix, fixes):
        return HttpResponseRedirect(path_of("article", canonical_slug))
    return _page(request, article, has_helped=_ANSWERS[answer], fixes=() if fix or len(fixes) < 2 else fixes)


def _count(request: HttpRequest, article: Article, fixes: tuple[Fix, ...]) -> HttpResponseBase:
    if is_longer_than(request.META, _LARGEST):
        return _page(request, article, problem=gettext("A vote is much shorter than that."), status=413)
    answer, fix = request.POST.get("helped", ""), request.POST.get("fix", "")
    if answer not in _ANSWERS or not _is_known(fix, fixes):
        return _page(request, article, problem=gettext("This vote names no answer, or a fix that is gone."), status=400)
    voter, subject = voter_of(request), ("vote", article.slug, fix)
    client = keyed_hash(client_address(request), *subject)  # for the counters in memory; it is not stored with the vote
    try:
        is_counted = vote(
            article.slug,
            fix,
            helped=_ANSWERS[answer],
            ballot=voter.ballot(*subject),
            may_count=lambda: is_first_today(client),
        )
    except StateError:
        problem = gettext("Votes cannot be counted just now. Everything else works; please try again later.")
        return _page(request, article, problem=problem, status=503)
    if not is_counted:
        problem = gettext("A vote from your network address was counted here today. Each address counts once a day.")
        return _page(request, article, problem=problem, status=409)
    query_params = {"helped": answer, **({"fix": fix} if fix else {})}
    response = HttpResponseRedirect(f"{path_of('helped', article.slug)}?{urlencode(query_params)}", status=303)
    voter.remember(response, is_secure=request.is_secure())
    return response


def _is_known(fix: str, fixes: tuple[Fix, ...]) -> bool:
    return not fix or any(fix == known.anchor for known in fixes)


def _page(
    request: HttpRequest,
    article: Article,
    *,
    has_helped: bool = False,
    fixes: tuple[Fix, ...] = (),
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "article": article,
        "has_helped": has_helped,
        "fixes": fixes,
        "fixes_language": article.fixes_language(languages.current()),
        "problem": problem,
        "page_name": "articles",
        "switches": languages.alternates(path_of("article", article.slug), request),
    }
    return render(request, "kb/helped.html", context, status=status)


def fix_tallies(library: Library, slug: str, tallies: Tallies) -> Iterator[tuple[str, Tally]]:
    """The tallies of the fixes that the article still has, each with the title of the fix, best first."""
    fixes = library.fixes(slug, {}, languages.current())
    found = [(fix.title, tallies[fix.anchor]) for fix in fixes if fix.anchor in tallies]
    yield from sorted(found, key=lambda item: -item[1].yes / item[1].total)
