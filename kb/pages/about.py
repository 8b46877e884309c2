"""The About and Privacy pages: what the site promises, and how it keeps its promises.

The figures of the About page are in kb/data/accuracy.json, which is written by hand after a measurement.
"""

import datetime
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from kb.library import get_library
from kb.server.page_cache import cached
from kb.translations import language_links


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured figure and what it counts."""

    meaning: str
    value: str  # formatted for display


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How often the matcher was right, on how many reports, when, and with which version of the site."""

    reports: int
    date: datetime.date
    commit: str
    figures: tuple[Figure, ...]


def read_accuracy(path: Path) -> Accuracy | None:
    """The measured figures; None if there are none, or if the file cannot be read."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        date = datetime.date.fromisoformat(found["date"])
        return Accuracy(int(found["reports"]), date, str(found["commit"]), tuple(_figures(found)))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _figures(found: dict[str, Any]) -> Iterator[Figure]:
    """The figures that were measured: percentages, and a number of reports as the last one."""
    meanings = {
        "covered_hit_at_1": gettext("Recall: reports of an error that we cover, answered with its article"),
        "first_five_hit_at_1": gettext("The same for the five errors that we began with"),
        "precision": gettext("Precision: answers that name the right article"),
        "wrong": gettext("Reports answered with another error's article"),
    }
    for name, meaning in meanings.items():
        if name in found:
            yield Figure(meaning, f"{float(found[name]):g} %")
    if "false_exact" in found:
        yield Figure(gettext("Reports called a known error that they are not"), f"{float(found['false_exact']):g}")


@require_safe
@cached("default")
def show(request: HttpRequest) -> HttpResponse:
    articles = get_library().articles
    context = {
        "article_count": len(articles),
        "run_count": sum(len(article.runs) for article in articles),
        "accuracy": read_accuracy(settings.ACCURACY_FILE),
        "page_name": "about",
        "page_title": gettext("About Tracefix"),
        "description": gettext("How each article is proven, what an answer promises, and how often it is right."),
        **language_links(request, request.path),
    }
    return render(request, "kb/about.html", context)


@require_safe
@cached("default")
def show_privacy(request: HttpRequest) -> HttpResponse:
    context = {
        "enough": settings.WANTED_NETWORKS,
        "page_name": "privacy",
        "page_title": gettext("Privacy"),
        "description": gettext("What happens to a paste, a search, a vote and a sketch, and what is stored of them."),
        **language_links(request, request.path),
    }
    return render(request, "kb/privacy.html", context)
