"""Short answers for language models, which pay for each word. Callers can ask for the full answer instead.

A short answer has no empty values below its first level, and is cut step by step until it has at most LONGEST
characters.
"""

import json
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any

from tracefix.cutting import cut
from tracefix.lazy_pattern import lazy_pattern

LONGEST = 13_000  # characters of JSON, about four per token; an agent gets a short text beside it
_FEW = 2
_HOLDERS = (dict, list)
_NUMBERS = (int, float)  # 0 is not empty
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_CONTROLS = lazy_pattern("[\x7f-\x9f]")  # terminal control characters that JSON need not escape …
_CONTROL_BYTES = (b"\x7f", b"\xc2")  # … and the bytes that begin them in UTF-8


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that an answer may contain: numbers of items, and characters of texts."""

    matches: int
    errors: int
    frames: int  # for each error
    message: int
    place: int  # the name of a file or a function
    links: int  # in the chain of errors


FULL = Limits(matches=10, errors=10, frames=20, message=2_000, place=200, links=8)
BRIEF = Limits(matches=5, errors=5, frames=6, message=600, place=120, links=4)


def to_json(answer: Any) -> str:
    r"""Compact JSON on one line. Only the control characters that a terminal would obey are escaped.

    >>> print(to_json({"错误": "x\x9b2J"}))
    {"错误":"x\u009b2J"}
    """
    text = _ENCODER.encode(answer)
    data = text.encode("utf-8", "surrogatepass")
    if any(map(data.__contains__, _CONTROL_BYTES)):  # seldom true, and faster than searching for the characters
        return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    return text


def shorten_answer(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a paste without empty values, cut until its JSON has at most LONGEST characters."""
    return _shorten(answer)[0]


def short_json(answer: Mapping[str, Any]) -> str:
    """The JSON of shorten_answer(). Saves a second encoding, because shortening encodes the answer anyway."""
    return _shorten(answer)[1]


def _shorten(answer: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    short: dict[str, Any] = dict(drop_empty(answer))
    text = to_json(short)
    for reduce in _reductions():
        if len(text) <= LONGEST:
            break
        reduce(short)
        text = to_json(short)
    return short, text


def drop_empty(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The answer without the empty values below its first level: null, "", [], {} and false.

    >>> drop_empty({"verdict": "none", "errors": [], "matches": [{"weak": False, "error": 0, "section": ""}]})
    {'verdict': 'none', 'errors': [], 'matches': [{'error': 0}]}
    """
    return {name: _without_empty(value) if value.__class__ in _HOLDERS else value for name, value in answer.items()}


def _without_empty(value: Any) -> Any:
    """A dict or list without empty values. Written for speed, because every answer passes through it."""
    if value.__class__ is dict:
        kept = {}
        for name, item in value.items():
            item = _without_empty(item) if item.__class__ in _HOLDERS else item
            if item or item.__class__ in _NUMBERS:
                kept[name] = item
        return kept
    return [_without_empty(item) if item.__class__ in _HOLDERS else item for item in value]


# ── cuts, for hostile or very rich pastes ────────────────────────────────────────────────────────────────────────


def _reductions() -> Iterator[Callable[[dict[str, Any]], None]]:
    """The functions that cut an answer, in order: the least useful parts go first."""
    yield lambda answer: _cut_parts(answer.get("explanation"), "chain", "searches")
    yield _cut_frames
    yield lambda answer: _cut_environment(answer["environment"])
    yield lambda answer: _cut_texts(answer, 200)
    yield _cut_lists
    yield lambda answer: _cut_texts(answer, 80)


def _cut_parts(part: MutableMapping[str, Any] | None, *names: str) -> None:
    for name in names:
        if part:
            part.pop(name, None)


def _cut_frames(answer: dict[str, Any]) -> None:
    for error in answer["errors"]:
        frames = error.get("frames", [])
        answer["left_out"]["frames"] = answer["left_out"]["frames"] + len(frames[:-_FEW])
        error["frames"] = frames[-_FEW:]


def _cut_environment(environment: MutableMapping[str, str]) -> None:
    for name in list(environment)[20:]:
        del environment[name]


def _cut_lists(answer: dict[str, Any]) -> None:
    for name in ("matches", "errors"):
        kept, over = answer[name][:3], len(answer[name][3:])
        answer[name] = kept
        if over:
            answer["left_out"][name] = answer["left_out"][name] + over
    answer["related"] = answer["related"][:_FEW]
    for match in answer["matches"]:
        if match.get("error", 0) >= len(answer["errors"]):
            del match["error"]


def _cut_texts(value: Any, most: int) -> None:
    """Cut texts to `most` characters, fixes and summaries to four times as many. URLs, slugs and titles stay whole."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in list(items):
        if name in ("url", "slug", "title"):
            continue
        if isinstance(item, str):
            value[name] = cut(item, most * (4 if name in ("fix", "summary") else 1))
        else:
            _cut_texts(item, most)
