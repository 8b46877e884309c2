"""The search page: results for a query, or the matcher's answer to a paste."""

from collections.abc import Mapping
from functools import partial
from typing import Any, TypedDict

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from kb import languages
from kb.library import Library, get_library
from kb.pages.facets import FACETS, address, chosen_names, facets, page_of, page_parameter
from kb.pages.match_page import answer_page, paste_page
from kb.pages.presenters import safe
from kb.query_params import LONGEST_PASTE, is_paste, read_search
from kb.server.limits import limited
from kb.server.page_cache import cached
from kb.translations import articles_by_slug, language_links, theme_names, translate_matches
from tracefix.articles.model import Article
from tracefix.matching.verdict import Verdict
from tracefix.phrases import Phrase
from tracefix.search.query import Hit

RESULTS_SIZE = 10
# How many articles to show if none fits: for an error line that no article covers, and for a query in the reader's own
# words, of which the right article may contain only some.
_NEAREST_TO_ERROR = 2
_NEAREST_TO_WORDS = 5
_LONGEST_CACHED_QUERY = 80  # characters; a longer one may be a line of a log


@require_safe
def show(request: HttpRequest) -> HttpResponseBase:
    """Results for a query. The matcher answers a paste in the search box; an error line gets both answers."""
    query_params = read_search(request.GET)
    return _match_query(request, query_params["q"]) if is_paste(query_params["q"]) else _search(request, query_params)


@never_cache
@limited("match")
def _match_query(request: HttpRequest, query: str) -> HttpResponse:
    """The answer to a paste in the address; if it is too long, the paste box with the paste in it."""
    if len(query) <= LONGEST_PASTE:
        return answer_page(request, query, is_counted=True)
    problem = gettext(
        "This is too long for the search box. It is now in the paste box, which takes up to 10 MB: send it from here."
    )
    return paste_page(request, status=414, problem=problem, text=query)


@limited("search")
def _search(request: HttpRequest, query_params: Mapping[str, Any]) -> HttpResponse:
    draw = _cached_results_page if len(query_params["q"]) <= _LONGEST_CACHED_QUERY else never_cache(_results_page)
    return draw(request, query_params)


def _results_page(request: HttpRequest, query_params: Mapping[str, Any]) -> HttpResponse:
    library, query = get_library(), query_params["q"]
    chosen = {name: query_params[name] for name in FACETS}
    kept = {"q": query, **chosen}
    find = partial(library.search, query, **chosen, size=RESULTS_SIZE, language=languages.current(), is_judged=True)
    results = find(page=query_params["page"]) if query else None
    total = results.total if results else 0
    here = page_of(query_params["page"], total=total, size=RESULTS_SIZE)
    if results and here.number != query_params["page"]:
        results = find(page=here.number)
    known = translate_matches(library, results.matches[:1]) if results else ()
    is_loose = bool(results and results.is_loose)
    is_new_error = bool(results and is_loose and results.is_new_error)
    most = RESULTS_SIZE if not is_loose else _NEAREST_TO_ERROR if is_new_error else _NEAREST_TO_WORDS
    hits = results.hits[:most] if results else ()
    suggestion = results.suggestion if results and not is_new_error else None
    context = {
        "query": query,
        "known": known[0] if known and known[0].verdict is Verdict.EXACT else None,
        "suggestion": suggestion,
        "suggestion_url": address(request.path, {"q": suggestion or ""}),
        "hits": [_present(articles_by_slug(library)[hit.slug], hit) for hit in hits],
        "notes": _notes(library, query) if here.number == 1 and not any(chosen.values()) else (),
        "total": total,
        "is_loose": is_loose,
        "is_new_error": is_new_error,
        "chosen": chosen_names(chosen, theme_names(library)),
        "facets": facets(request.path, kept, results.facets, theme_names(library)) if results and not is_loose else (),
        "pages": here,
        "page_name": "search",
        "page_title": f"{query[:80]} · {gettext('Search')}" if query else gettext("Search"),
        "description": gettext("Search the known errors by words, identifiers or a line of error text."),
        **language_links(
            request, address(request.path, {"q": query}), kept=address(request.path, kept | page_parameter(here))
        ),
    }
    return render(request, "kb/search.html", context)


_cached_results_page = cached("searches")(_results_page)


class Found(TypedDict):
    """A search result for the template. A dict for the same reason as facets.Option."""

    article: Article
    highlight: SafeString
    line: SafeString
    reason: Phrase


def _notes(library: Library, query: str) -> list[Article]:
    return [articles_by_slug(library)[note.slug] for note in library.search_notes(query)]


def _present(article: Article, hit: Hit) -> Found:
    return Found(article=article, highlight=safe(hit.highlight), line=safe(hit.line), reason=hit.reason)
