"""Cases of a parametrized test, of which make test takes some and CI all: the others are marked slow."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import pytest


def some(cases: Mapping[str, Any], few: Collection[str]) -> list[Any]:
    """The cases, each under its name: those that are named always, the others with the slow tests."""
    assert set(few) <= set(cases)
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), id=name, marks=_marks(name in few))
        for name, case in cases.items()
    ]


def every(step: int, cases: Iterable[Any]) -> list[Any]:
    """The cases: one of so many always, the others with the slow tests."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=_marks(at % step == 0))
        for at, case in enumerate(cases)
    ]


def _marks(is_always: bool) -> Any:
    return () if is_always else pytest.mark.slow
