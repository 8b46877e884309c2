"""Say in plain words what is wrong with a line of YAML, and how to write it.

A parser stumbles where it can go on no longer, which is often a line below the mistake.
"""

import re
from collections.abc import Sequence

# These run on our own files only, never on a paste of a reader.
_KEY = re.compile(r"^\s*(?:- )?[A-Za-z_]+:\s+(?P<value>\S.*)$")
_WITHOUT_SPACE = re.compile(r"^\s*(?:- )?[A-Za-z_]+:[^\s:/]")
_BEGINNING = re.compile(r"(\s*)(- +)?")
_QUOTED_VALUE = re.compile(r"""^(?P<quote>["']).*(?P=quote)\s*[^\s#].*$""")
_OPEN_QUOTATION = "the quotation mark that is opened here is not closed on its line: close it"
_QUOTE = "put the text into double quotes"
# What the parser says, and what to do. The first that fits is taken.
_SAID = (
    ("mapping values are not allowed", f"text that holds `: ` must be quoted: {_QUOTE}, or correct the indentation"),
    ("undefined alias", f"text that begins with `*` must be quoted: {_QUOTE}"),
    ("constructor for the tag", f"text that begins with `!` must be quoted: {_QUOTE}"),
    ("hexdecimal", "in double quotes a backslash begins a code: write it twice, or use single quotes"),
    ("unknown escape", "in double quotes a backslash begins a code: write it twice, or use single quotes"),
    ("block sequence entries are not allowed", "a list begins on a line of its own: move the `- ` below the key"),
    ("'-' indicator", "a list and keys stand in the same column: indent the one that belongs to the other"),
    ("<document start>", "the keys do not begin in the same column: correct the indentation"),
    ("comment or line break", f"text that begins with `|` or `>` must be quoted: {_QUOTE}"),
)


def explain(problem: str, line: int, begun: int | None, lines: Sequence[str]) -> tuple[int, str]:
    """The line of a mistake, and what to do about it.

    `problem` is what the parser said, `line` where, `begun` where what it was reading began; lines count from 0.

    >>> explain("did not find expected ',' or ']'", 1, 0, ["tags: [cuda", "created: 2026-01-31"])
    (0, 'the list that is opened by `[` here is never closed: add `]`')
    """
    text = lines[line] if line < len(lines) else ""
    start = line if begun is None else begun
    if "\t" in text[: len(text) - len(text.lstrip())] or "tab character" in problem:
        return line, "a tab indents this line, and YAML wants spaces: replace it"
    for opening, closing, what in (("[", "]", "list"), ("{", "}", "mapping")):
        if f"or '{closing}'" in problem:
            return start, f"the {what} that is opened by `{opening}` here is never closed: add `{closing}`"
    if "end of stream" in problem:
        return start, _OPEN_QUOTATION
    if _is_out_of_column(line, lines):
        return line, "this line begins in a column in which none above it does: indent it as its neighbours"
    for words, remedy in _SAID:
        if words in problem:
            return line, remedy
    return _from_the_line(problem, line, lines)


def _is_out_of_column(line: int, lines: Sequence[str]) -> bool:
    """Whether a key ends what is above it, and begins where no line above and no text of a list's item does."""
    begun = [_BEGINNING.match(text) for text in lines[:line] if text.strip()]
    columns = [place for found in begun if found for place in (found.end(1), found.end())]
    if not columns or line >= len(lines) or not _KEY.match(lines[line]):
        return False
    column = len(lines[line]) - len(lines[line].lstrip())
    return column < columns[-1] and column not in columns


def _from_the_line(problem: str, line: int, lines: Sequence[str]) -> tuple[int, str]:
    """Guess the mistake from the line at which the parser stopped, or from the line above it."""
    for number in (line, line - 1):
        found = _KEY.match(lines[number]) if 0 <= number < len(lines) else None
        value = found["value"] if found else ""
        if value[:1] in ("`", "@", "%", "]", "}", ","):
            return number, f"text that begins with `{value[0]}` must be quoted: {_QUOTE}"
        if _QUOTED_VALUE.match(value):
            return number, (
                f"the quotation ends before the line does: {_QUOTE}, write a `'` within single quotes twice, and a "
                '`"` within double quotes as `\\"`'
            )
        if value.startswith("{") and not value.endswith("}"):
            return number, f"text that begins with `{{` must be quoted: {_QUOTE}"
        if value.startswith("[") and value.count("[") < value.count("]"):
            return number, "a bracket is closed that was never opened: remove it, or quote the text"
        if 0 <= number < len(lines) and _WITHOUT_SPACE.match(lines[number]):
            return number, "a space is missing behind the colon of the key: write `key: value`"
    for number in range(min(line, len(lines) - 1), -1, -1):  # it may have been closed by a quotation far below
        found = _KEY.match(lines[number])
        if found and found["value"][0] in "\"'" and found["value"].count(found["value"][0]) == 1:
            return number, _OPEN_QUOTATION
    return line, f"{problem}; correct the indentation, or quote text that holds `: `, `#` or quotation marks"
