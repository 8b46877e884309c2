"""The pages about releases: the list of packages, and the releases of a package that have the names searched for."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from kb.addresses import path_of
from kb.library import get_library
from kb.pages.facets import address
from kb.query_params import read_name
from kb.server.limits import limited
from kb.server.page_cache import cached
from kb.translations import language_links, translate_diagnosis
from tracefix.answers.choice import Answer
from tracefix.answers.drawings import Bar, draw_bars
from tracefix.answers.missing_name import find_answer
from tracefix.versions.browsing import (
    MOST_LIVES,
    Stretch,
    find_names,
    group_lives,
    name_problem,
    summaries,
    timeline,
    why_untold,
)
from tracefix.versions.everywhere import Found, find_everywhere
from tracefix.versions.history import History, find_history
from tracefix.versions.model import Life

_LONGEST_CACHED_NAME = 80  # characters


@dataclass(frozen=True, slots=True)
class DrawnLife:
    """The life of a name, prepared for the page."""

    life: Life
    bars: tuple[Bar, ...]
    holder: str  # the beginning of the name, less prominent …
    leaf: str  # … than its last part
    others: tuple[str, ...]  # other full names of the same thing, in the same releases
    elsewhere: tuple[tuple[str, tuple[Stretch, ...]], ...]  # the same in other releases, which are listed


@dataclass(frozen=True, slots=True)
class DrawnPackage:
    """What one package has of a name that was searched in all of them."""

    package: str
    lives: list[DrawnLife]
    more: int


@require_safe
def show_list(request: HttpRequest) -> HttpResponseBase:
    """All packages with a history. With `?name=`, those that had a thing of that name, and what to do about it."""
    name = read_name(request.GET)
    if name and find_history(name):
        return redirect(path_of("package_versions", name.lower()))
    return _search_everywhere(request, name) if name else _list_packages(request)


@cached("default")
def _list_packages(request: HttpRequest) -> HttpResponse:
    context = {
        "packages": summaries(),
        "page_name": "versions",
        "page_title": gettext("Which version?"),
        "description": gettext("Which releases of a package have a class, a function, an argument or a module."),
        **language_links(request, reverse("versions")),
    }
    return render(request, "kb/versions.html", context)


@limited("search")
def _search_everywhere(request: HttpRequest, name: str) -> HttpResponseBase:
    draw = _cached_search if len(name) <= _LONGEST_CACHED_NAME else never_cache(_search_page)
    return draw(request, name)


def _search_page(request: HttpRequest, name: str) -> HttpResponse:
    problem = name_problem(name)
    found = () if problem else find_everywhere(name)
    own = reverse("versions")
    context = {
        "packages": summaries(),
        "name": name[:300],
        "problem": problem,
        "found": [
            DrawnPackage(each.history.package, [_draw(each.history, *of_one) for of_one in each.groups], each.more)
            for each in found
        ],
        "answer": None if problem else _answer(name, found),
        "page_name": "versions",
        "page_title": f"{name[:80]} · {gettext('Which version?')}" if not problem else gettext("Which version?"),
        "description": gettext("Which releases of a package have a class, a function, an argument or a module."),
        **language_links(request, own, kept=address(own, {"name": name[:300]})),
    }
    return render(request, "kb/versions.html", context)


_cached_search = cached("searches")(_search_page)


def _answer(name: str, found: Sequence[Found]) -> Answer | None:
    """What to do about a missing name: the answer to the error that Python would raise, if it is of this name."""
    library = get_library()
    lives = [each.groups[0][0][0] for each in found[:1]]
    answered = find_answer(
        name,
        lives[0] if lives else None,
        lambda line: translate_diagnosis(library, library.diagnose(line).diagnosis),
    )
    return answered[1] if answered and answered[1].match else None


@require_safe
def show(request: HttpRequest, package: str) -> HttpResponseBase:
    """The page of a package. With `?name=`, it shows the lives of the names that end with that name."""
    history = find_history(package)
    name = read_name(request.GET)
    if history is None:
        return _unknown_package(request, package)
    return _search(request, history, name) if name else _cached_page(request, history, name)


def _page(request: HttpRequest, history: History, name: str) -> HttpResponse:
    problem = name_problem(name) if name else None
    groups = group_lives(history, find_names(history, name)) if name and not problem else ()
    own = reverse("package_versions", args=[history.package])
    read = [release for release in history.releases if release.read]
    context = {
        "history": history,
        "summary": next(each for each in summaries() if each.package == history.package),
        "name": name[:300],
        "problem": problem,
        "lives": [_draw(history, *of_one) for of_one in groups[:MOST_LIVES]],
        "untold": why_untold(history, name) if name and not problem and not groups else None,
        "more": sum(len(lives) for of_one in groups[MOST_LIVES:] for lives in of_one),
        "yanked": [release.version for release in history.releases if release.yanked],
        "first_read": read[0],
        "last_read": read[-1],
        "unread": len(history.releases) - len(read),
        "page_name": "versions",
        "page_title": f"{name[:80]} · {history.package}" if name and not problem else history.package,
        "description": gettext("Which releases of {package} have a name.").format(package=history.package),
        **language_links(request, own, kept=address(own, {"name": name[:300]})),
    }
    return render(request, "kb/package_versions.html", context)


_cached_page = cached("searches")(_page)


@limited("search")
def _search(request: HttpRequest, history: History, name: str) -> HttpResponse:
    draw = _cached_page if len(name) <= _LONGEST_CACHED_NAME else never_cache(_page)
    return draw(request, history, name)


def _unknown_package(request: HttpRequest, package: str) -> HttpResponse:
    """A 404 page that lists the packages with a history."""
    context = {
        "packages": summaries(),
        "unknown": package[:80],
        "page_name": "versions",
        "page_title": gettext("No history of this package"),
        "description": "",
        **language_links(request, reverse("versions")),
    }
    return render(request, "kb/versions.html", context, status=404)


def _draw(history: History, lives: Sequence[Life], *elsewhere: Sequence[Life]) -> DrawnLife:
    life, *others = lives
    dotted, bracket, _argument = life.name.partition("(")
    cut = len(dotted) if bracket else dotted.rfind(".") + 1
    return DrawnLife(
        life,
        draw_bars(history, life),
        life.name[:cut],
        life.name[cut:],
        tuple(other.name for other in others),
        tuple((other.name, _with_it(history, other)) for lives in elsewhere for other in lives),
    )


def _with_it(history: History, life: Life) -> tuple[Stretch, ...]:
    return tuple(stretch for stretch in timeline(history, life) if stretch.has)
