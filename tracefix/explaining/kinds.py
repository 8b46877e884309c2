"""What each kind of error means, and where to look first: kinds.toml, a table of exception classes and programs.

The first row that names the error's class or program, and whose pattern fits its message, is taken. What the pattern
captures stands in its sentences by name; `{file}` and `{line}` are the reader's own frame.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tracefix.articles.signatures import class_name
from tracefix.cutting import cut
from tracefix.explaining.table_files import Values, pop_templates, read_rows
from tracefix.linear_re import Expression, TextMatch
from tracefix.phrases import Phrase
from tracefix.reading.deaths import GPU_HUNG, KERNEL_FAULT, KILLED, TERMINATED, any_words
from tracefix.reading.report import Error, Frame

NATIVE = "native"  # in place of the program, where one crashed that is not Python's
_LONGEST_MESSAGE = 2_000  # characters that are read
_LONGEST_VALUE = 80  # characters of a file's name

_WORDS = {  # parts of patterns
    "gpu_hung": GPU_HUNG,
    "kernel_fault": KERNEL_FAULT,
    "killed": any_words(KILLED),
    "terminated": any_words(TERMINATED),
}
_SENTENCES = {name: name for name in ("means", "look", "otherwise")}


class Row(NamedTuple):
    """One kind of error. `look` names the reader's own line; `otherwise` is for a paste that does not show one."""

    kinds: tuple[str, ...]  # bare exception classes, or programs
    means: str
    otherwise: str
    pattern: str = ""  # RE2, anywhere in the message
    look: str = ""


def _read_row(values: Values, _: Values) -> Row:
    return Row(kinds=tuple(values.pop("kinds")), **pop_templates(values, _SENTENCES), **values)


KINDS = tuple(read_rows(Path(__file__).with_suffix(".toml"), _read_row, _WORDS))


def explain_kind(error: Error, own: Frame | None) -> tuple[Phrase, ...]:
    """Two sentences: what this kind of error means, and where to look first. Empty where the class tells nothing."""
    kind = class_name(error.type) if error.type else error.program
    message = error.message[:_LONGEST_MESSAGE]
    for row in _by_kind(kind):
        if (found := _fits(row, message)) is not None:
            return _fill(row, found, own)
    if (not error.type or kind == "Error") and (row_and_match := _by_wording(message)):
        return _fill(*row_and_match, own)
    return ()


def _by_wording(message: str) -> tuple[Row, dict[str, str]] | None:
    """The row of a class that was left out, where the message can be of no other."""
    for row in _TELLING:
        if (found := _fits(row, message)) is not None:
            return row, found
    for pattern, kind in _WORDINGS:
        if pattern.search(message):
            return next(((row, found) for row in _ROWS[kind] if (found := _fits(row, message)) is not None), None)
    return None


def _by_kind(kind: str) -> Iterable[Row]:
    rows = _ROWS.get("Warning" if kind.endswith("Warning") else kind)
    if rows is None and kind.endswith("Error"):  # a library's own: `HFValidationError`, `MyConfigKeyError`
        rows = next((_ROWS[name] for name in _FAMILIES if kind.endswith(name)), None)
    return rows or ()


def _fits(row: Row, message: str) -> dict[str, str] | None:
    """The names that the row's pattern captures; None if it does not fit."""
    if not row.pattern:
        return {}
    found: TextMatch | None = _PATTERNS[row.pattern].search(message)
    if found is None:
        return None
    return {name: value for name, value in found.groupdict().items() if value}


def _fill(row: Row, values: dict[str, str], own: Frame | None) -> tuple[Phrase, ...]:
    if row.look and own and own.line:
        place = {"file": short_file(own.file), "line": str(own.line)}
        return Phrase(row.means, **values), Phrase(row.look, **values, **place)
    return Phrase(row.means, **values), Phrase(row.otherwise, **values)


def short_file(path: str) -> str:
    """The name of a file without its folders; a cell of a notebook as it is."""
    return cut(path.replace("\\", "/").rstrip("/").rpartition("/")[2] or path, _LONGEST_VALUE)


_ROWS: dict[str, list[Row]] = {}
for _row in KINDS:
    for _kind in _row.kinds:
        _ROWS.setdefault(_kind, []).append(_row)
_PATTERNS = {row.pattern: Expression(row.pattern) for row in KINDS if row.pattern}
# A library's own class is most often derived from the one whose name it ends in
_FAMILIES = sorted(
    (name for name in _ROWS if name.endswith("Error") and name not in ("OSError",)), key=len, reverse=True
)
# What Python and the system say of an error whose class was left out
_WORDINGS = tuple(
    (Expression(pattern), kind)
    for pattern, kind in (
        (r"(?i)\bindex out of range", "IndexError"),
        (r"referenced before assignment|cannot access local variable", "UnboundLocalError"),
        (r"(?i)no space left on device|quota exceeded", "OSError"),
        (r"(?i)no such file or direct|file does not exist|cannot find the (?:file|path)", "FileNotFoundError"),
        (r"(?i)connection refused|ECONNREFUSED", "ConnectionRefusedError"),
        (r"(?i)connection (?:reset|aborted|closed)|RemoteDisconnected|ECONNRESET", "ConnectionError"),
        (r"(?i)\btimed? ?out\b|ETIMEDOUT", "TimeoutError"),
    )
)
_TELLING = tuple(row for row in KINDS if "ImportError" in row.kinds and row.pattern)
