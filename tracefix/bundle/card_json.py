"""Cards of projects as JSON values, and back, with all that answers need."""

import datetime
import json
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from tracefix.articles.card_parts import Part
from tracefix.articles.conditions import parse_condition
from tracefix.bundle.article_json import plain, tuples
from tracefix.projects.model import Card, Fact, Names, System, Words


def to_values(card: Card) -> dict[str, Any]:
    values: dict[str, Any] = plain(card)
    values.pop("lines", None)
    return {**values, "facts": json.dumps(values.get("facts", {}), ensure_ascii=False)}  # a text in the text: read late


def from_values(values: Mapping[str, Any], read_facts: Callable[[], str | bytes] | None = None) -> Card:
    """The card of to_values(); it has no lines to point at. `read_facts` gives its facts, if they are kept apart."""
    read = datetime.date.fromisoformat(values["read"])
    names = Names(**tuples(values["names"]))
    facts = _Facts(read_facts or (lambda: values["facts"]))
    return Card(**{**tuples(values), "path": Path(values["id"]), "read": read, "names": names, "facts": facts})


class _Facts(Mapping[Part, tuple[Fact, ...]]):
    """The facts of a card by list. A start has thousands of them, and an answer needs a few: so each is made late."""

    def __init__(self, read: Callable[[], str | bytes]) -> None:
        self._read = read

    @cached_property
    def _values(self) -> Mapping[str, list[dict[str, Any]]]:
        values: Mapping[str, list[dict[str, Any]]] = json.loads(self._read())
        return values

    def __getitem__(self, part: Part) -> tuple[Fact, ...]:
        return tuple(map(_fact, self._values[part]))

    def __iter__(self) -> Iterator[Part]:
        return map(Part, self._values)

    def __len__(self) -> int:
        return len(self._values)


def _fact(values: Mapping[str, Any]) -> Fact:
    return Fact(
        **{
            **tuples(values),
            "words": Words(**values.get("words", {})),
            "translations": {language: Words(**words) for language, words in values.get("translations", {}).items()},
            "systems": tuple(map(System, values.get("systems", ()))),
            "conditions": tuple(map(parse_condition, values.get("when", ()))),
        }
    )
