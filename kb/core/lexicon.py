"""Every name that the articles hold, as it is written: what misspelt and half-typed words are completed from."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping
from heapq import nsmallest
from itertools import islice, takewhile
from typing import NamedTuple

from rapidfuzz.distance import OSA

_MOST_LONGER = 2000  # names with the same beginning that are looked at


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
            alike[_kind(lower)].append(lower)
        self._alike = dict(alike)

    @staticmethod
    def takes(name: str) -> bool:
        return len(name) > 2 and name.isascii() and name[0].isalpha()

    def near(self, name: str, most: int = 3) -> list[Near]:
        """The names closest to a misspelt one, best first.

        Misspellings seldom touch the first letter, and another digit makes another name.
        """
        wanted = name.lower()
        if len(wanted) < 4 or not self.takes(wanted):
            return []
        allowed = 1 if len(wanted) < 9 else 2
        found = [
            Near(distance, -self._names[other][1], self._names[other][0])
            for other in self._alike.get(_kind(wanted), ())
            if (distance := OSA.distance(wanted, other, score_cutoff=allowed)) <= allowed
        ]
        longer = (near for near in self._longer(wanted) if len(near.name) > len(wanted) + allowed)
        return nsmallest(most, [*found, *longer])

    def beginning(self, start: str, most: int = 8) -> list[str]:
        """The names that begin with a half-typed one, the commonest first."""
        return [near.name for near in nsmallest(most, self._longer(start.lower()))] if self.takes(start) else []

    def _longer(self, start: str) -> Iterator[Near]:
        first = bisect_left(self._sorted, start)
        names = islice(self._sorted, first, first + _MOST_LONGER)
        for other in takewhile(lambda name: name.startswith(start), names):
            name, count = self._names[other]
            yield Near(2, -count, name, is_longer=True)


def _kind(name: str) -> tuple[str, str]:
    return name[0], "".join(filter(str.isdigit, name))
