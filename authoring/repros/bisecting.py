"""Bisecting releases: in which of them an error is, found by looking into as few as can be.

A look that shows neither the error nor its absence (it cannot be installed, something else fails) is an answer of its
own: it is never taken for one of the two, and what lies behind it is looked for on both of its sides.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from tracefix.compat import StrEnum

PROBES = 3  # looked into at first, evenly spread: both ends and the middle


class Seen(StrEnum):
    """The result of running the scripts with one release."""

    ERROR = "error"
    CLEAN = "clean"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Change:
    """Two releases, the older one first, between which the error comes or goes.

    `is_exact` says that no release lies between them.
    """

    older: str
    newer: str
    now: Seen  # what the newer one shows
    is_exact: bool


@dataclass(frozen=True, slots=True)
class ErrorRange:
    """A range of releases with the error: the first and the last that showed it, and their neighbours without it.

    `before` and `after` are None if the error is in the oldest or newest release that showed anything.
    """

    first: str
    last: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Sweep:
    """What was seen in which release, the oldest release first; `releases` are all there are."""

    releases: tuple[str, ...]
    seen: Mapping[str, Seen]

    def changes(self) -> tuple[Change, ...]:
        """The releases between which the error appeared or disappeared, the oldest change first."""
        clear = [(release, seen) for release, seen in self.seen.items() if seen is not Seen.UNCLEAR]
        places = {release: place for place, release in enumerate(self.releases)}
        return tuple(
            Change(older, newer, now, places[newer] - places[older] == 1)
            for (older, was), (newer, now) in pairwise(clear)
            if was is not now
        )

    def error_ranges(self) -> tuple[ErrorRange, ...]:
        """The runs of releases with the error, the oldest run first."""
        return tuple(self._error_ranges())

    def _error_ranges(self) -> Iterator[ErrorRange]:
        with_error: list[str] = []
        before: str | None = None
        for release, seen in self.seen.items():
            if seen is Seen.ERROR:
                with_error.append(release)
            elif seen is Seen.CLEAN:
                if with_error:
                    yield ErrorRange(with_error[0], with_error[-1], before, release)
                    with_error = []
                before = release
        if with_error:
            yield ErrorRange(with_error[0], with_error[-1], before, None)

    @property
    def is_indifferent(self) -> bool:
        """Whether the error was in every release that could be tried: perhaps the package has no part in it."""
        return Seen.ERROR in self.seen.values() and Seen.CLEAN not in self.seen.values()

    @property
    def unclear_end(self) -> tuple[str, ...]:
        """The releases at the new end that decided nothing, where the last that did had the error."""
        end = tuple(takewhile(lambda release: self.seen[release] is Seen.UNCLEAR, reversed(tuple(self.seen))))[::-1]
        decided = [seen for seen in self.seen.values() if seen is not Seen.UNCLEAR]
        return end if decided and decided[-1] is Seen.ERROR else ()

    @property
    def came_back(self) -> bool:
        """Whether the error went and came again, or the other way round: then there may be more changes, unseen."""
        return len(self.changes()) > 1


def sweep(releases: Sequence[str], look: Callable[[str], Seen], *, probes: int = PROBES) -> Sweep:
    """Run releases (sorted, the oldest first) until every change lies between two neighbours.

    Whatever differs is bisected, `unclear` too. What comes and goes between two of the first looks stays unseen; more
    `probes` find more.
    """
    seen: dict[int, Seen] = {}

    def at(place: int) -> Seen:
        if place not in seen:
            seen[place] = look(releases[place])
        return seen[place]

    def narrow(low: int, high: int) -> None:
        if high - low < 2 or at(low) is at(high):
            return
        middle = (low + high) // 2
        at(middle)
        narrow(low, middle)
        narrow(middle, high)

    places = sorted(_spread(len(releases), probes))
    for place in [*places[:1], *places[:0:-1]]:  # both ends before what lies between
        at(place)
    for low, high in pairwise(places):
        narrow(low, high)
    return Sweep(tuple(releases), {releases[place]: seen[place] for place in sorted(seen)})


def _spread(count: int, probes: int) -> set[int]:
    """Places from the first to the last, evenly spread.

    >>> sorted(_spread(9, 3))
    [0, 4, 8]
    """
    steps = max(1, probes - 1)
    return {round(step * (count - 1) / steps) for step in range(steps + 1)} if count else set()
