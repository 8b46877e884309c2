"""The table of details: what a value, a statement or a file proves beyond the kind of an error. The first fit counts.

A detail is a Shape that stands in a `.toml` file of this folder, in both languages: docs/details.md says how.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tracefix.compat import read_toml
from tracefix.explaining.shapes.row import Advice, Shape
from tracefix.phrases import Template

FILES = ("language_models", "messages", "statements")  # what wants the most evidence first
_ZH, _LANGUAGE = "zh", "zh-hans"


@cache
def load_details() -> tuple[Shape, ...]:
    """Every detail, in order."""
    return tuple(detail for name in FILES for detail in read_details(Path(__file__).with_name(f"{name}.toml")))


def read_details(path: Path) -> Iterator[Shape]:
    """The details of a file. Raises ValueError, which names the file and the detail."""
    values = read_toml(path.read_text(encoding="utf-8"))
    words = values.pop("words", {})
    for number, detail in enumerate(values["detail"], 1):
        try:
            yield _shape(detail, words)
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(
                f"{path}: detail {number}, {detail.get('pattern', 'without a pattern')!r}: {error}"
            ) from error


def _shape(detail: dict[str, Any], words: Mapping[str, str]) -> Shape:
    texts = zip(detail.pop("findings"), detail.pop(_ZH)["findings"], strict=True)
    return Shape(
        pattern=_whole(detail.pop("pattern"), words),
        source=_whole(detail.pop("source", ""), words),
        findings=tuple(Template(text, {_LANGUAGE: said}) for text, said in texts),
        advice=tuple(map(_advice, detail.pop("fixes", ()))),
        kinds=tuple(detail.pop("kinds", ())),
        says=tuple(detail.pop("says", ())),
        **detail,
    )


def _whole(pattern: str, words: Mapping[str, str]) -> str:
    """The pattern with the words that several patterns share."""
    for name, word in words.items():
        pattern = pattern.replace(f"%{{{name}}}", word)
    if "%{" in pattern:
        raise ValueError(f"no word of `[words]` stands for what begins at {pattern[pattern.index('%{') :]!r}")
    return pattern


def _advice(fix: dict[str, Any]) -> Advice:
    translated = fix.pop(_ZH)
    texts = {
        field: Template(fix.pop(key), {_LANGUAGE: translated.pop(key)})
        for field, key in (("do", "do"), ("condition", "if"), ("note", "note"))
        if key in fix
    }
    if translated:
        raise ValueError(f"{_ZH} has {', '.join(translated)}, and the English has not")
    return Advice(**texts, **fix)
