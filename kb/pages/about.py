"""The About and Privacy pages: what the site promises, and how it keeps its promises.

The figures of the About page are in kb/data/accuracy.json, which is written by hand after a measurement.
"""

import datetime
import json
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
class Measurement:
    """How often the answers were right, on how many reports, when, and with which version of the site."""

    heading: str
    explanation: str
    reports: int
    date: datetime.date
    commit: str
    figures: tuple[Figure, ...]


def read_accuracy(path: Path) -> tuple[Measurement, ...]:
    """The measurements, that on reports which nobody had seen first; none if the file is missing or damaged."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return (_first_look(found["first_look"]), _labelled(found))
    except (OSError, ValueError, KeyError, TypeError):
        return ()


def _first_look(found: dict[str, Any]) -> Measurement:
    return _measurement(
        found,
        found["figures"],
        gettext("On reports that nobody had seen"),
        gettext("Drawn by what people were doing, not by their error, and answered before anybody looked at them."),
        {
            "visible_right": gettext("The right article first, of the errors that a report shows"),
            "wrong": gettext("Reports answered with another error's article"),
            "helped": gettext("Answers that help, judged by an engineer who saw only report and answer"),
            "misled": gettext("Answers that mislead, by the same judge"),
        },
    )


def _labelled(found: dict[str, Any]) -> Measurement:
    return _measurement(
        found,
        found["figures"]["matcher"],
        gettext("On labelled reports with which we improved the matcher"),
        gettext("These figures flatter us. They show whether a change loses something."),
        {
            "right": gettext("Answered right, of all reports"),
            "covered_right": gettext("The right article first, of the errors that an article covers"),
            "wrong": gettext("Reports answered with another error's article"),
            "false_exact": gettext("Reports called a known error that they are not"),
            "honest_none": gettext("“No article”, of the errors that none covers"),
        },
    )


def _measurement(
    found: dict[str, Any], figures: dict[str, Any], heading: str, explanation: str, meanings: dict[str, str]
) -> Measurement:
    """A measurement with a row for each meaning. Raises KeyError, TypeError or ValueError if one is missing."""
    date = datetime.date.fromisoformat(found["date"])
    rows = tuple(Figure(meaning, f"{float(figures[name]):g} %") for name, meaning in meanings.items())
    return Measurement(heading, explanation, int(found["reports"]), date, str(found["commit"]), rows)


@require_safe
@cached("default")
def show(request: HttpRequest) -> HttpResponse:
    context = {
        "run_count": get_library().run_count,
        "measurements": read_accuracy(settings.ACCURACY_FILE),
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
