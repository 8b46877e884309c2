"""The tables of message shapes, each a `.toml` file of this folder; the first that fits counts. See docs/shapes.md."""

from collections.abc import Iterator
from pathlib import Path

from tracefix.explaining.shapes.row import Advice, Shape
from tracefix.explaining.table_files import Values, pop_list, pop_templates, read_rows, read_table
from tracefix.matching.required_texts import texts_of_pattern

_WORDS = {  # parts of patterns that every file may name
    "name": r"[A-Za-z_][\w.+-]{0,60}",
    "quote": r"[`'\"‘“”’]",
    "version": r"v?\d[\w.+*-]{0,24}",
    "specifier": r"(?:[<>=!~]=?=? ?\d(?:[\w.+*]{0,20}[\w*])?(?:, ?[<>=!~]=?=? ?\d(?:[\w.+*]{0,20}[\w*])?){0,3})",
    "is": r"(?:is|are|was|were)",
}
_SENTENCES = {"do": "do", "condition": "if", "note": "note"}


def read_shapes(path: Path) -> Iterator[Shape]:
    """The shapes of a file. Raises ValueError, which names the file and the row."""
    return read_rows(path, _shape, _WORDS)


def with_required_texts(path: Path) -> Values:
    """The values of a file for the wheel: each row also has what its pattern requires, which takes long to find."""
    table = read_table(path)
    for row, shape in zip(table["row"], read_shapes(path), strict=True):
        row["says"] = texts_of_pattern(shape.pattern)
    return table


def _shape(values: Values, file: Values) -> Shape:
    findings, shared = pop_list(values, "findings"), file.get("fixes", {})
    advice = tuple(_advice(_shared(shared, **fix) if "use" in fix else fix) for fix in values.pop("fixes", ()))
    kinds, says = (tuple(values.pop(key, ())) for key in ("kinds", "says"))
    return Shape(findings=findings, advice=advice, kinds=kinds, says=says, **values)


def _shared(fixes: Values, *, use: str) -> Values:
    """The fix that a row takes from those of its file. Raises TypeError where the row has more than its name."""
    fix: Values = fixes[use]
    return fix


def _advice(fix: Values) -> Advice:
    values = dict(fix)
    return Advice(**pop_templates(values, _SENTENCES), **values)


def _read(*names: str) -> tuple[Shape, ...]:
    return tuple(shape for name in names for shape in read_shapes(Path(__file__).with_name(f"{name}.toml")))


DETAILS = _read("language_models", "messages", "statements")  # what wants the most evidence first
SHAPES = _read("fields", "programs", "files", "requirements", "values")
