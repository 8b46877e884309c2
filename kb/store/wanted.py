"""What is missing here: errors that visitors allowed to be sent, counted together, the most wanted first."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import Case, Count, Value, When
from django.utils import timezone

from kb.core.wanted import Wanted
from kb.models import WantedError, WantedReport
from kb.store.state import reached

Status = WantedError.Status

MOST_ERRORS = 10_000  # more of them nobody reads, and whoever invents them shall not fill the disk
_KEY = re.compile("[0-9a-f]{64}")
_MOST_READ = 2000  # reports whose versions are looked at for one page
_MOST_VERSIONS = 5  # of one package that are shown


@dataclass(frozen=True, slots=True)
class Entry:
    """A wanted error as it is shown. Its text comes from visitors."""

    title: str
    reports: int
    since: date
    status: str
    article: str  # slug of the article that covers it, as the curators gave it; "" while none does
    versions: Mapping[str, tuple[str, ...]]  # by package


@dataclass(slots=True)
class Plan:
    """An article that is begun for a wanted error. Whoever begins it sets its `slug`."""

    signature: Wanted
    versions: Mapping[str, tuple[str, ...]]
    slug: str = ""


class FullError(Exception):
    """The list has as many errors as it may."""


class NoSuchError(LookupError):
    """No wanted error has this number."""


def add(wanted: Wanted, ballot: str) -> None:
    """Count a report; the same ballot counts once. Raises StateError, and FullError for one that is not on the list."""
    today = timezone.now().date()
    with reached(), transaction.atomic():
        is_new = not WantedError.objects.filter(key=wanted.key).exists()
        if is_new and WantedError.objects.count() >= MOST_ERRORS:
            raise FullError
        error, _ = WantedError.objects.get_or_create(
            key=wanted.key,
            defaults={
                "exception": wanted.exception,
                "message": wanted.message,
                "frames": list(wanted.frames),
                "first_seen": today,
            },
        )
        WantedReport.objects.get_or_create(
            ballot=ballot, defaults={"error": error, "versions": dict(wanted.versions), "day": today}
        )


def most_wanted(*, first: int, most: int) -> tuple[list[Entry], int]:
    """So many entries from the `first` on, and how many there are in all. Raises StateError.

    Those that wait for an article stand before those that have one. What the curators took for noise is not there.
    """
    known = WantedError.objects.exclude(status=Status.NOISE)
    has_article = Case(When(status=Status.COVERED, then=Value(1)), default=Value(0))
    ordered = known.annotate(count=Count("reports")).order_by(has_article, "-count", "-first_seen", "-id")
    with reached():
        total = known.count()
        errors = list(ordered[first : first + most])
        versions = _versions([error.pk for error in errors])
    return [_entry(error, error.count, versions[error.pk]) for error in errors], total


def find(key: str) -> Entry | None:
    """The entry with this key; None where there is none, or it is noise. Raises StateError."""
    if not _KEY.fullmatch(key):
        return None
    with reached():
        error = WantedError.objects.exclude(status=Status.NOISE).filter(key=key).first()
        if error is None:
            return None
        return _entry(error, error.reports.count(), _versions([error.pk])[error.pk])


@contextmanager
def planning(number: int) -> Iterator[Plan]:
    """Begin an article for the wanted error of this number within; then it is planned, unless that failed.

    Raises StateError before anything is begun, and NoSuchError.
    """
    with reached(), transaction.atomic():
        error = WantedError.objects.filter(pk=number).first()
        if error is None:
            raise NoSuchError(number)
        plan = Plan(Wanted(error.exception, error.message, tuple(error.frames)), _versions([error.pk])[error.pk])
        error.status = Status.PLANNED
        error.save(update_fields=["status"])  # before anything is begun: a database that only reads is found out here
        yield plan
        error.article = plan.slug
        error.save(update_fields=["article"])


def _entry(error: WantedError, reports: int, versions: Mapping[str, tuple[str, ...]]) -> Entry:
    title = Wanted(error.exception, error.message).title
    article = error.article if error.status == Status.COVERED else ""
    return Entry(title, reports, error.first_seen, error.status, article, versions)


def _versions(ids: Iterable[int]) -> defaultdict[int, dict[str, tuple[str, ...]]]:
    """The versions that the latest reports of each error name."""
    seen: defaultdict[int, defaultdict[str, dict[str, None]]] = defaultdict(lambda: defaultdict(dict))
    rows = WantedReport.objects.filter(error__in=list(ids)).order_by("-id").values_list("error", "versions")
    for error, versions in rows[:_MOST_READ]:
        for package, version in versions.items():
            seen[error][package].setdefault(version)
    return defaultdict(
        dict,
        {
            error: {package: tuple(found)[:_MOST_VERSIONS] for package, found in sorted(packages.items())}
            for error, packages in seen.items()
        },
    )
