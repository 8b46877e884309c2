"""Every name that the articles hold, as it is written: what misspelt and half-typed words are completed from."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from heapq import nsmallest
from itertools import islice, takewhile
from typing import NamedTuple

from rapidfuzz.distance import OSA

MOST_LOOKED_AT = 2000  # names with the same beginning
MOST_NEAR = 3
MOST_LONGER = 8


class Near(NamedTuple):
    """A name of the lexicon that resembles a misspelt one, or begins with it. Ordered from best to worst."""

    distance: int  # insertions, deletions, substitutions, swaps of neighbours
    rarity: int  # the number of its articles, below zero
    name: str
    is_longer: bool = False


class Lexicon:
    """Names as they are written, with the number of articles that have each."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        self._names: dict[str, tuple[str, int]] = {}
        for name, count in counts.items():
            known = self._names.get(name.lower())
            if not known or count > known[1]:
                self._names[name.lower()] = (name, count)
        self._sorted = sorted(self._names)
        alike: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for lower in self._sorted:
            alike[kind_of(lower)].append(lower)
        self._alike = dict(alike)

    @staticmethod
    def takes(name: str) -> bool:
        return len(name) > 2 and name.isascii() and name[0].isalpha()

    def near(self, name: str, most: int = MOST_NEAR) -> list[Near]:
        """The names closest to a misspelt one, best first.

        Misspellings seldom touch the first letter, and another digit makes another name.
        """
        wanted = name.lower()
        if not may_be_misspelt(wanted):
            return []
        alike = (self._names[other] for other in self._alike.get(kind_of(wanted), ()))
        return nearest(wanted, alike, self._longer(wanted), most)

    def beginning(self, start: str, most: int = MOST_LONGER) -> list[str]:
        """The names that begin with a half-typed one, the commonest first."""
        return commonest(self._longer(start.lower()), most) if self.takes(start) else []

    def names(self) -> Iterator[tuple[str, str, int]]:
        """Every name: in lower case, as it is written most, and the number of its articles."""
        yield from ((lower, *self._names[lower]) for lower in self._sorted)

    def _longer(self, start: str) -> Iterator[tuple[str, int]]:
        first = bisect_left(self._sorted, start)
        names = islice(self._sorted, first, first + MOST_LOOKED_AT)
        yield from (self._names[name] for name in takewhile(lambda name: name.startswith(start), names))


def may_be_misspelt(name: str) -> bool:
    """Whether names that resemble this one are worth looking for."""
    return len(name) > 3 and Lexicon.takes(name)


def kind_of(name: str) -> tuple[str, str]:
    """What a misspelt name shares with the one that is meant: its first letter and its digits."""
    return name[0], "".join(filter(str.isdigit, name))


def mistakes_allowed(name: str) -> int:
    return 1 if len(name) < 9 else 2


def nearest(
    name: str, alike: Iterable[tuple[str, int]], longer: Iterable[tuple[str, int]], most: int = MOST_NEAR
) -> list[Near]:
    """The best of the names that may resemble this one, and of those that begin with it; each with its articles."""
    allowed = mistakes_allowed(name)
    found = [
        Near(distance, -count, other)
        for other, count in alike
        if (distance := OSA.distance(name, other.lower(), score_cutoff=allowed)) <= allowed
    ]
    goes_on = (Near(2, -count, other, is_longer=True) for other, count in longer if len(other) > len(name) + allowed)
    return nsmallest(most, [*found, *goes_on])


def commonest(names: Iterable[tuple[str, int]], most: int = MOST_LONGER) -> list[str]:
    """The names that most articles have."""
    return [name for _, name in nsmallest(most, ((-count, name) for name, count in names))]
