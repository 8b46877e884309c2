"""What a paste quotes: the text of an error line, and the statement below a frame."""

from tracefix.cutting import one_line
from tracefix.linear_re import Expression
from tracefix.reading.lines import indent
from tracefix.reading.paste import Paste
from tracefix.reading.raising_statements import is_raising
from tracefix.reading.report import Error, Frame

PLAIN_PATH = Expression(r"[\w./+][\w./+-]{0,200}")  # which a shell takes as it stands
SAFE_PATH = Expression(r"[A-Za-z0-9_./~][A-Za-z0-9_./@+-]*")  # the same, in ASCII, also below the home folder
LONGEST_LINE = 300  # characters of a line that are repeated
_LONGEST_BEFORE = 120  # characters before a program's message that are repeated with it
_MOST_LINES = 12  # below a frame, in which its statement is looked for
_FAR = 4_000  # characters
# IPython and rich mark the line: `---> 12 x = f()`, `❱ 12 │   x = f()`; cleo: `→  12│ x = f()`; pytest: `>   x = f()`
_MARKED = Expression(r"^[ \t│]*(?:-+>|❱|>|→)[ \t]*(?:\d+[ \t]*)?[│| \t]*(?P<source>\S.*?)[ │]*$")
_NO_SOURCE = Expression(
    r"^\s*(?:File [\"'~/]|Traceback|During handling|The above exception|\[Previous line|[~^\s]+$|$|-{4,}|\d+ frames$|"
    r"\.\.\.$)"
)
_QUOTES_SEVERAL = ("Cell In", "Input In", "<ipython-input", "In [")


def error_text(error: Error, paste: Paste) -> str:
    """The line of an error as pasted, cleaned: with what stands before the message of a program."""
    start = error.start
    if error.program and not error.type:
        first = paste.text.rfind("\n", 0, start) + 1
        start = first if start - first <= _LONGEST_BEFORE else start
    text = paste.text[start : error.end]
    if error.type and is_raising(text):  # its own line was left out
        return one_line(f"{error.type}: {error.message}" if error.message else error.type, LONGEST_LINE)
    if error.message and error.message[:40] not in text:  # it stands on a line of its own
        text = f"{text} {error.message}"
    if not paste.text:
        text = f"{error.type}: {error.message}" if error.type else error.message
    return one_line(text, LONGEST_LINE)


def stack_end(error: Error, frame: Frame, paste: Paste) -> int:
    """The place in the cleaned text at which the stack above an error ends; the end of the text if it stands below.

    An error whose own line was left out is read from the last statement of its stack, which then belongs to the stack.
    """
    if frame.paste_line >= error.line:
        return len(paste.text)
    return error.end if is_raising(paste.text[error.start : error.end]) else error.start


def source_below(frame: Frame, paste: Paste, last: int) -> str:
    """The statement that is quoted below a frame, before the place `last` of the cleaned text; empty if none is."""
    position = _start_of_line(frame.paste_line, paste)
    end = paste.text.find("\n", position)
    if end < 0 or not position <= end < last:
        return ""
    lines = paste.text[end + 1 : min(last, end + _FAR)].split("\n")[:_MOST_LINES]
    first = lines[0] if lines else ""
    if not first.strip().startswith(("File ", "Traceback")):
        for line in lines:
            if (marked := _MARKED.match(line)) and not _NO_SOURCE.match(marked["source"]):
                return one_line(marked["source"], LONGEST_LINE)
            if not line.strip() or line.lstrip().startswith("File "):
                break
    is_flat = paste.text.startswith("File ", position)  # a stack that lost its indentation on the way
    if frame.file.startswith(_QUOTES_SEVERAL) or _NO_SOURCE.match(first) or not (is_flat or first[:1].isspace()):
        return ""
    return one_line(first, LONGEST_LINE)


def _start_of_line(number: int, paste: Paste) -> int:
    """The place in the cleaned text of a line of the original, counted from 1."""
    place = 0
    for _ in range(number - 1):
        place = paste.original.find("\n", place) + 1
        if not place:
            return len(paste.text)
    return paste.from_original(place)


# A numbered line of source: `   101     if x:`, `│   101 │   if x:`
_NUMBERED = Expression(r"^[ \t│]*(?P<mark>(?:-+>|❱|>)[ \t]*)?(?P<number>\d{1,6})[ \t│]?(?P<code>.*?)[ │]*$")
_CONDITION = Expression(r"^(?:el)?if (?P<condition>.+?):?(?: *#.*)?$")


def conditions_above(frame: Frame, paste: Paste, last: int) -> tuple[str, ...]:
    """The conditions of the `if`s around the line that a frame marks, the outermost first.

    None where the paste quotes no lines above it.
    """
    begin = _start_of_line(frame.paste_line, paste) if frame.paste_line else 0
    lines = paste.text[begin : min(begin + _FAR, last)].split("\n")[1 : _MOST_LINES + 1]
    numbered = [found for line in lines if (found := _NUMBERED.match(line))]
    marked = next((place for place, found in enumerate(numbered) if found["mark"]), 0)
    if not marked:
        return ()
    conditions: list[str] = []
    depth = indent(numbered[marked]["code"])
    for found in numbered[marked - 1 :: -1]:
        code: str = found["code"]
        if not code.strip() or indent(code) >= depth:
            continue
        depth = indent(code)
        if condition := _CONDITION.match(code.strip()):
            conditions.append(condition["condition"].rstrip(": "))
        elif not code.lstrip().startswith(("with ", "try")):
            break
    return tuple(reversed(conditions))
