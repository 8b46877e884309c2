"""The last resort of reading: an error that somebody retells in a sentence, where the paste has no error line at all.

The surest sign is a line that was logged at an error's level; then a wording that only an error has; then the words of
a shell about what killed a process; then what a person quotes, above all if it says that something failed; then a line
that says so, above all one that stands in a block of code, for that was copied from a terminal; then the name of an
exception's class.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from tracefix.linear_re import Expression
from tracefix.reading.paste import Paste
from tracefix.reading.raising_statements import read_raising
from tracefix.reading.recognisers import (
    LOGGED,
    NAMED_CLASS,
    NAMES_EXAMPLE,
    NOT_SAID,
    SAYS_FAILURE,
    SENTENCE,
    TOLD_DEATH,
)
from tracefix.reading.recognisers.rows import Recogniser

_MOST = 200  # lines that are looked at
_LONGEST_PROSE = 20_000  # characters of what somebody writes about an error; more is a log
_LONGEST_TITLE = 2_000  # … in which the name of a class alone is told as the error
_WORDINGS = Expression(
    r"(?P<message>(?:'[\w.]{1,100}' object|[Mm]odule '[\w.]{1,100}'|type object '[\w.]{1,100}') has no attribute '\w+'"
    r"|[Nn]o module named ['\"]?[\w.]*\w['\"]?|cannot import name ['\"]\w+['\"](?: from ['\"][\w.]+['\"])?"
    r"|(?:[\w.]+\(\) )?got an unexpected keyword argument ['\"]\w+['\"]"
    r"|(?:[\w.]+\(\) )?(?:missing \d+ required positional arguments?|takes \d+ positional arguments?|"
    r"too many positional arguments)\b[^\"\n]{0,120}"
    r"|element 0 of tensors does not require grad[^\"\n]{0,60}"
    r"|(?:CUDA|HIP) out of memory\b[^\"\n]{0,200}|(?:mat1 and mat2 shapes|Expected all tensors to be)\b[^\"\n]{0,120}"
    r"|\b(?:not a gzip file|File is not a zip file)|\b(?:list|tuple|string) index out of range"
    r"|'[\w.]{1,60}' object is not (?:callable|iterable|subscriptable)\b)(?P<before>)"
)
# What a person writes before the text of an error that they quote
_QUOTED = Expression(
    r"(?i)(?:错误|报错|异常|提示|报告|error|exception|message|says?|saying|warning)[^\"`\n]{0,30}\n{0,2}"
    r"[\"`](?P<message>[^\"`\n]{8,300})[\"`]|[\"`](?P<before>[^\"`\n]{8,300})[\"`](?:警告|错误|报错|异常)"
)
# What stands in quotes, as code or in bold, and is no argument of a call
_IN_QUOTES = Expression(
    r"(?m)(?:^|[^\pL\d(=\[{]|\W\()"
    r"\"(?P<double>[^\"\n]{7,299}[^\"\s](?: \"[^\"\n]{1,200}\"(?:[^\"\n]{0,199}[^\"\s])?){0,3})\"|"
    r"`(?P<code>[^`\n]{8,300})`|\*\*(?P<bold>[^*\n]{8,300})\*\*"
    r"|(?:^|[\s(:])'(?P<single>(?:[^'\n]|\w'\w){8,300})'(?:[\s.,)!?]|$)"
)
_TWO_WORDS_FAIL = Expression(r"(?i)^[A-Za-z]{3,} (?:failed|error|denied|refused|timeout)$")
_SHORTEST_QUOTED, _PAIR = 6, 2
# The number of a heading or of an item of a list: `2.1 "x failed"`, `3. X failed`, `4) X`
_HEADING = Expression(
    r"^(?P<number>(?:[1-9]\d?(?:\.\d{1,2}){1,3}\.?[ \t]+|[1-9]\d?[.)、][ \t]*)(?:\*\*[ \t]*)?)[\"'`A-Z\p{Han}\[]"
)
_THREE_WORDS = Expression(r"(?:[A-Za-z]{2,}[^A-Za-z]+){2}[A-Za-z]{2,}")  # fewer are a name
_CHINESE = Expression(r"\p{Han}[^\n]*\p{Han}[^\n]*\p{Han}")
_LATIN = Expression(r"[A-Za-z][ -~]{11,300}")
_FAILS = Expression(
    r"(?i)\b(?:errors?:|(?:error|exception|failed|fails|failure|cannot|can't|could not|not found|invalid|"
    r"unable|unsupported|refused|denied|out of memory)\b)"
)
# Logging's own form, of which cleaning leaves the message alone: `ERROR:root:Bowl 12 was dropped …`
_LOGGED = Expression(r"(?m)^[ \t>]*(?:ERROR|CRITICAL|FATAL):[A-Za-z][\w.]{0,80}:[ \t]*(?P<message>[^\s\n][^\n]*)$")
# … and a line that any other logger marked so, with the time first: `2020-05-28 02:13:13,585 ERROR  Main:7 [a.py:3] …`,
# `10:00:00 - cook - ERROR - …`, `[ERROR|cook.py:12] 2024-01-02 10:00:00,123 >> …`
_LOGGED_AT = Expression(
    r"(?m)^[ \t>-]*(?:\[?(?:\d{4}[-/]\d\d[-/]\d\d[T ,]{1,2})?\d\d:\d\d:\d\d[^\s\]]{0,12}\]?[ \t|,-]{1,4}"
    r"(?:[\w.-]{1,60}[ \t]+(?:-[ \t]+)?)?\[?(?:ERROR|CRITICAL|FATAL)\]?[ \t|:-]+"
    r"|\[(?:ERROR|CRITICAL|FATAL)\|[^\]\n]{1,80}\][^>\n]{0,40}>> )"
    r"(?:[\w-]*[.:][\w.:-]{0,60}[ \t]+)?(?:\[[^\]\n]{1,80}\][ \t:-]*)?"
    r"(?P<message>[^\s\n][^\n]*)$"
)
_MILD = Expression(r"(?:^|\| )(?:INFO|DEBUG|WARNING|WARN)\b")  # of the program whose stderr is logged as errors
# How a process was killed, in words around which somebody tells of it
_DEATHS = Expression(
    r"(?P<message>\b(?:Illegal instruction|[Ss]egmentation [Ff]ault|Bus error|Floating point exception)\b"
    r"(?: ?\(core dumped\))?|\b[Ss]egfaults?\b|\bSIG(?:SEGV|ILL|BUS|FPE|KILL)\b|\bSEGV\b)"
    r"|[`\"'(\[](?P<before>Killed(?: signal)?)[`\"')\]]|[a-z,:] (?P<killed>Killed)(?:[.,!)]|[ \t]+(?:after|at|"
    r"when|while|during|on|in|by the)\b|[ \t]*$)"
)
# A bar that shows how far a program has come: it is no error, whatever stands behind it
_PROGRESS = Expression(r"\[[=>.# -]{10,}\]|\d{1,3}%\||[█▏▎▍▌▋▊▉━]{3}|\bETA:? +\d|\d(?:it/s|s/it|s/step)\b")
FENCE = Expression(r"(?m)^[ \t]{0,3}(?:```|~~~)")
_CODE_LINE = Expression(r"^[ \t]*`[^`]")


class Sentence(NamedTuple):
    """What a sentence says of an error, and where that stands in the cleaned text."""

    start: int
    message: str
    row: Recogniser = SENTENCE
    type: str = ""


def find_sentences(paste: Paste) -> Iterator[Sentence]:
    """The sentences that may tell the error, the surest first."""
    is_prose = len(paste.original) <= _LONGEST_PROSE
    logged = (found for each in (_LOGGED, _LOGGED_AT) for found in each.finditer(paste.original))
    for found in islice(logged, _MOST) if is_prose else ():
        start = paste.from_original(found.start("message"))
        message = paste.text[start:].partition("\n")[0].strip()
        if _THREE_WORDS.search(message) and not (NOT_SAID.search(message) or _MILD.search(message)):
            yield Sentence(start, message, LOGGED)
    for told in _IN_PROSE if is_prose else ():
        for found in islice(told.expression.finditer(paste.text), _MOST):
            part = next(name for name, value in found.groupdict().items() if value)
            start = found.start(part)
            line = paste.text.rfind("\n", 0, start) + 1
            if part == "code" and (raised := read_raising(found[part])) and raised.message:
                yield Sentence(start, raised.message, type=raised.type)
            elif told.is_error(found[part]) and not NAMES_EXAMPLE.search(paste.text[line:start]):
                yield Sentence(start, found[part].rstrip(told.behind), told.row)
    said = [
        _without_chinese(_without_marks(Sentence(found.start("message"), found["message"].rstrip("`"))))
        for found in islice(SAYS_FAILURE.finditer(paste.text), _MOST)
        if not NOT_SAID.search(found["message"]) and not _PROGRESS.search(found["message"])
    ]
    fences = [found.start() for found in islice(FENCE.finditer(paste.original), _MOST)] if is_prose else []
    yield from sorted(
        said,
        key=lambda sentence: (
            not _is_code(paste, paste.to_original(sentence.start), fences),
            sentence.message.endswith(":"),  # which announces another line
            bool(_CHINESE.search(sentence.message)),  # in which somebody tells of what a program printed in English
        ),
    )
    for found in NAMED_CLASS.finditer(paste.text) if len(paste.original) <= _LONGEST_TITLE else ():
        if not found["not"]:
            yield Sentence(found.start("type"), "", type=found["type"])


def _is_quotation(quoted: str) -> bool:
    return bool(_THREE_WORDS.search(quoted) or _TWO_WORDS_FAIL.search(quoted))


def _says_failure(quoted: str) -> bool:
    """Whether what is quoted is a message that something failed, and neither a name nor code."""
    return bool(_THREE_WORDS.search(quoted) and SAYS_FAILURE.search(quoted) and not NOT_SAID.search(quoted))


class _Told(NamedTuple):
    """A form in which somebody tells of an error."""

    expression: Expression
    is_error: Callable[[str], bool] = bool  # whether what the expression finds is one
    row: Recogniser = SENTENCE
    behind: str = " ,.;"  # what may stand behind it, and is not of it


_IN_PROSE = (
    _Told(_WORDINGS),
    _Told(_DEATHS, row=TOLD_DEATH),
    _Told(_IN_QUOTES, _says_failure, behind=" "),
    _Told(_QUOTED, _is_quotation),
)


def _without_marks(sentence: Sentence) -> Sentence:
    """A heading without its number, and a quoted message alone without its quotes."""
    start, message = sentence.start, sentence.message.rstrip()
    if number := _HEADING.match(message):
        start, message = start + number.end("number"), message[number.end("number") :]
    if len(message) > _SHORTEST_QUOTED and message[0] == message[-1] == '"' and message.count('"') == _PAIR:
        start, message = start + 1, message[1:-1]
    return sentence._replace(start=start, message=message)


def _without_chinese(sentence: Sentence) -> Sentence:
    """The message of a program inside a Chinese sentence about it; the whole sentence, where it holds none."""
    for found in _LATIN.finditer(sentence.message) if _CHINESE.search(sentence.message) else ():
        if _FAILS.search(found[0]) and _THREE_WORDS.search(found[0]):
            return Sentence(sentence.start + found.start(), found[0].rstrip(" ,.;:("))
    return sentence


def _is_code(paste: Paste, place: int, fences: list[int]) -> bool:
    """Whether this place of the original stands in a block of code, between two fences, or in a line that is code."""
    line = paste.original.rfind("\n", 0, place) + 1
    return sum(fence < place for fence in fences) % 2 == 1 or bool(_CODE_LINE.match(paste.original[line : place + 1]))
