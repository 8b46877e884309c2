"""Mappings that make a value when it is first asked for, because most of thousands never are."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Generic, TypeVar

_T = TypeVar("_T")


class LazyMapping(Mapping[str, _T], Generic[_T]):
    """The values that `make` gives for these keys, in their order.

    Threads may share it: two that ask for the same key at once may both make its value, and one of them is kept.
    """

    def __init__(self, keys: Iterable[str], make: Callable[[str], _T]) -> None:
        self._keys = dict.fromkeys(keys)
        self._make = make
        self._made: dict[str, _T] = {}

    def __getitem__(self, key: str) -> _T:
        if key not in self._made:
            if key not in self._keys:
                raise KeyError(key)
            self._made[key] = self._make(key)
        return self._made[key]

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


def read_by_place(places: Mapping[str, str], read: Callable[[str], Mapping[str, _T]]) -> LazyMapping[_T]:
    """The values of these keys, each from its place; `read` gives all of a place, and is asked once for each."""
    read_once = cache(read)
    return LazyMapping(places, lambda key: read_once(places[key])[key])
