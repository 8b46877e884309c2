"""What looks like a problem where the parser found no error line; and whether a paste begins in the middle of a log."""

from collections.abc import Iterator
from itertools import islice

from tracefix.linear_re import Expression
from tracefix.reading.lines import LineCounter
from tracefix.reading.paste import Paste
from tracefix.reading.report import Error, Weight
from tracefix.reading.sentences import FENCE

_MOST_LINES = 200  # at the beginning and at the end
_LONGEST_LINE = 400  # characters of a line that are read
_MOST_TELLING = 8  # lines
_FEWEST_WORDS = 4  # of a message that is quoted
# The likeliest words first: a line that says what is missing or refused, then one that only says that it failed
_LOOKS = tuple(
    Expression(pattern)
    for pattern in (
        r"(?i)\b(?:retry with|not (?:an? \w+ file|found|supported|handled|implemented|detected|installed"
        r"|registered|defined|available|up yet)|"
        r"(?:can ?not|can't|could ?n[o']t|unable to|failed to) \w+|(?:requires?|needs) \w+ (?:>=|for|to)|must "
        r"(?:be|not)|"
        r"(?:unknown|unsupported|invalid|unhandled) \w+|reset by peer|refused|timed out|internal ?error|please "
        r"(?:re-?run|"
        r"install|upgrade|update)|(?:all|contain\w*) NaNs?|exited \([1-9]\d{0,2}\)|status [1-9]\d{0,2}\b|empty slice)",
        r"(?i)\b(?:error|fail\w*|exception|crash\w*|abort\w*)\b|^\s*assert\b",
        r"(?i)\bwarning\b",
    )
)
_HANDLED = Expression(
    r"(?i)\b(?:reducing \w+ to|falling back to|fall back to|will be ignored)\b"
)  # by the program itself
_QUESTION = Expression(
    r"(?i)^(?:how|why|what|can|could|is|are|does|do|did|where|which) .*\?\s*$|^\s*(?:#|//|import |from )"
)
_SAID = Expression(r"[\"'“‘「`](?P<said>[^\"“”‘’「」`\n]{12,200})[\"'”’」`]")
_WORD = Expression(r"\pL{2,}")
# What a log line, a frame or a progress bar begins with, and no first line of an output
_MIDDLE = Expression(
    r"^(?:[ \t]+\S|\[?\d{4}[-/]\d\d|\[?\d\d:\d\d:\d\d|\[(?:rank)?\d+\]|(?:INFO|DEBUG|WARNING|ERROR)\b|[IWEF]\d{4} "
    r"\d\d:|"
    r"\d{1,3}%\||at \w|File \"|\.\.\.|make\[\d+\])"
)


def find_suspect(paste: Paste) -> Error | None:
    """The line that looks most like a problem, as an error of the least weight; None if no line does."""
    return next((suspect for look in _LOOKS for suspect in _suspects(paste, look)), None)


def telling_lines(paste: Paste) -> Iterator[Error]:
    """The first lines that say what is missing or refused: where the error line is only a sentence about them."""
    return islice(_suspects(paste, _LOOKS[0]), _MOST_TELLING)


def _suspects(paste: Paste, look: Expression) -> Iterator[Error]:
    for start, line in _some_lines(paste.text):
        if look.search(line) and not (_QUESTION.search(line) or _HANDLED.search(line)):
            begin, end = start + len(line) - len(line.lstrip()), start + len(line)
            number = LineCounter(paste.original).number(paste.to_original(begin))
            yield Error("", line.strip(), number, (), True, weight=Weight.NOTICE, start=begin, end=end, block_end=end)


def quoted_message(text: str) -> str:
    """The message that a sentence quotes; "" if it quotes none.

    >>> quoted_message('开发者会遇到"Unsupported model IR version: 11"的错误')
    'Unsupported model IR version: 11'
    """
    for found in _SAID.finditer(text[:_LONGEST_LINE]):
        said: str = found["said"]
        if len(list(islice(_WORD.finditer(said), _FEWEST_WORDS))) == _FEWEST_WORDS:
            return said.strip()
    return ""


def begins_in_the_middle(text: str) -> bool:
    """Whether the first line is one of a log or a stack: what came before it was not pasted.

    >>> begins_in_the_middle("[rank1] done\\nfailed"), begins_in_the_middle("The server fails to start")
    (True, False)
    """
    lines = (line for line in text[:_LONGEST_LINE].split("\n") if line.strip() and not FENCE.match(line))
    first = next(lines, "")
    return "\n" in text.strip() and bool(_MIDDLE.match(first))


def _some_lines(text: str) -> list[tuple[int, str]]:
    """The first and the last lines with the places where they begin."""
    places, start = [], 0
    head, tail = (
        text[: _MOST_LINES * _LONGEST_LINE],
        max(_MOST_LINES * _LONGEST_LINE, len(text) - _MOST_LINES * _LONGEST_LINE),
    )
    for offset, part in ((0, head), (tail, text[tail:])):
        start = offset
        for line in part.split("\n")[:_MOST_LINES]:
            places.append((start, line[:_LONGEST_LINE]))
            start += len(line) + 1
    return places
