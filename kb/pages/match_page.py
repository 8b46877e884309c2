"""The paste box, and the answer to a paste. Nothing of a paste is stored after the request."""

from dataclasses import replace
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from kb import languages
from kb.addresses import article_address
from kb.examples import example_paste
from kb.fix_choice import draw_fixes, leaves_choice
from kb.formats import match_answer
from kb.jobs import DrawnJob, draw_job, read_job
from kb.library import Library, get_library
from kb.pages.draft import sign_prompt
from kb.pages.facets import address
from kb.pages.presenters import draw_pair, safe
from kb.query_params import read_example
from kb.server.limits import limited
from kb.server.metrics import count_match
from kb.server.uploads import PasteError, has_files, read_paste, room_for
from kb.translations import articles_by_slug, language_links, translate_diagnosis
from kb.wording import say_phrase
from tracefix.answers.brief import BRIEF
from tracefix.answers.choice import Answer, Answers, choose_answers
from tracefix.answers.context import lines_around
from tracefix.answers.drawings import draw_memory
from tracefix.answers.github import to_github
from tracefix.answers.json_payloads import Address, match_payload
from tracefix.answers.lookups import DiagnosedPaste
from tracefix.answers.own_line import renamed
from tracefix.answers.paste_view import LONGEST_KEPT, mark_answer, text_to_edit
from tracefix.answers.prompt import to_prompt
from tracefix.answers.question import to_question
from tracefix.answers.shape_picture import draw_shapes
from tracefix.cutting import one_line
from tracefix.languages import ENGLISH
from tracefix.matching.diagnosis import Diagnosis
from tracefix.matching.hints import HINT_NAMES
from tracefix.matching.verdict import ArticleKind, Match, Verdict
from tracefix.redaction.redaction import redact
from tracefix.redaction.sketch import from_diagnosis, to_json
from tracefix.triage.job import Job

_MOST_RELATED = 2
_FEWEST_ROWS = 2  # of an answer whose rows say for whom each is
_LONGEST_SHARED = 400  # characters of the error line in a link to share: its numbers decide, too


@csrf_exempt  # it changes nothing
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest) -> HttpResponseBase:
    """The paste box, and the answer to a paste. `?example=<slug>` answers an example paste of an article."""
    if request.method == "POST" or read_example(request.GET):
        return _match(request)
    return paste_page(request)


@limited("match")
def _match(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        try:
            with room_for(request):
                if has_files(request):
                    return job_page(request, read_job(request))
                return answer_page(request, read_paste(request), is_counted=True)
        except PasteError as error:
            return paste_page(request, status=error.status, problem=error.message, text=_sent_text(request, error))
    slug = read_example(request.GET)
    example = get_library().get(slug) if slug else None
    report = example_paste(example) if example else ""
    return answer_page(request, report, example=slug) if report else paste_page(request)


def paste_page(
    request: HttpRequest, *, status: int = 200, problem: str = "", text: str = "", job: DrawnJob | None = None
) -> HttpResponse:
    """The paste box. `problem` says why a paste was refused, and `text` is put back into the box. `job` is a job whose
    logs show no cause."""
    context = {
        "job": job,
        "problem": problem,
        "text": text,
        "page_name": "match",
        "page_title": gettext("Paste an error"),
        "description": gettext("Paste your error or traceback: which known error it is, and what fixes it."),
        **language_links(request, reverse("match")),
    }
    return render(request, "kb/match.html", context, status=status)


def _sent_text(request: HttpRequest, error: PasteError) -> str:
    """The text of a refused form, so that it need not be typed again; "" if it was too large to be read."""
    if error.status in (413, 503) or request.content_type != "multipart/form-data":
        return ""
    text = request.POST.get("text", "")
    return text if isinstance(text, str) and len(text) <= LONGEST_KEPT else ""


def job_page(request: HttpRequest, job: Job) -> HttpResponse:
    """The page that says what ended a job, with the answer to the lines around the cause below."""
    drawn = draw_job(job)
    if not job.window:
        return paste_page(request, job=drawn)
    return answer_page(request, job.window, is_counted=True, job=drawn)


def answer_page(
    request: HttpRequest, text: str, *, example: str = "", is_counted: bool = False, job: DrawnJob | None = None
) -> HttpResponse:
    """The answer to a paste. `example` is the slug of the article whose example it is; `is_counted` adds it to the
    metrics; `job` is the job from whose logs it was taken."""
    library = get_library()
    found = library.diagnose(text)
    diagnosis = found.diagnosis
    if is_counted:  # examples are not, because nobody met their error
        count_match(diagnosis)
    drawn = choose_answers(translate_diagnosis(library, diagnosis))
    first = drawn.first
    answer = match_answer(found, library, article_address(request), answers=drawn)
    sent = to_prompt(answer, say=say_phrase) if settings.MODEL_URL and not first.match else ""
    names = next(filter(None, (HINT_NAMES[hint.code] for hint in diagnosis.hints)), ())
    context = {
        "job": job,
        "drawn": drawn,
        "first": first,
        "hints": diagnosis.hints,
        "is_cut": any(hint.code == "cut" for hint in diagnosis.hints),
        "hint_names": [gettext(name) for name in names],
        "environment": diagnosis.environment,
        "wanted": _sketch_to_send(diagnosis, drawn),
        "related": [articles_by_slug(library)[article.slug] for article in found.related[:_MOST_RELATED]],
        "line_groups": mark_answer(text, diagnosis, first),
        "line_count": text.removesuffix("\n").count("\n") + 1,
        "memory": draw_memory(first.match.values) if first.match else None,
        "new_line": renamed(first.explanation.own, first.versions) if first.explanation else "",
        "shapes": draw_shapes((first.error.message if first.error else "") or first.headline),
        "question": _question(request, library, found, drawn) if diagnosis.hints and not first.match else "",
        "prompt": to_prompt(answer, say=say_phrase, context=lines_around(answer, diagnosis)),  # as the API has it
        "sent_prompt": sent,
        "signed_prompt": sign_prompt(sent) if sent else "",
        "kept_text": "" if job else text_to_edit(text),
        "is_too_long": not job and len(text) > LONGEST_KEPT,
        "page_name": "match",
        "page_title": say_phrase(job.heading) if job else _answer_title(first),
        "description": gettext("Which known error a paste shows."),
        **(_article_context(request, library, first.match, found, drawn) if first.match else {}),
        **language_links(request, reverse("match"), kept=address(reverse("match"), {"example": example})),
    }
    return render(request, "kb/match.html", context)


def _article_context(
    request: HttpRequest, library: Library, match: Match, found: DiagnosedPaste, drawn: Answers
) -> dict[str, object]:
    """Template context from the article of the first answer: its fixes, its text, and the texts to copy."""
    slug, language, address_of = match.article.slug, languages.current(), article_address(request)
    pairs = []
    is_open = match.case is None and leaves_choice(library.by_slug[slug])
    is_general = match.kind is ArticleKind.GENERAL and not match.section
    if match.verdict is Verdict.EXACT and match.case is None and not is_open:  # the main scripts show only one fix
        rendered = library.render(slug)
        pairs = [draw_pair(request, match.article, pair, rendered) for pair in match.article.pairs[:1]]
    comment = _comment(found.diagnosis, address_of, drawn if language == ENGLISH else None)
    return {
        "filled": _fill(library, match),
        "body_language": match.article.body_language(language),
        "fixes_language": match.article.fixes_language(language),
        "is_choice": (is_open or is_general) and len(drawn.first.steps) < _FEWEST_ROWS,
        "fixes": draw_fixes(library, match, found.diagnosis.environment, language),
        "comment": comment,
        "pairs": pairs,
        "share_url": _share_link(match, address_of(slug)),
    }


def _comment(diagnosis: Diagnosis, address_of: Address, answers: Answers | None) -> str:
    """The answer as a comment for an issue, in English and without the reader's own values."""
    return to_github(match_payload(diagnosis, (), address_of, limits=BRIEF, answers=answers), is_by_program=False)


def _question(request: HttpRequest, library: Library, found: DiagnosedPaste, drawn: Answers) -> str:
    """What a maintainer asks of a report that lacks its error line, as the API has it; "" if nothing is lacking."""
    answer = match_answer(found, library, article_address(request), personal=False, answers=drawn)
    return to_question(answer, say=say_phrase)


def _share_link(found: Match, url: str) -> str:
    """The article's address with the matched line of the paste after the #, so that no server sees it, and masked."""
    line = one_line(redact(found.quote), _LONGEST_SHARED)
    return f"{url}#error={quote(line, safe='/:,').replace('%20', '+')}" if line else url


def _answer_title(answer: Answer) -> str:
    if answer.match is None:
        return gettext("Not covered by an article yet")
    words = {
        "exact": gettext("Known error: {title}"),
        "reported": gettext("Reported fix: {title}"),
        "common": gettext("Common error: {title}"),
        "weak": gettext("Probably: {title}"),
    }
    return words[answer.certainty].format(title=answer.match.article.title)


def _sketch_to_send(diagnosis: Diagnosis, drawn: Answers) -> str:
    """The sketch, as JSON, that the visitor may send of an unknown or doubtfully matched error; "" if there is none."""
    unknown = next((answer.error for answer in drawn.answers if answer.match is None and answer.error), None)
    if unknown:
        diagnosis = replace(diagnosis, errors=(unknown,))
    elif diagnosis.verdict is Verdict.EXACT:
        return ""
    found = from_diagnosis(diagnosis)
    return to_json(found) if found else ""


def _fill(library: Library, first: Match) -> SafeString:
    """The article with the names from the paste filled in; empty if it has no placeholders for them."""
    return safe(languages.own_links(library.fill(first.article.slug, first.values, languages.current())))
