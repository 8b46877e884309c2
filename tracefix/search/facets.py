"""Facets: filter articles by project, exception and tag, and count the articles of each value."""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set

from tracefix.articles.model import Article

_FACETS = ("project", "exception", "tag")


class Facets:
    """The projects, exceptions and tags of articles, which are known by their numbers.

    Articles with the same values form one kind. Filters and counts work on kinds, because there are far fewer of them.
    """

    def __init__(self, articles: Sequence[Article]) -> None:
        kinds = [(article.projects, article.exceptions, article.tags) for article in articles]
        self._kinds = sorted(set(kinds))
        self._every = frozenset(range(len(self._kinds)))
        places = {kind: place for place, kind in enumerate(self._kinds)}
        self._kind_of = array("l", (places[kind] for kind in kinds))

    def filter(self, numbers: Iterable[int], filters: Mapping[str, str]) -> list[int]:
        """The articles that match all filters. An empty value filters nothing."""
        allowed = self._allowed_kinds(filters)
        return [number for number in numbers if self._kind_of[number] in allowed]

    def counts(self, numbers: Iterable[int], filters: Mapping[str, str]) -> dict[str, dict[str, int]]:
        """For each facet and value, the number of articles found if that value were chosen, the largest number first.

        The filters of the other facets stay as they are.
        """
        found = Counter(self._kind_of[number] for number in numbers)
        facets = {}
        for n, facet in enumerate(_FACETS):
            counts: dict[str, int] = {}
            for kind in self._allowed_kinds(filters, ignoring=facet) & found.keys():
                for value in dict.fromkeys(self._kinds[kind][n]):
                    counts[value] = counts.get(value, 0) + found[kind]
            facets[facet] = dict(sorted(counts.items(), key=lambda item: (-item[1], item[0].lower())))
        return facets

    def _allowed_kinds(self, filters: Mapping[str, str], *, ignoring: str = "") -> Set[int]:
        chosen = [(_FACETS.index(name), value) for name, value in filters.items() if value and name != ignoring]
        if not chosen:
            return self._every
        return {place for place, kind in enumerate(self._kinds) if all(value in kind[n] for n, value in chosen)}
