"""Lexicon: the names in the articles as they are written, to correct misspelt words and complete half-typed ones."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from heapq import nsmallest
from itertools import islice, takewhile
from typing import NamedTuple

_MOST_LOOKED_AT = 2000  # names with the same beginning
_MOST_SIMILAR = 3
_MOST_COMPLETIONS = 8


class SimilarName(NamedTuple):
    """A name of the lexicon that is similar to a misspelt one, or begins with it. Sorts from best to worst."""

    distance: int  # insertions, deletions, substitutions, swaps of neighbours
    rarity: int  # the number of its articles, negated
    name: str
    is_longer: bool = False


class Lexicon:
    """Names, each with the number of its articles. Of spellings that differ in case, only the most common is kept."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        self._names: dict[str, tuple[str, int]] = {}
        for name, count in counts.items():
            known = self._names.get(name.lower())
            if not known or count > known[1]:
                self._names[name.lower()] = (name, count)
        self._sorted = sorted(self._names)
        groups: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for lower in self._sorted:
            groups[_group(lower)].append(lower)
        self._groups = dict(groups)

    @staticmethod
    def takes(name: str) -> bool:
        """Whether a word is a name to be stored, corrected or completed."""
        return len(name) > 2 and name.isascii() and name[0].isalpha()

    def similar(self, name: str) -> list[SimilarName]:
        """The names that a misspelt one may mean, best first: similar names and longer names that begin with it.

        Only names with the same first letter and digits are compared: misspellings seldom change the first letter, and
        another digit is another name.
        """
        from rapidfuzz.distance import OSA  # here: it takes as long to import as ten articles to load

        wanted = name.lower()
        if len(wanted) <= 3 or not self.takes(wanted):
            return []
        allowed = 1 if len(wanted) < 9 else 2
        close = (
            SimilarName(distance, -count, other)
            for other, count in (self._names[lower] for lower in self._groups.get(_group(wanted), ()))
            if (distance := OSA.distance(wanted, other.lower(), score_cutoff=allowed)) <= allowed
        )
        longer = (
            SimilarName(2, -count, other, is_longer=True)
            for other, count in self._starting_with(wanted)
            if len(other) > len(wanted) + allowed
        )
        return nsmallest(_MOST_SIMILAR, [*close, *longer])

    def completions(self, start: str, most: int = _MOST_COMPLETIONS) -> list[str]:
        """The names that begin with a half-typed one, the most common first."""
        if not self.takes(start):
            return []
        names = self._starting_with(start.lower())
        return [name for _, name in nsmallest(most, ((-count, name) for name, count in names))]

    def _starting_with(self, start: str) -> Iterator[tuple[str, int]]:
        first = bisect_left(self._sorted, start)
        names = islice(self._sorted, first, first + _MOST_LOOKED_AT)
        yield from (self._names[name] for name in takewhile(lambda name: name.startswith(start), names))


def closest(name: str, others: Iterable[str], most: int = _MOST_SIMILAR) -> list[str]:
    """The names among `others` that differ from `name` in at most a third of its characters, the closest first.

    >>> closest("cuda-om", ["cuda-oom", "torch-no-cuda"])
    ['cuda-oom']
    """
    from rapidfuzz.distance import OSA  # here: few queries are misspelt, and it takes long to import

    allowed = max(len(name) // 3, 1)
    near = ((OSA.distance(name, other, score_cutoff=allowed), other) for other in others)
    return [
        other for _, other in nsmallest(most, ((distance, other) for distance, other in near if distance <= allowed))
    ]


def _group(name: str) -> tuple[str, str]:
    """The first letter and the digits of a name, which are expected to be right even if the name is misspelt."""
    return name[0], "".join(filter(str.isdigit, name))
