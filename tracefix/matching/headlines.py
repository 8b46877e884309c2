"""The line by which the reader knows the error: its own sentence, without what a person wrote around it."""

from collections.abc import Sequence

from tracefix.cutting import one_line
from tracefix.linear_re import Expression
from tracefix.matching.verdict import Match
from tracefix.reading.paste import Paste
from tracefix.reading.raising_statements import is_raising
from tracefix.reading.recognisers import BARE
from tracefix.reading.report import Error, Report, Weight

_LONGEST = 200  # characters
_MOST_CONTINUED = 3  # lines below an error line that ends with a colon
_PLACE = Expression(r"^\[[^\]\s]{1,200}:\d+\] ")  # of a C++ source before its message: `[/src/reader.cc:465] `
_FARTHEST = 2_000  # characters of a line that are read
_WORDS = Expression(r"\pL{3,}")
_BEGINNING = Expression(r"^[A-Za-z][\pL .:_/-]{0,39}$")
_QUOTES = {'"': '"', "`": "`", "“": "”", "「": "」"}
_QUOTED_BY_ONE = Expression(r"'[ \t]*(?:\[\w+\]:? ?)?$")
_CHINESE_BEHIND = Expression(r"^(?P<own>[^\p{Han}\n]+)(?P<rest>\p{Han}.*)")
_WORD = Expression(r"[A-Za-z]{2,}")
_FEWEST_WORDS = 3  # of a message, before Chinese that is not a part of it
_HAN = Expression(r"\p{Han}")
_FEWEST_HAN = 6
_LONGEST_NAME = 40
# What names whose error it is: one to three words that begin a line, the first with a capital
_NAME_BEFORE = Expression(r"^[^\w\n]*(?P<name>[A-Z][\w.+-]{1,20}(?: [A-Za-z][\w.+-]{1,20}){0,2} )$")
_PERSON = Expression(
    r"[.!?\"'`)][ \t]+(?:I|I'm|I've|Does|Did|Is there|Any ?one|Any|How|What|Why|Can|Could|Please|Thanks?|Already)\b"
)


def headline(paste: Paste, report: Report, matches: Sequence[Match]) -> str:
    """The first root error that the best match is about, or else the first root, on one line; "" without an error."""
    if not report.errors:
        return _printable(matches[0].quote) if matches else ""
    if report.is_cut and not matches and all(each.weight is Weight.NOTICE for each in report.errors):
        return ""  # the error line is missing, and a warning above it is not what stopped the program
    error = (report.roots or report.errors)[0]
    # a warning, or a sentence in which somebody tells of the error, beside the line that is matched
    is_beside = error.weight is Weight.NOTICE or (error.weight is Weight.SAID and not error.type)
    if matches and matches[0].error is None and is_beside:
        return _printable(matches[0].quote)
    if matches and matches[0].error is not None and report.errors[matches[0].error].is_root:
        error = report.errors[matches[0].error]
    return headline_of(error, paste)


def headline_of(error: Error, paste: Paste) -> str:
    """The headline of one error."""
    if error.type and is_raising(paste.text[error.start : error.end]):  # its own line was left out
        return _printable(f"{error.type}: {error.message}" if error.message else error.type)
    line = _printable(_own_sentence(error, paste.text))
    if line.rstrip(":") == error.type:  # its message begins on the next line
        line = _printable(paste.text[error.start : error.block_end].rstrip().removesuffix(":"))
    elif goes_on(error, line):
        line = _printable(f"{line} {continued(error, paste.text)}".rstrip())
    return line.removesuffix(")") if error.is_inline and line.count("(") < line.count(")") else line


def goes_on(error: Error, said: str) -> bool:
    """Whether what an error says so far goes on in the lines below it. A sentence that somebody wrote does not."""
    return bool(error.type or error.program) and said.endswith((":", "{"))


def continued(error: Error, text: str) -> str:
    """What goes on below an error line that ends with a colon: its first lines, to one that does not end so; or ""."""
    lines: list[str] = []
    for line in text[error.end : error.block_end].split("\n")[1 : _MOST_CONTINUED + 1]:
        place = _PLACE.match(line.strip())
        lines.append(line.strip()[place.end() :] if place else line.strip())
        if not line.rstrip().endswith(":"):
            return " ".join(lines)
    return ""


def _own_sentence(error: Error, text: str) -> str:
    start, end = _start(error, text), error.end
    line = text[max(text.rfind("\n", 0, error.start) + 1, error.start - _FARTHEST) : error.start]
    said = text[error.start : min(end, error.start + _FARTHEST)]
    for opening, closing in _QUOTES.items():
        opened = line.rfind(opening)
        is_open = line.count(opening) > line.count(closing) if opening != closing else line.count(opening) % 2 == 1
        if is_open and (closes := said.find(closing) if opening != closing else _last_odd(said, closing)) > 0:
            return text[start if error.type else error.start - len(line) + opened + 1 : error.start + closes]
    if _QUOTED_BY_ONE.search(line) and (closes := _last_odd(said, "'")) > 0:
        return text[start : error.start + closes]
    if (found := _CHINESE_BEHIND.match(said)) and _is_prose(found["own"].removeprefix(error.type), found["rest"]):
        said = found["own"].rstrip(" ,;:(.")
        end = error.start + len(said)
    if (error.is_inline or error.program) and (asked := _PERSON.search(said)):
        end = error.start + asked.start() + 1
    return text[start:end]


def _is_prose(message: str, chinese: str) -> bool:
    """Whether the Chinese behind a message is no part of it: the message says enough, and so does the Chinese."""
    words, characters = (len(list(each.finditer(text))) for each, text in ((_WORD, message), (_HAN, chinese)))
    return words >= _FEWEST_WORDS and characters >= _FEWEST_HAN


def _last_odd(text: str, quote: str) -> int:
    """Where the last of an odd number of quotes stands, which closes what was opened before the text; -1 if none."""
    return text.rfind(quote) if text.count(quote) % 2 else -1


def _start(error: Error, text: str) -> int:
    """Where the headline begins: a number alone, or the end of a sentence, says little without what is before it."""
    if error.type:
        return _start_of_name(error, text)
    first = max(text.rfind("\n", 0, error.start) + 1, error.start - _LONGEST)
    is_part = text[error.start : error.start + 1].islower() and _BEGINNING.match(text[first : error.start])
    is_empty = not _WORDS.search(text[error.start : error.end])
    return first if is_part or is_empty else error.start


def _start_of_name(error: Error, text: str) -> int:
    """Where the name begins that stands before a bare `Error:` on its line: `Soup Error: 'Invalid bowl'`."""
    if error.type not in BARE or not error.is_inline:
        return error.start
    first = text.rfind("\n", 0, error.start) + 1
    named = _NAME_BEFORE.search(text[max(first, error.start - _LONGEST_NAME) : error.start])
    return error.start - len(named["name"]) if named else error.start


def _printable(text: str) -> str:
    """The text on one line, without what is not printable, and not longer than a headline may be."""
    line = one_line(text, _LONGEST)
    return line if line.isprintable() else "".join(char if char.isprintable() else "\ufffd" for char in line)
