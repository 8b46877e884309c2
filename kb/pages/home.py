"""The home page: the paste box, real pastes with their answers, the most common errors, how far to trust it, topics."""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from kb.examples import example_paste, newest_examples
from kb.library import Library, get_library
from kb.pages.about import Measurement, read_accuracy
from kb.server.page_cache import cached
from kb.translations import articles_by_slug, language_links, theme_names, translate_diagnosis
from tracefix.answers.choice import Answer, choose_answers
from tracefix.answers.paste_view import LineGroup, mark_answer
from tracefix.articles.model import Article

_MOST_COMMON = 15


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of the home page: its tag, and the number of articles with the tag."""

    tag: str
    title: str
    count: int


@dataclass(frozen=True, slots=True)
class Sample:
    """A real paste, as its answer shows it, with that answer."""

    slug: str
    name: str  # its project
    line_groups: tuple[LineGroup, ...]
    answer: Answer


@require_safe
@cached("default")
def show(request: HttpRequest) -> HttpResponse:
    """The home page. It is cached."""
    library = get_library()
    examples = newest_examples(articles_by_slug(library)[article.slug] for article in library.articles)
    topics = (_topic(library, tag, title) for tag, title in theme_names(library).items())
    context = {
        "topics": [topic for topic in topics if topic.count],
        "common": _common(library),
        "samples": [_sample(library, example) for example in examples],
        "run_count": library.run_count,
        "first_look": _first_look(),
        "article_count": len(library.articles),
        "page_title": gettext("Tracefix: which known error is this, and what fixes it?"),
        "description": gettext(
            "Paste the output of a failed training or serving job. Tracefix names the known error, its cause, the "
            "smallest change that fixes it, and a script that shows both."
        ),
        **language_links(request, request.path),
    }
    return render(request, "kb/home.html", context)


def _sample(library: Library, example: Article) -> Sample:
    text = example_paste(example)
    diagnosis = library.diagnose(text).diagnosis
    answer = choose_answers(translate_diagnosis(library, diagnosis)).first
    return Sample(example.slug, example.projects[0], mark_answer(text, diagnosis, answer), answer)


def _first_look() -> Measurement | None:
    """How often the answers were right on reports that nobody had seen; None if no figures are there."""
    return next(iter(read_accuracy(settings.ACCURACY_FILE)), None)


def _topic(library: Library, tag: str, title: str) -> Topic:
    return Topic(tag, title, sum(tag in article.tags for article in library.articles))


def _common(library: Library) -> list[Article]:
    """The articles about the most common errors."""
    return [articles_by_slug(library)[slug] for slug in library.common[:_MOST_COMMON]]
