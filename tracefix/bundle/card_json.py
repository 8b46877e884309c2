"""Cards of projects as JSON values, and back, with all that answers need."""

import datetime
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tracefix.articles.conditions import parse_condition
from tracefix.bundle.article_json import plain, tuples
from tracefix.projects.model import Card, Fact, Names, Part, System, Words


def to_values(card: Card) -> dict[str, Any]:
    values: dict[str, Any] = plain(card)
    del values["lines"]
    return values


def from_values(values: Mapping[str, Any]) -> Card:
    """The card of to_values(); it has no lines to point at."""
    facts = {Part(part): tuple(map(_fact, facts)) for part, facts in values["facts"].items()}
    read = datetime.date.fromisoformat(values["read"])
    names = Names(**tuples(values["names"]))
    return Card(**{**tuples(values), "path": Path(values["id"]), "read": read, "names": names, "facts": facts})


def _fact(values: Mapping[str, Any]) -> Fact:
    return Fact(
        **{
            **tuples(values),
            "words": Words(**values["words"]),
            "translations": {language: Words(**words) for language, words in values["translations"].items()},
            "systems": tuple(map(System, values["systems"])),
            "conditions": tuple(map(parse_condition, values["when"])),
        }
    )
