"""Wanted errors: errors that no article covers, with the sketches that visitors sent of them.

Their text comes from strangers. So an error is listed in public only after staff approved it or several networks sent
it. If there are too many errors, the oldest ones that only one network sent are deleted.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date

from django.conf import settings
from django.db import transaction
from django.db.models import Case, Count, Q, Value, When
from django.utils import timezone

from kb.models import WantedError, WantedReport
from kb.store.database_state import reach_database
from tracefix.redaction.sketch import Sketch

Status = WantedError.Status

MOST_ERRORS = 10_000  # so that invented errors cannot fill the disk
_APPROVED = (Status.PLANNED, Status.COVERED)  # staff have read it
_LISTED = Q(status__in=_APPROVED) | Q(listed=True) & ~Q(status=Status.NOISE)
_KEY = re.compile("[0-9a-f]{64}")
_MOST_READ = 2000  # sketches that are read for the versions on one page
_MOST_VERSIONS = 5  # of one package, on a page


@dataclass(frozen=True, slots=True)
class Entry:
    """A wanted error as a page shows it. Its text comes from strangers: show it only if `is_listed`."""

    title: str
    sketches: int  # number of sketches
    since: date
    status: str
    article: str  # slug of the article that covers it, as staff entered it; "" if none does
    versions: Mapping[str, tuple[str, ...]]  # by package
    is_listed: bool


@dataclass(slots=True)
class Plan:
    """A wanted error for which an article is begun. The caller of planning() sets `slug`."""

    sketch: Sketch
    versions: Mapping[str, tuple[str, ...]]
    slug: str = ""


class FullError(Exception):
    """MOST_ERRORS are stored, and none of them may be deleted."""


class NoSuchError(LookupError):
    """There is no wanted error with this id."""


def add(sketch: Sketch, ballot: str, network: str = "") -> None:
    """Store a sketch, unless one with the same ballot is stored. Raises StateError, and FullError for a new error.

    The error becomes listed when sketches of settings.WANTED_NETWORKS different networks are stored. The network ""
    does not count.
    """
    today = timezone.now().date()
    with reach_database(), transaction.atomic():
        is_new = not WantedError.objects.filter(key=sketch.key).exists()
        if is_new and WantedError.objects.count() >= MOST_ERRORS:
            _make_room()
        error, _ = WantedError.objects.select_for_update().get_or_create(  # sketches of one error are counted in turn
            key=sketch.key,
            defaults={
                "exception": sketch.exception,
                "message": sketch.message,
                "frames": list(sketch.frames),
                "first_seen": today,
            },
        )
        WantedReport.objects.get_or_create(
            ballot=ballot,
            defaults={"error": error, "versions": dict(sketch.versions), "day": today, "network": network},
        )
        if not error.listed and error.status == Status.OPEN and _is_confirmed(error):
            error.listed = True
            error.save(update_fields=["listed"])


def _is_confirmed(error: WantedError) -> bool:
    enough = settings.WANTED_NETWORKS
    return bool(enough) and error.reports.exclude(network="").values("network").distinct().count() >= enough


def _make_room() -> None:
    """Delete the oldest error that is not listed and that at most one network sent. Raises FullError."""
    alone = WantedError.objects.exclude(_LISTED).annotate(networks=Count("reports__network", distinct=True))
    oldest = alone.filter(networks__lte=1).order_by("pk").first()
    if oldest is None:
        raise FullError
    oldest.delete()


def most_wanted(*, first: int, most: int) -> tuple[list[Entry], int]:
    """At most `most` listed entries, beginning with number `first`, and the number of all. Raises StateError.

    Errors without an article come first, then those sent most often.
    """
    known = WantedError.objects.filter(_LISTED)
    has_article = Case(When(status=Status.COVERED, then=Value(1)), default=Value(0))
    ordered = known.annotate(count=Count("reports")).order_by(has_article, "-count", "-first_seen", "-id")
    with reach_database():
        total = known.count()
        errors = list(ordered[first : first + most])
        versions = _versions([error.pk for error in errors])
    return [_entry(error, error.count, versions[error.pk]) for error in errors], total


def find(key: str) -> Entry | None:
    """The entry with this key; None if there is none or it is marked as noise. Raises StateError."""
    if not _KEY.fullmatch(key):
        return None
    with reach_database():
        error = WantedError.objects.exclude(status=Status.NOISE).filter(key=key).first()
        if error is None:
            return None
        return _entry(error, error.reports.count(), _versions([error.pk])[error.pk])


@contextmanager
def planning(number: int) -> Iterator[Plan]:
    """Begin an article about the wanted error with this id. The error is marked as planned unless that fails.

    Raises NoSuchError or StateError before the block runs.
    """
    with reach_database(), transaction.atomic():
        error = WantedError.objects.filter(pk=number).first()
        if error is None:
            raise NoSuchError(number)
        plan = Plan(Sketch(error.exception, error.message, tuple(error.frames)), _versions([error.pk])[error.pk])
        error.status = Status.PLANNED
        error.save(update_fields=["status"])  # now, so that a read-only database fails before the article is begun
        yield plan
        error.article = plan.slug
        error.save(update_fields=["article"])


def _entry(error: WantedError, sketches: int, versions: Mapping[str, tuple[str, ...]]) -> Entry:
    title = Sketch(error.exception, error.message).title
    article = error.article if error.status == Status.COVERED else ""
    is_listed = error.listed or error.status in _APPROVED
    return Entry(title, sketches, error.first_seen, error.status, article, versions, is_listed)


def _versions(ids: Iterable[int]) -> defaultdict[int, dict[str, tuple[str, ...]]]:
    """The package versions in the latest sketches of each error: by error id, then by package."""
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
