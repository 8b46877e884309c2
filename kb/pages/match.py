"""The paste box, and the answer to what is pasted. Nothing of a paste outlives the request."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from kb.core.matching.diagnosis import Diagnosis
from kb.core.matching.verdict import Match, Verdict
from kb.core.unknown.sketch import from_diagnosis, to_json
from kb.library import Library, get_library
from kb.pages import languages
from kb.pages.addresses import article_address
from kb.pages.examples import example_report
from kb.pages.facets import address
from kb.pages.paste_view import mark
from kb.pages.presenters import issue_line, safe, seen, share_link
from kb.pages.query_params import read_example
from kb.pages.translations import articles_by_slug, language_links, translate_matches
from kb.server.limits import limited
from kb.server.metrics import count_match
from kb.server.uploads import PasteError, read_paste, room_for

_MOST_ERRORS = 6  # errors of a paste that are listed
_MOST_CANDIDATES = 5
_LONGEST_KEPT = 200_000  # characters of a paste that are put back into the form


@csrf_exempt  # it changes nothing
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest) -> HttpResponseBase:
    """The paste box, and the answer to what is sent with it. `?example=<slug>` answers an article's own report."""
    if request.method == "POST" or read_example(request.GET):
        return _match(request)
    return paste_page(request)


@limited("match")
def _match(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        try:
            with room_for(request):
                return answer_page(request, read_paste(request), is_counted=True)
        except PasteError as error:
            return paste_page(request, status=error.status, problem=error.message, text=_sent_text(request, error))
    slug = read_example(request.GET)
    example = get_library().get(slug) if slug else None
    report = example_report(example) if example else ""
    return answer_page(request, report, example=slug) if report else paste_page(request)


def paste_page(request: HttpRequest, *, status: int = 200, problem: str = "", text: str = "") -> HttpResponse:
    context = {
        "problem": problem,
        "text": text,
        "page_name": "match",
        "page_title": gettext("Paste an error"),
        "description": gettext("Paste what the terminal showed: which known error it is, and what fixes it."),
        **language_links(request, reverse("match")),
    }
    return render(request, "kb/match.html", context, status=status)


def _sent_text(request: HttpRequest, error: PasteError) -> str:
    """The text of a refused form, so that it need not be typed again. What there was no room for was not read."""
    if error.status in (413, 503) or request.content_type != "multipart/form-data":
        return ""
    text = request.POST.get("text", "")
    return text if isinstance(text, str) and len(text) <= _LONGEST_KEPT else ""


def answer_page(request: HttpRequest, text: str, *, example: str = "", is_counted: bool = False) -> HttpResponse:
    library, language = get_library(), languages.current()
    answer = library.diagnose(text)
    diagnosis = answer.diagnosis
    if is_counted:  # an example is nobody's error
        count_match(diagnosis)
    matches = translate_matches(library, diagnosis.matches[: _MOST_CANDIDATES + 1])
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
        "related": [articles_by_slug(library)[article.slug] for article in answer.related],
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
        **language_links(request, reverse("match"), kept=address(reverse("match"), {"example": example})),
    }
    return render(request, "kb/match.html", context)


def _answer_title(first: Match | None) -> str:
    if first is None:
        return gettext("Not a known error")
    if first.verdict is Verdict.EXACT:
        words = gettext("Known error: {title}")
    else:
        words = gettext("Probably: {title}") if first.is_weak else gettext("Common error: {title}")
    return words.format(title=first.article.title)


def _wanted(diagnosis: Diagnosis) -> str:
    """What may be sent of an error that is not known, or perhaps another one; "" where there is nothing to send."""
    if diagnosis.verdict is Verdict.EXACT:
        return ""
    found = from_diagnosis(diagnosis)
    return to_json(found) if found else ""


def _filled(library: Library, first: Match) -> SafeString:
    """The article with the names from the paste; empty where it has no place for them."""
    return safe(languages.own_links(library.filled(first.article.slug, first.values, languages.current())))
