"""Articles as JSON values, and back: in short, with what the matcher and answers need, and with all their texts."""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any, TypeAlias

from packaging.specifiers import SpecifierSet

from tracefix.articles.cases import Case, ValueTemplate
from tracefix.articles.conditions import parse_condition
from tracefix.articles.model import Affected, Article, Pair, Proof, Run, Script, Source, Translation
from tracefix.articles.signatures import Role, Signature
from tracefix.articles.steps import Row, text_of
from tracefix.languages import ENGLISH, LANGUAGES

_LONG = ("body", "pairs", "runs", "stand_ins", "translations", "sources")  # what no answer needs
# derived, or only for tests
_LEFT_OUT = {"folder", "pastes", "look_alikes", "conditions", "path", "shown_by", "regex", "literals"}
_SHARED = ("commands", "when", "unless")  # of a row: the same in all languages
_Rows: TypeAlias = Sequence[dict[str, Any]]
_FOLDER = Path("tracefix")  # where the folders of compiled articles seem to be


def to_values(article: Article) -> dict[str, Any]:
    """All of an article, but the reports that only our tests read, and the fix in one text where its rows give that."""
    values: dict[str, Any] = plain(article)
    languages: tuple[Article | Translation, ...] = (article, *article.translations.values())
    for words, told in zip((values, *values.get("translations", {}).values()), languages, strict=True):
        if told.fix == text_of(told.steps):
            del words["fix"]
    for language, words in values.get("translations", {}).items():
        _leave_out_shared(words, values, language)
    return values


def _leave_out_shared(words: dict[str, Any], values: Mapping[str, Any], language: str) -> None:
    """Take out of a translation what it has in common with the article: a wheel has thousands of notes."""
    for rows, own in _pairs_of_rows(words, values):
        for row, of_article in zip(rows, own, strict=False):
            for name in _SHARED:
                if name in row and row[name] == of_article.get(name):
                    del row[name]
    if words.get("body") == _with_headings(values["body"], language):
        del words["body"]


def _pairs_of_rows(words: Mapping[str, Any], values: Mapping[str, Any]) -> Iterator[tuple[_Rows, _Rows]]:
    """The rows of a translation, and those of the article: of its fix, then of each case."""
    yield words.get("steps", ()), values.get("steps", ())
    cases = (case.get("steps", ()) for case in values.get("cases", ()))
    yield from zip(words.get("case_steps", ()), cases, strict=False)


def _shared(row: Mapping[str, Any]) -> dict[str, Any]:
    """What a row has in common with its translation."""
    return {name: row[name] for name in _SHARED if name in row}


def _with_headings(body: str, language: str) -> str:
    """A body with its headings in another language. Of a note all else is what programs print."""
    for english, said in zip(LANGUAGES[ENGLISH].sections, LANGUAGES[language].sections, strict=True):
        body = body.replace(f"## {english}\n", f"## {said}\n")
    return body


def in_short(values: Mapping[str, Any]) -> dict[str, Any]:
    """The part of to_values() that answers need."""
    return {name: value for name, value in values.items() if name not in _LONG}


def at_length(values: Mapping[str, Any]) -> dict[str, Any]:
    """The other part of to_values(): the long texts."""
    return {name: values[name] for name in _LONG if name in values}


def from_values(values: Mapping[str, Any], folder: Path | None = None) -> Article:
    """The article of to_values(), or of in_short(): that one has no body, scripts, runs and translations."""
    folder = folder or _FOLDER / values["slug"]
    steps = _rows(values.get("steps", ()))
    return Article(
        **{
            "fix": text_of(steps),
            **tuples(values),
            "folder": folder,
            "signatures": tuple(map(_signature, values["signatures"])),
            "created": datetime.date.fromisoformat(values["created"]),
            "updated": datetime.date.fromisoformat(values["updated"]),
            "body": values.get("body", ""),
            "values": tuple(ValueTemplate(**item) for item in values.get("values", ())),
            "steps": steps,
            "cases": tuple(map(_case, values.get("cases", ()))),
            "affects": tuple(
                Affected(**{**item, "versions": SpecifierSet(item["versions"])}) for item in values.get("affects", ())
            ),
            "proof": Proof(values.get("proof", Proof.RUN)),
            "sources": tuple(Source(**item) for item in values.get("sources", ())),
            "pairs": tuple(
                Pair(item["name"], _script(folder, item["repro"]), _script(folder, item["fixed"]))
                for item in values.get("pairs", ())
            ),
            "runs": tuple(_run(folder, item) for item in values.get("runs", ())),
            "stand_ins": tuple(_script(folder, item) for item in values.get("stand_ins", ())),
            "translations": {
                language: _translation(language, item, values)
                for language, item in values.get("translations", {}).items()
            },
        }
    )


def plain(value: Any) -> Any:
    """A value of the library as JSON has it, without what is as its class has it anyway."""
    if is_dataclass(value):
        named = {field.name: (getattr(value, field.name), _default(field)) for field in fields(value)}
        return {name: plain(item) for name, (item, usual) in named.items() if name not in _LEFT_OUT and item != usual}
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, Enum):
        return value.value
    return str(value) if isinstance(value, SpecifierSet) else value


def _default(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


def tuples(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values with tuples in place of lists."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}


def _signature(values: Mapping[str, Any]) -> Signature:
    globs = {name: tuples(values[name]) for name in ("where", "where_not") if name in values}
    role = {"role": Role(values["role"])} if "role" in values else {}
    return Signature.unchecked({**tuples(values), **globs, **role})


def _case(values: Mapping[str, Any]) -> Case:
    steps = _rows(values.get("steps", ()))
    return Case(**{**tuples(values), "steps": steps}, conditions=tuple(map(parse_condition, values["when"])))


def _rows(values: Iterable[Mapping[str, Any]]) -> tuple[Row, ...]:
    return tuple(Row(**tuples(row)) for row in values)


def _translation(language: str, words: Mapping[str, Any], values: Mapping[str, Any]) -> Translation:
    """A translation, with what to_values() left out of it because the article has the same."""
    steps, *case_steps = (
        _rows({**_shared(of_article), **row} for row, of_article in zip(rows, own, strict=False))
        for rows, own in _pairs_of_rows(words, values)
    )
    return Translation(
        **{
            "fix": text_of(steps),
            "body": _with_headings(values.get("body", ""), language),
            **tuples(words),
            "steps": steps,
            "case_steps": tuple(case_steps),
        }
    )


def _script(folder: Path, values: Mapping[str, str]) -> Script:
    return Script(values["name"], folder / values["name"], values["text"])


def _run(folder: Path, values: Mapping[str, Any]) -> Run:
    return Run(**{**values, "path": folder / "runs", "date": datetime.date.fromisoformat(values["date"])})
