"""What a picture shows, in percent of its width: a GPU's memory, a job's ranks over time, a name's releases.

This module returns plain values; the template draws them, and says the same in words.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tracefix.articles.quantities import read_quantity
from tracefix.triage import clocks
from tracefix.triage.events import Event
from tracefix.versions.answers import NameVersions
from tracefix.versions.browsing import Stretch, timeline
from tracefix.versions.history import History, find_history
from tracefix.versions.model import Life

_SMALLEST = Fraction(1, 200)  # of the card: a smaller share is not drawn
_MOST_LANES = 16
_LAST = Fraction(92, 100)  # where the last event stands: behind it its mark has room


@dataclass(frozen=True, slots=True)
class Share:
    """A part of the card: `kind` is tensors, held (by PyTorch, unused), others (processes), cuda (itself) or free."""

    kind: str
    size: str  # in GiB, or in MiB below one
    x: str  # where it begins, and how wide it is, in percent
    width: str


@dataclass(frozen=True, slots=True)
class MemoryPicture:
    """The memory of one GPU when an allocation failed."""

    total: str
    shares: tuple[Share, ...]
    wanted: str  # the size of the allocation that failed; "" if the message does not say
    wanted_x: str  # it is drawn below what is not in use
    wanted_width: str
    is_too_big: bool  # it is larger than the whole card


def draw_memory(values: Mapping[str, str]) -> MemoryPicture | None:
    """The picture of an “out of memory”, from its captured `total`, `free`, `used`, `allocated`, `reserved` or `held`.

    None where the numbers do not tell what most of the card is used for, or do not agree with each other.
    """
    total, allocated = _bytes(values, "total"), _bytes(values, "allocated")
    if not total or allocated is None:
        return None
    parts = dict(_parts(values, total, allocated))
    known = sum(parts.values())
    if not parts or min(parts.values()) < 0 or known > total * (1 + 2 * _SMALLEST):
        return None
    shares, x = [], Fraction(0)
    for kind, size in parts.items():
        if size / total >= _SMALLEST:
            shares.append(Share(kind, _say(size), _percent(x), _percent(size / total)))
        x += size / total
    wanted = _bytes(values, "size") or Fraction(0)
    is_too_big = wanted > total
    start = Fraction(0) if is_too_big else min(allocated / total, 1 - wanted / total)
    width = Fraction(1) if is_too_big else wanted / total
    said = values.get("size", "") if wanted else ""
    return MemoryPicture(values["total"], tuple(shares), said, _percent(start), _percent(width), is_too_big)


@dataclass(frozen=True, slots=True)
class Lane:
    """A rank on the axis of time: how far it came until its first event, and when that was."""

    rank: int
    x: str
    time: str
    is_first: bool  # it failed first: the cause is its


@dataclass(frozen=True, slots=True)
class RankPicture:
    """The ranks of a job on one axis, which begins with the first event. `left_out` counts ranks without a lane."""

    lanes: tuple[Lane, ...]
    left_out: int = 0


def draw_ranks(timeline: Sequence[Event], cause: Event | None) -> RankPicture | None:
    """When the ranks of a job failed; None where the logs do not tell the times of two ranks, or all are the same.

    Without the time of the one that failed first it would show those that waited for it alone.
    """
    if cause and cause.rank is not None and cause.time is None:
        return None
    firsts: dict[int, Event] = {}
    for event in timeline:
        if event.rank is not None and event.time is not None:
            firsts.setdefault(event.rank, event)
    if cause and cause.rank is not None:
        firsts[cause.rank] = cause
    times = {rank: event.time for rank, event in firsts.items() if event.time is not None}
    if len(times) < 2 or max(times.values()) == min(times.values()):
        return None
    begin, span = min(times.values()), max(times.values()) - min(times.values())
    culprit = cause.rank if cause else None
    ranks = sorted(times)
    if culprit in ranks[_MOST_LANES:]:  # it is never left out
        ranks = [*ranks[: _MOST_LANES - 1], culprit]
    lanes = (
        Lane(
            rank,
            _percent(_LAST * Fraction((times[rank] - begin) / span)),
            clocks.in_words(times[rank]),
            rank == culprit,
        )
        for rank in ranks[:_MOST_LANES]
    )
    return RankPicture(tuple(lanes), max(0, len(times) - _MOST_LANES))


@dataclass(frozen=True, slots=True)
class Bar:
    """A stretch of releases as a part of the bar of all releases: where it starts, and how wide it is, in percent."""

    stretch: Stretch
    x: str
    width: str


@dataclass(frozen=True, slots=True)
class ReleasePicture:
    """The releases of a package as one bar, the oldest left. `x` is where the installed one stands in it."""

    bars: tuple[Bar, ...]
    installed: str = ""
    x: str = ""


def draw_releases(found: NameVersions) -> ReleasePicture | None:
    """Which releases have the name of an answer; None where some may have it that nobody can see, or all have it."""
    history = find_history(found.package) if found.spans else None
    life = history.life(found.name) if history else None
    if history is None or life is None or life.spans != found.spans or history.unsure(life):
        return None
    bars = draw_bars(history, life)
    if len(bars) < 2:
        return None
    place = history.place(found.installed) if found.installed else None
    if place is None or found.installed is None:
        return ReleasePicture(bars)
    return ReleasePicture(bars, found.installed, _percent(Fraction(2 * place + 1, 2 * len(history.releases))))


def draw_bars(history: History, life: Life) -> tuple[Bar, ...]:
    """All releases of a package as parts of a bar: those with the name, without it, and those that were not read."""
    total = len(history.releases)
    return tuple(
        Bar(stretch, _percent(Fraction(stretch.start, total)), _percent(Fraction(stretch.count, total)))
        for stretch in timeline(history, life)
    )


def _parts(values: Mapping[str, str], total: Fraction, allocated: Fraction) -> Iterator[tuple[str, Fraction]]:
    """The shares in the order in which they are drawn. A number that is not there leaves its share out."""
    free, used = _bytes(values, "free"), _bytes(values, "used")
    reserved, held = _bytes(values, "reserved"), _bytes(values, "held")
    unused = reserved if reserved is not None else held - allocated if held is not None else None
    yield "tensors", allocated
    if unused is not None:
        yield "held", unused
    if used is not None and unused is not None:
        yield "cuda", max(used - allocated - unused, Fraction(0))
    if free is not None:
        if used is not None:
            yield "others", max(total - free - used, Fraction(0))
        yield "free", free


def _bytes(values: Mapping[str, str], name: str) -> Fraction | None:
    found = read_quantity(values.get(name, ""))
    return found.number if found and found.power == 1 else None


def _say(size: Fraction) -> str:
    return f"{float(size / 2**30):.2f} GiB" if size >= 2**30 else f"{float(size / 2**20):.0f} MiB"


def _percent(share: Fraction) -> str:
    return f"{float(share * 100):.1f}%"
