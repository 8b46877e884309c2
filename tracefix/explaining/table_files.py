"""Tables in `.toml` files: their rows have each sentence in both languages, and their patterns may share words."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from tracefix.compat import read_toml
from tracefix.phrases import Template

Row = TypeVar("Row")
Values = dict[str, Any]
_PATTERNS = ("pattern", "source")
_ZH, _LANGUAGE = "zh", "zh-hans"


def read_table(path: Path) -> Values:
    """The values of a file as they stand: of the JSON that the wheel has in its place, which is read far faster."""
    packed = path.with_suffix(".json")
    if packed.exists():
        values: Values = json.loads(packed.read_text(encoding="utf-8"))
        return values
    return read_toml(path.read_text(encoding="utf-8"))


def read_rows(path: Path, make: Callable[[Values, Values], Row], words: Mapping[str, str]) -> Iterator[Row]:
    """The rows of a file: what `make` makes of the values of each and of the whole file.

    `words` are parts of patterns, to which the file's own `[words]` are added. Raises ValueError, which names the file
    and the row.
    """
    table = read_table(path)
    words = {**words, **table.get("words", {})}
    for number, values in enumerate(table["row"], 1):
        said = f"{path}: row {number}, {values.get('pattern', '')!r}"
        try:
            patterns = {key: _whole(values[key], words) for key in _PATTERNS if key in values}
            yield make({**values, **patterns}, table)
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{said}: {error}") from error


def _whole(pattern: str, words: Mapping[str, str]) -> str:
    """The pattern with the words that it names, as `%{name}`."""
    if "%{" not in pattern:
        return pattern
    for name, word in words.items():
        pattern = pattern.replace(f"%{{{name}}}", word)
    if "%{" in pattern:
        raise ValueError(f"{pattern[pattern.index('%{') :]!r} begins with a word that is not in [words]")
    return pattern


def pop_templates(values: Values, keys: Mapping[str, str]) -> dict[str, Template]:
    """Take the sentences that a row has of these out of it, with their translations. `keys`: by field, its key."""
    translations = dict(values.pop(_ZH))
    found = {
        field: Template(values.pop(key), {_LANGUAGE: translations.pop(key)})
        for field, key in keys.items()
        if key in values
    }
    if translations:
        raise ValueError(f"{_ZH} has {', '.join(translations)}, and the English has not")
    return found


def pop_list(values: Values, key: str) -> tuple[Template, ...]:
    """Take a list of sentences out of a row, with their translations."""
    pairs = zip(values.pop(key), values.pop(_ZH)[key], strict=True)
    return tuple(Template(text, {_LANGUAGE: said}) for text, said in pairs)
