"""The pages: home, list, article, search, match, and what is shown where there is no page.

Each view asks the library and hands values to a template of its own name; nothing is decided in the templates, and
nothing of a paste outlives the request.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from kb.core.articles import rendering
from kb.core.articles.files import read_file
from kb.core.articles.model import REQUIREMENTS, Article, ArticleError, Withdrawn
from kb.core.languages import LANGUAGES
from kb.core.matching.diagnosis import Diagnosis
from kb.core.matching.verdict import Match, Verdict
from kb.core.phrases import Phrase
from kb.core.search.query import Hit
from kb.core.unknown.sketch import from_diagnosis, to_json
from kb.library import Library, get_library
from kb.pages import languages
from kb.pages.addresses import absolute, article_address
from kb.pages.cards import picture
from kb.pages.facets import FACETS, Pages, address, facets, pages
from kb.pages.linked_data import tech_article
from kb.pages.paste_view import mark
from kb.pages.presenters import draw_pair, draw_runs, issue_line, markdown_link, safe, seen, share_link
from kb.pages.query_params import LONGEST_PASTE, is_paste, read_example, read_filters, read_search
from kb.pages.vote import told
from kb.server.finished import finish, keep, pages_of, send
from kb.server.limits import limited
from kb.server.metrics import count_match
from kb.server.uploads import PasteError, read_paste, room_for
from kb.store import votes
from kb.store.votes import Tally
from kb.templatetags.kb_extras import plain, say

PAGE_SIZE = 20
RESULTS_SIZE = 10
_LONGEST_KEPT_QUERY = 80  # characters; the results of a longer one, which may be a line of a log, are not kept
_MOST_EXAMPLES = 3
_MOST_ERRORS = 6  # errors of a paste that are listed
_MOST_CANDIDATES = 5
_LONGEST_KEPT = 200_000  # characters of a paste that are put back into the form


# ── home and lists ──────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme of the home page; an article stands under its first tag only."""

    tag: str
    title: str
    articles: tuple[Article, ...]


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    library = get_library()
    known = _articles(library)
    themes = (
        Theme(tag, title, tuple(article for article in known.values() if article.tags[:1] == (tag,)))
        for tag, title in _tags(library).items()
    )
    context = {
        "themes": [theme for theme in themes if theme.articles],
        "examples": _examples(known.values()),
        "article_count": len(library.articles),
        "page_title": gettext("Tracefix: which known error is this, and what fixes it?"),
        "description": gettext(
            "Paste the output of a failed training or serving job. Tracefix names the known error, its cause, the "
            "smallest change that fixes it, and a script that shows both."
        ),
        **_place(request, request.path),
    }
    return render(request, "kb/home.html", context)


@require_safe
def articles(request: HttpRequest) -> HttpResponse:
    library = get_library()
    asked = read_filters(request.GET)
    chosen = {name: asked[name] for name in FACETS}
    results = library.search("", **chosen, page=asked["page"], size=PAGE_SIZE)
    here = pages(request.path, chosen, number=asked["page"], total=results.total, size=PAGE_SIZE)
    if here.number != asked["page"]:
        results = library.search("", **chosen, page=here.number, size=PAGE_SIZE)
    context = {
        "articles": [_articles(library)[hit.slug] for hit in results.hits],
        "total": results.total,
        "chosen": _chosen_names(chosen, _tags(library)),
        "facets": facets(request.path, chosen, results.facets, _tags(library)),
        "pages": here,
        "page_name": "articles",
        "page_title": gettext("Articles"),
        "description": gettext("All known errors, by project, exception and theme."),
        **_place(request, address(request.path, chosen), kept=address(request.path, chosen | _page(here))),
    }
    return render(request, "kb/articles.html", context)


@require_safe
def search(request: HttpRequest) -> HttpResponseBase:
    """Results for a query; a report in the search box is answered by the matcher, and an error line by both."""
    asked = read_search(request.GET)
    return _match_query(request, asked["q"]) if is_paste(asked["q"]) else _search(request, asked)


@never_cache
@limited("match")
def _match_query(request: HttpRequest, query: str) -> HttpResponse:
    """The answer to a report in the address, or, where that is too long, the paste box with the report in it."""
    if len(query) <= LONGEST_PASTE:
        return _answer(request, query, is_counted=True)
    problem = gettext(
        "This is too long for the search box. It stands in the paste box now, which takes up to 10 MB: "
        "send it from here."
    )
    return _paste_page(request, status=414, problem=problem, text=query)


@limited("search")
def _search(request: HttpRequest, asked: Mapping[str, Any]) -> HttpResponseBase:
    query = asked["q"]
    library = get_library()
    draw = partial(_search_page, request, library, asked)
    if len(query) > _LONGEST_KEPT_QUERY:
        return send(request, finish(request, draw))
    return send(request, finish(request, draw, pages_of(library).searches, tuple(asked.values())))


def _search_page(request: HttpRequest, library: Library, asked: Mapping[str, Any]) -> str:
    query = asked["q"]
    chosen = {name: asked[name] for name in FACETS}
    kept = {"q": query, **chosen}
    find = partial(library.search, query, **chosen, size=RESULTS_SIZE, language=languages.current())
    results = find(page=asked["page"]) if query else None
    total = results.total if results else 0
    here = pages(request.path, kept, number=asked["page"], total=total, size=RESULTS_SIZE)
    if results and here.number != asked["page"]:
        results = find(page=here.number)
    known = _said(library, results.matches[:1]) if results else ()
    context = {
        "query": query,
        "known": known[0] if known and known[0].verdict is Verdict.EXACT else None,
        "suggestion": results.suggestion if results else None,
        "suggestion_url": address(request.path, {"q": results.suggestion or ""}) if results else "",
        "hits": [_found(_articles(library)[hit.slug], hit) for hit in results.hits] if results else [],
        "total": total,
        "chosen": _chosen_names(chosen, _tags(library)),
        "facets": facets(request.path, kept, results.facets, _tags(library)) if results else (),
        "pages": here,
        "page_title": f"{query[:80]} · {gettext('Search')}" if query else gettext("Search"),
        "description": gettext("Search the known errors by words, identifiers or a line of error text."),
        **_place(request, address(request.path, {"q": query}), kept=address(request.path, kept | _page(here))),
    }
    return render_to_string("kb/search.html", context, request)


@dataclass(frozen=True, slots=True)
class Found:
    """A search result as it is drawn."""

    article: Article
    highlight: SafeString
    line: SafeString
    reason: Phrase


def _found(article: Article, hit: Hit) -> Found:
    return Found(article, safe(hit.highlight), safe(hit.line), hit.reason)


def _examples(all_articles: Iterable[Article]) -> list[Article]:
    """Known errors whose own report can be tried: the latest, of different themes as long as there are some."""
    known = (article for article in all_articles if article.is_specific and _report(article))
    newest = sorted(known, key=_recency, reverse=True)
    themes: Counter[str] = Counter()
    ranks = {}
    for article in newest:
        ranks[article.slug] = themes[article.tags[0]]
        themes[article.tags[0]] += 1
    return sorted(newest, key=lambda article: ranks[article.slug])[:_MOST_EXAMPLES]


def _recency(article: Article) -> tuple[Any, ...]:
    return article.created, article.slug


def _report(article: Article) -> str:
    """What the article's script printed as it failed, else another report that leads to it; "" if there is none."""
    for run in sorted(article.runs, key=lambda run: (run.script != "repro.py", run.path.name)):
        if run.reproduced:
            return run.output
    return _written(article.pastes[0]) if article.pastes else ""


def _written(path: Path) -> str:
    """The text of an article's file; "" if it went a moment ago, or is no file of an article any more."""
    try:
        return read_file(path)
    except (FileNotFoundError, ArticleError):
        return ""


def _chosen_names(chosen: Mapping[str, str], tags: Mapping[str, str]) -> list[str]:
    return [tags.get(value, value) if name == "tag" else value for name, value in chosen.items() if value]


# ── article ─────────────────────────────────────────────────────────────────────────────────────────────────────


@require_safe
def article(request: HttpRequest, slug: str) -> HttpResponseBase:
    library = get_library()
    if slug in library.withdrawn:
        return _withdrawn_page(request, library, library.withdrawn[slug])
    canonical_slug = library.canonical(slug)
    if canonical_slug is None:
        raise Http404
    if canonical_slug != slug:
        return HttpResponsePermanentRedirect(reverse("article", args=[canonical_slug]))
    tallies = votes.shown(slug)
    draw = partial(_article_page, request, library, slug, tallies)
    key = slug, settings.EDIT_URL, *tallies.items()
    page = finish(request, draw, pages_of(library).articles, key)
    keep(request, library, page, lambda: votes.shown(slug) == tallies)
    return send(request, page)


def _article_page(request: HttpRequest, library: Library, slug: str, tallies: Mapping[str, Tally]) -> str:
    found, language = _articles(library)[slug], languages.current()
    rendered = library.rendered(slug, language)
    url = article_address(request)(slug)
    shown = picture(request, slug)
    context = {
        "article": found,
        "tags": _tags(library),
        "body": safe(languages.own_links(rendered.html)),
        "body_language": found.body_language(language),
        "source_name": _source(found).name,
        "headings": [heading for heading in rendered.headings if heading.level <= 3],
        "pairs": [draw_pair(request, found, pair, rendered) for pair in found.pairs],
        "runs": draw_runs(found.runs),
        "verified": max((run.date for run in found.runs), default=None),
        "requirements": [say(REQUIREMENTS[name]) for name in found.requires],
        "related": [_articles(library)[other] for name in found.related if (other := library.canonical(name))],
        "tally": tallies.get(""),
        "fix_tallies": tuple(told(library, slug, tallies)),
        "edit_url": f"{settings.EDIT_URL}/{slug}/{_source(found).name}" if settings.EDIT_URL else "",
        "markdown_link": markdown_link(found.title, url),
        "picture": shown,
        **_neighbours(library, found),
        "linked_data": tech_article(
            found,
            url=url,
            home=absolute(reverse("home"), request),
            image=shown.address if shown else "",
            language=LANGUAGES[found.body_language(language)].tag,
        ),
        "page_name": "articles",
        "page_title": found.title,
        "description": gettext("{cause} Fix: {fix}").format(cause=plain(found.summary), fix=plain(found.fix))[:300],
        **_place(request, reverse("article", args=[slug])),
    }
    return render_to_string("kb/article.html", context, request)


def _withdrawn_page(request: HttpRequest, library: Library, found: Withdrawn) -> HttpResponse:
    """410: why the article went, and where to go."""
    context = {
        "withdrawn": found,
        "reason": safe(rendering.to_html(found.reason).html),
        "see": [_articles(library)[slug] for slug in found.see if slug in library.by_slug],
        "page_name": "articles",
    }
    return render(request, "kb/withdrawn.html", context, status=410)


def _neighbours(library: Library, found: Article) -> dict[str, Article | None]:
    """The articles before and after this one in its theme, as the home page has them."""
    theme = [other for other in _articles(library).values() if other.tags[:1] == found.tags[:1]]
    place = [other.slug for other in theme].index(found.slug)
    after = theme[place + 1 : place + 2]
    return {"previous_article": theme[place - 1] if place else None, "next_article": after[0] if after else None}


@require_safe
def article_file(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """article.md or a script, as it is: `uv run <address>` works. Both names are looked up, never joined to a path."""
    library = get_library()
    if slug in library.withdrawn:
        return _withdrawn_page(request, library, library.withdrawn[slug])
    canonical_slug = library.canonical(slug)
    found = library.get(canonical_slug) if canonical_slug else None
    if found is None:
        raise Http404
    scripts = {script.name: script for pair in found.pairs for script in (pair.repro, pair.fixed)}
    if name in scripts:
        text = scripts[name].text
    elif name in {path.name for path in _sources(found)} and (written := _written(found.folder / name)):
        text = written
    else:
        raise Http404
    if canonical_slug != slug:
        return HttpResponsePermanentRedirect(reverse("article_file", args=[canonical_slug, name]))
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


# ── match ───────────────────────────────────────────────────────────────────────────────────────────────────────


@csrf_exempt  # it changes nothing
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def match(request: HttpRequest) -> HttpResponseBase:
    """The paste box, and the answer to what is sent with it. `?example=<slug>` answers an article's own report."""
    if request.method == "POST" or read_example(request.GET):
        return _match(request)
    return _paste_page(request)


@limited("match")
def _match(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        try:
            with room_for(request):
                return _answer(request, read_paste(request), is_counted=True)
        except PasteError as error:
            return _paste_page(request, status=error.status, problem=error.message, text=_sent_text(request, error))
    slug = read_example(request.GET)
    example = get_library().get(slug) if slug else None
    report = _report(example) if example else ""
    return _answer(request, report, example=slug) if report else _paste_page(request)


def _paste_page(request: HttpRequest, *, status: int = 200, problem: str = "", text: str = "") -> HttpResponse:
    context = {
        "problem": problem,
        "text": text,
        "page_name": "match",
        "page_title": gettext("Paste an error"),
        "description": gettext("Paste what the terminal showed: which known error it is, and what fixes it."),
        **_place(request, reverse("match")),
    }
    return render(request, "kb/match.html", context, status=status)


def _sent_text(request: HttpRequest, error: PasteError) -> str:
    """The text of a refused form, so that it need not be typed again. What there was no room for was not read."""
    if error.status in (413, 503) or request.content_type != "multipart/form-data":
        return ""
    text = request.POST.get("text", "")
    return text if isinstance(text, str) and len(text) <= _LONGEST_KEPT else ""


def _answer(request: HttpRequest, text: str, *, example: str = "", is_counted: bool = False) -> HttpResponse:
    library, language = get_library(), languages.current()
    answer = library.diagnose(text)
    diagnosis = answer.diagnosis
    if is_counted:  # an example is nobody's error
        count_match(diagnosis)
    matches = _said(library, diagnosis.matches[: _MOST_CANDIDATES + 1])
    first = matches[0] if matches else None
    spans = first.spans if first else ()
    errors = seen(diagnosis.errors)
    context = {
        "answer": diagnosis,
        "first": first,
        "filled": _filled(library, first) if first else "",
        "body_language": first.article.body_language(language) if first else "",
        "fixes": library.fixes(first.article.slug, diagnosis.environment, language) if first else (),
        "issue_line": issue_line(first, article_address(request)(first.article.slug)) if first else "",
        "share_url": share_link(first, article_address(request)(first.article.slug)) if first else "",
        "others": matches[1:],
        "wanted": _wanted(diagnosis),
        "related": [_articles(library)[article.slug] for article in answer.related],
        "errors": errors[:_MOST_ERRORS],
        "more_errors": len(errors[_MOST_ERRORS:]),
        "environment": diagnosis.environment,
        "has_side": bool(errors or diagnosis.matches[1:] or diagnosis.environment),
        "stretches": mark(text, spans, [error.line for error in diagnosis.errors if error.is_root]),
        "evidence_line": text.count("\n", 0, spans[0].start) + 1 if spans else 0,
        "article_count": len(library.articles),
        "page_name": "match",
        "page_title": _answer_title(first),
        "description": gettext("Which known error a paste shows."),
        **_place(request, reverse("match"), kept=address(reverse("match"), {"example": example})),
    }
    return render(request, "kb/match.html", context)


def _answer_title(first: Match | None) -> str:
    if first is None:
        return gettext("Not a known error")
    words = gettext("Known error: {title}") if first.verdict is Verdict.EXACT else gettext("Probably: {title}")
    return words.format(title=first.article.title)


def _wanted(diagnosis: Diagnosis) -> str:
    """What may be sent of an error that is not known, or perhaps another one; "" where there is nothing to send."""
    if diagnosis.verdict is Verdict.EXACT:
        return ""
    found = from_diagnosis(diagnosis)
    return to_json(found) if found else ""


def _filled(library: Library, first: Match) -> SafeString:
    """The article with the names from the paste; empty where it has no place for them."""
    return safe(languages.own_links(library.filled(first.article.slug, first.captures, languages.current())))


# ── where there is no page ──────────────────────────────────────────────────────────────────────────────────────


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404, with the words of the address put into the search box and the articles nearest to them."""
    words = _words(request.path)
    library = get_library()
    hits = library.search(words, size=4).hits if words else ()
    context = {"query": words, "nearest": [_articles(library)[hit.slug] for hit in hits]}
    return render(request, "404.html", context, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """500. It asks nothing of the library, which may be what broke."""
    return render(request, "500.html", status=500)


def _words(path: str) -> str:
    """The words of an address: `/articles/pickle-dict_keys/` gives `pickle dict_keys`."""
    last = next((part for part in reversed(path.split("/")) if part.strip()), "")
    return " ".join("".join(char if char.isalnum() or char == "_" else " " for char in last[:200]).split())


def _articles(library: Library) -> Mapping[str, Article]:
    """The articles by their slugs, in the language of the page."""
    return library.in_language(languages.current())


def _tags(library: Library) -> Mapping[str, str]:
    return library.tags_in(languages.current())


def _said(library: Library, matches: Iterable[Match]) -> list[Match]:
    """The matches with their articles in the language of the page."""
    return [replace(match, article=_articles(library)[match.article.slug]) for match in matches]


def _sources(article: Article) -> list[Path]:
    """The files in which an article is written, one a language."""
    return [article.path, *(article.folder / f"article.{language}.md" for language in article.translations)]


def _source(article: Article) -> Path:
    """The file in the language of the page, if there is one."""
    language = languages.current()
    return article.folder / (f"article.{language}.md" if language in article.translations else article.path.name)


def _place(request: HttpRequest, path: str, *, kept: str = "") -> dict[str, Any]:
    """Where a page is, in each language; `kept` is where the switch of languages leads, if not there."""
    found = languages.alternates(path, request)
    switches = languages.alternates(kept, request) if kept else found
    return {"canonical": absolute(path, request), "alternates": found, "switches": switches}


def _page(here: Pages) -> dict[str, str]:
    return {"page": str(here.number)} if here.number > 1 else {}
