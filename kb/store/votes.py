"""Votes on whether an article or one of its fixes helped, and their counts."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.db.models import Count
from django.utils import timezone

from kb.models import Vote
from kb.store.database_state import reach_database

ENOUGH = 5  # votes; fewer are not shown


@dataclass(frozen=True, slots=True)
class Tally:
    """The numbers of yes and no votes on an article or a fix."""

    yes: int = 0
    no: int = 0

    @property
    def total(self) -> int:
        return self.yes + self.no

    @property
    def is_telling(self) -> bool:
        return self.total >= ENOUGH


Tallies = Mapping[str, Tally]  # of one article, by the anchor of the fix; "" is the whole article

_tallies: Mapping[str, Tallies] = {}
_version = 0


def vote(slug: str, fix: str, *, helped: bool, ballot: str, may_count: Callable[[], bool] = lambda: True) -> bool:
    """Store a vote. A second vote with the same ballot replaces the first. Raises StateError.

    A new ballot is stored only if may_count() is true. Returns whether the vote was stored.
    """
    with reach_database():
        if Vote.objects.filter(ballot=ballot).update(helped=helped):
            return True
        if not may_count():
            return False
        Vote.objects.update_or_create(
            ballot=ballot,
            defaults={"helped": helped},
            create_defaults={
                "slug": slug,
                "fix": fix,
                "helped": helped,
                "day": timezone.now().date(),
                "ballot": ballot,
            },
        )
    return True


def count() -> dict[str, dict[str, Tally]]:
    """Count the votes of every article, by slug and then by the anchor of the fix. Raises StateError."""
    with reach_database():
        rows = list(Vote.objects.order_by().values_list("slug", "fix", "helped").annotate(Count("id")))
    numbers: defaultdict[tuple[str, str], dict[bool, int]] = defaultdict(dict)
    for slug, fix, helped, number in rows:
        numbers[slug, fix][helped] = number
    tallies: defaultdict[str, dict[str, Tally]] = defaultdict(dict)
    for (slug, fix), found in numbers.items():
        tallies[slug][fix] = Tally(found.get(True, 0), found.get(False, 0))
    return dict(tallies)


def refresh() -> None:
    """Count the votes again, for the pages of this process. Raises StateError."""
    global _tallies, _version
    telling = {
        slug: {fix: tally for fix, tally in tallies.items() if tally.is_telling} for slug, tallies in count().items()
    }
    tallies = {slug: tallies for slug, tallies in telling.items() if tallies}
    if tallies != _tallies:
        _tallies = tallies
        _version += 1


def version() -> int:
    """A number that changes when the shown tallies of this process do. Keys of cached pages contain it."""
    return _version


def shown_tallies(slug: str) -> Tallies:
    """The tallies that an article's page shows: those with enough votes, as last counted. Runs no query."""
    return _tallies.get(slug, {})
