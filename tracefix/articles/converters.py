"""What the value of a YAML key may be, and what it becomes: converters that every file of the library shares."""

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tracefix.articles.did_you_mean import choose


@dataclass(frozen=True, slots=True)
class Field:
    """One key: the converter of its value, the attribute it fills if of another name, whether it must be there."""

    convert: Callable[[Any], Any]
    attribute: str = ""
    required: bool = True


class WrongValueError(ValueError):
    """A value that a key may not hold; the text says what to write. `item` is its place in a list, from 0."""

    def __init__(self, message: str, item: int | None = None) -> None:
        super().__init__(message)
        self.item = item


def text(value: Any) -> str:
    if isinstance(value, int | float):
        raise WrongValueError(f"must be text, not {value!r}: write it in quotation marks")
    if not isinstance(value, str) or not value.strip():
        raise WrongValueError(f"must be text, not {value!r}")
    return value.strip()


def date(value: Any) -> datetime.date:
    if not isinstance(value, datetime.date) or isinstance(value, datetime.datetime):
        raise WrongValueError(f"must be a date like 2026-01-31, not {value!r}")
    return value


def one_of(what: str, known: Iterable[str]) -> Callable[[Any], Any]:
    """A converter of one of these words, or members of an enum; `what` they are."""
    by_name = {str(name): name for name in known}

    def convert(value: Any) -> str:
        found = by_name.get(value) if isinstance(value, str) else None
        if found is None:
            raise WrongValueError(f"unknown {what} {value!r}: {choose(value, by_name)}")
        return found

    return convert


def each(convert: Callable[[Any], Any], *, at_least: int = 0) -> Callable[[Any], tuple[Any, ...]]:
    def convert_list(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise WrongValueError(f"must be a list, not {value!r}")
        if len(value) < at_least:
            raise WrongValueError(f"must have at least {at_least} item")
        converted = []
        for number, item in enumerate(value):
            try:
                converted.append(convert(item))
            except WrongValueError as error:
                raise WrongValueError(str(error), number) from error
        return tuple(converted)

    return convert_list


def mapping(value: Any, allowed: set[str], required: set[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise WrongValueError(f"must be `key: value` pairs, not {value!r}")
    if problems := list(key_problems(value, allowed, required)):
        raise WrongValueError("; ".join(problems))
    return value


def key_problems(value: Mapping[Any, Any], allowed: set[str], required: set[str]) -> Iterator[str]:
    """What is wrong with the keys of a mapping."""
    for key in sorted(map(str, set(value) - allowed)):
        yield f"unknown key {key!r}: {choose(key, sorted(allowed))}"
    for key in sorted(required - set(value)):
        yield f"the key {key!r} is missing: add it"


def address(value: Any) -> str:
    url = text(value)
    if not url.startswith(("https://", "http://")):
        raise WrongValueError(f"{url!r} is no web address: begin with https://")
    return url


def texts(value: Any) -> tuple[str, ...]:
    """One text or a list of them."""
    return each(text)([value] if isinstance(value, str) else value)
