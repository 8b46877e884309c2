"""Cases of a parametrized test, of which make test takes some and CI all.

The others are marked slow. Where slow tests do not run they are not even made: to collect them takes seconds.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import pytest

takes_all = False  # whether slow tests run, too: conftest.py says so before tests are collected


def some(cases: Mapping[str, Any], few: Collection[str]) -> list[Any]:
    """The cases, each under its name: those that are named always, the others with the slow tests."""
    assert set(few) <= set(cases)
    return list(_params((case, name in few, name) for name, case in cases.items()))


def every(step: int, cases: Mapping[str, Any] | Iterable[Any]) -> list[Any]:
    """The cases, those of a mapping under their names: one of so many always, the others with the slow tests."""
    named = cases.items() if isinstance(cases, Mapping) else ((None, case) for case in cases)
    return list(_params((case, at % step == 0, name) for at, (name, case) in enumerate(named)))


def _params(cases: Iterable[tuple[Any, bool, str | None]]) -> Iterator[Any]:
    for case, is_always, name in cases:
        if is_always or takes_all:
            marks = () if is_always else pytest.mark.slow
            yield pytest.param(*(case if type(case) is tuple else (case,)), id=name, marks=marks)
