"""Evidence: where in a report the signatures fit, and how strong each place is.

A signature is looked for in the text, then in error messages put on one line again, then in the squashed text.
"""

import enum
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import islice
from sys import maxsize
from typing import NamedTuple

from tracefix.articles.model import Article
from tracefix.articles.signatures import Role, Signature, class_name
from tracefix.linear_re import Expression, TextMatch, compile_expression
from tracefix.matching.catalogue import KnownSignature
from tracefix.reading.cleaning import squash, squashed_places
from tracefix.reading.paste import Paste
from tracefix.reading.recognisers import NAMES_EXAMPLE
from tracefix.reading.report import Error, Report, Weight
from tracefix.reading.system import read_system
from tracefix.reading.wrappers import is_mild, is_notice, is_progress

_MOST_HITS = 20  # places looked at per signature
_LONGEST_RUN = 200  # characters that a placeholder may stand for in the squashed text …
_LONGEST_GENERAL_RUN = 60  # … of a signature that fixes little text
_LONGEST_REFUSED = 120  # characters of a value at the end of a signature that are read for what it refuses
_LOADER = Expression(r"(?i)cannot open shared object file: no such file or directory")
_LONGEST_SEPARATOR = 4  # characters between an exception's class and its message
_QUOTES = ("'", '"', "`")
_CLOSING = "'\"`*)]}.,;:!? \t。，」”"
_BULLETS = "#-"
# Right before an error: words of a sentence, or a call that it is handed to: `I get `, `print("`
_TELLS = Expression(r"[a-z]{2}[ \t]+[\"'`(*“]*$|\w\([rbfu]{0,2}[\"']$")
_QUESTION_MARKS = "?？"
# … and behind it, to the end of the line, where it is asked; a full stop within a word, as of a path, ends nothing
_QUESTION = Expression(r"^(?:[^.;!]|[.;!]\S)*[?？][\s)*\"'`]*$")
_ANSWERS = Expression(r"[{,][ \t]*[\"'](?:message|detail|error|msg)[\"'][ \t]*:[ \t]*$")
_LONGEST_KEY = 20  # characters of a key of a server's answer, with what stands around it
_LONGEST_QUESTION = 200  # characters
_LONGEST_BROKEN = 600  # characters of a text that may be one message, broken by a terminal
_STRIPPED_LINE = Expression(r"(?m)^[ \t]*(?P<line>\S.*?)[ \t]*$")


class Place(enum.IntEnum):
    """The part of the report in which a signature matches. A greater value is stronger evidence."""

    PARAPHRASED = -1  # only with a slip of the keyboard allowed, or without its end
    SQUASHED = 0  # only after white space, quotes and case are set aside
    SOURCE = 1  # in source code that the report quotes
    NOTICE = 2  # in a warning, in what programs print at every start, or in what failed while something ended
    TEXT = 3  # in a title, a sentence or a log line
    LATER_ERROR = 4  # in an error that another one brought about, or in a wrapper
    MESSAGE = 5  # a message on a line of its own, with no exception class
    ROOT = 6  # in the root error


@dataclass(frozen=True, slots=True)
class Evidence:
    """One place where a signature fits: the characters [start, end) of the cleaned text."""

    known: KnownSignature
    place: Place
    start: int
    end: int
    captures: Mapping[str, str]
    error: int | None = None  # index into Report.errors

    @property
    def signature(self) -> Signature:
        return self.known.signature

    @property
    def role(self) -> Role:
        return self.signature.role

    @property
    def weight(self) -> tuple[int, bool]:
        """How much text the signature fixes: the more, the more specific. A template explains itself better."""
        fixed = sum(map(len, self.signature.literals))
        return fixed or len(self.known.required), bool(self.signature.message)

    def is_narrower(self, other: "Evidence") -> bool:
        """Whether it stands in the same error, and its signature fixes all that the other's fixes, and more."""
        if (self.place, self.error) != (other.place, other.error) or self.weight[0] <= other.weight[0]:
            return False
        fixed = "\0".join(self.signature.literals)
        return bool(other.signature.literals) and all(literal in fixed for literal in other.signature.literals)


class Candidate(NamedTuple):
    """Everything that speaks for one article."""

    article: Article
    evidence: list[Evidence]


class JoinedMessage(NamedTuple):
    """An error whose message goes on below its line, on one line again: a terminal may have wrapped it."""

    error: int  # its index in the report
    text: str


@dataclass(frozen=True)
class Reading:
    """A cleaned paste, its report, and other readings of it: each is made once, when a signature first needs it."""

    paste: Paste
    report: Report
    versions: Mapping[str, str] = field(default_factory=dict)  # read from the paste, by package
    projects: tuple[str, ...] = ()  # the ids of the cards whose projects the paste shows

    @cached_property
    def system(self) -> str:
        return read_system(self.paste.text)

    @cached_property
    def joined(self) -> tuple[JoinedMessage, ...]:
        return tuple(
            JoinedMessage(index, glue.join(line.strip() for line in self._block(error).splitlines()))
            for index, error in enumerate(self.report.errors)
            if any(map(str.isalnum, self.paste.text[error.end : error.block_end]))
            for glue in (" ", "")
        )

    @cached_property
    def squashed(self) -> str:
        return squash(self.paste.text)

    @cached_property
    def squashed_places(self) -> list[int]:
        """The place in the cleaned text of each character of the squashed text."""
        return squashed_places(self.paste.text)

    @cached_property
    def unbroken(self) -> tuple[tuple[str, list[int]], ...]:
        """A text of a few lines on one line, and where each of its characters stands; nothing of a longer one."""
        text = self.paste.text.rstrip()
        if len(text) > _LONGEST_BROKEN or "\n" not in text:
            return ()
        lines = [(found.start("line"), found["line"]) for found in _STRIPPED_LINE.finditer(text)]
        return tuple(
            (
                glue.join(line for _, line in lines),
                [start + at for start, line in lines for at in range(len(line) + len(glue))],
            )
            for glue in (" ", "")
        )

    def _block(self, error: Error) -> str:
        return self.paste.text[error.start : error.block_end]


def find_evidence(known: KnownSignature, reading: Reading) -> Iterator[Evidence]:
    """Every place where the signature fits.

    The weaker readings are tried only where the text itself has none, or only quoted source: a `raise` often quotes the
    message that a terminal wrapped below it.
    """
    hits = list(islice(_hits(known.signature, reading.paste.text), _MOST_HITS))
    found = [_locate(known, reading, hit) for hit in hits]
    if all(evidence is None or evidence.place is Place.SOURCE for evidence in found):
        found.append(_find_in_joined(known, reading) or (None if hits else _find_in_squashed(known, reading)))
    yield from (evidence for evidence in found if evidence and not is_irrelevant(evidence, reading))


def _is_of_the_loader(evidence: Evidence, reading: Reading) -> bool:
    """Whether a message about a missing file is the end of what the loader says of a library: that is no data file."""
    text = reading.paste.text
    line, end = text.rfind("\n", 0, evidence.start) + 1, text.find("\n", evidence.start)
    wanted = evidence.signature.message or evidence.signature.pattern
    if "No such file" not in wanted or "shared object" in wanted:
        return False
    said = _LOADER.search(text[line : end if end >= 0 else len(text)])
    if not said:
        return False
    return line + said.start() <= evidence.start < line + said.end() + _LONGEST_SEPARATOR


def contains_all(text: str, literals: Iterable[str]) -> bool:
    """Whether a text contains all these literals. If not, the slower expression that has them need not be tried."""
    return all(map(text.__contains__, literals))


def class_agrees(signature: Signature, error: Error) -> bool:
    """Whether the printed class is the wanted one; a letter lost or added in front (`npicklingError`) is forgiven."""
    printed = class_name(error.type).lower()
    wanted = _lowered_classes(signature.exceptions)
    return not wanted or not printed or printed.endswith(wanted)


@cache
def _lowered_classes(exceptions: tuple[str, ...]) -> tuple[str, ...]:
    """The bare classes of a signature, in lower case: kept, for every paste is compared with them."""
    return tuple(class_name(name).lower() for name in exceptions)


def _hits(signature: Signature, text: str) -> Iterator[TextMatch]:
    if not contains_all(text, signature.literals):
        return iter(())
    has_start = signature.message and not signature.message.startswith("{")
    found = compile_expression(signature.regex).finditer(text, start=signature.literals[0] if has_start else "")
    return (hit for hit in found if signature.admits(hit.groupdict())) if signature.where_not else found


def _find_in_joined(known: KnownSignature, reading: Reading) -> Evidence | None:
    literals = known.signature.literals
    for index, text in reading.joined:
        if not contains_all(text, literals):
            continue
        found = compile_expression(known.signature.regex).search(text)
        error = reading.report.errors[index]
        if not found or not known.signature.admits(found.groupdict()):
            continue
        if _begins_message(found.start(), error) or not _is_quoted(text, *found.span()):
            place = Place.ROOT if error.is_root else Place.LATER_ERROR
            place = Place.NOTICE if error.weight is Weight.NOTICE else place
            return Evidence(known, place, error.start, error.block_end, _captures(found), index)
    return None


def _find_in_squashed(known: KnownSignature, reading: Reading) -> Evidence | None:
    if known.signature.pattern:
        return _find_in_other_case(known, reading)
    if not known.squashed_regex or not contains_all(reading.squashed, known.squashed_literals):
        return None
    found = compile_expression(known.squashed_regex).search(reading.squashed, known.squashed_start)
    longest = _LONGEST_GENERAL_RUN if known.signature.general else _LONGEST_RUN
    if not found or any(len(value) > longest for value in _captures(found).values()):
        return None
    if any(_is_refused(found, name, glob, reading.squashed) for name, glob in known.squashed_refused):
        return None
    first, last = found.span()
    places = reading.squashed_places
    if _is_another_word(known.signature, found[0], reading.paste.text, places[first]):
        return None
    if is_source(reading.report, places[first]) and not _is_raised(reading.paste.text, places[first]):
        return None
    return Evidence(known, Place.SQUASHED, places[first], places[last - 1] + 1, {})


def _is_another_word(signature: Signature, found: str, text: str, start: int) -> bool:
    """Whether the first letter is not lost but another one: `pmap got` is not `vmap got`."""
    is_lost = not signature.message.startswith("{") and not found.startswith(squash(signature.message[:1]))
    return is_lost and text[max(0, start - 1) : start].isalnum()


def _is_refused(found: TextMatch, name: str, glob: str, squashed: str) -> bool:
    """Whether a value is one that the signature refuses; one that ends the signature is caught by its first letter."""
    expression = compile_expression(glob)
    if found.end(name) < found.end():
        return bool(expression.fullmatch(found[name]))
    return bool(expression.match(squashed[found.start(name) : found.start(name) + _LONGEST_REFUSED]))


def _find_in_other_case(known: KnownSignature, reading: Reading) -> Evidence | None:
    """Find a pattern in another case. The text cannot be squashed for that; in short texts, a broken line is joined."""
    expression = compile_expression(f"(?i){known.signature.pattern}")
    text = reading.paste.text
    admits = known.signature.admits
    hits = (found for found in expression.finditer(text) if admits(found.groupdict()))
    found = next((found for found in hits if _begins_word(text, found.start())), None)
    if found:
        return Evidence(known, Place.SQUASHED, *found.span(), {})
    for text, places in reading.unbroken:
        found = expression.search(text)
        if not found or not admits(found.groupdict()):
            continue
        if found.end() - found.start() <= _LONGEST_RUN and _begins_word(text, found.start()):
            return Evidence(known, Place.SQUASHED, places[found.start()], places[found.end() - 1] + 1, {})
    return None


def _begins_word(text: str, start: int) -> bool:
    """Whether no word is cut in two here, as `Error` is in `ValueError`: its capital tells that it begins another."""
    return not (start and text[start : start + 1].isalpha() and text[start - 1].isalnum())


def _locate(known: KnownSignature, reading: Reading, found: TextMatch) -> Evidence | None:
    """Say where in the report a match in the cleaned text stands; None if it only quotes another error."""
    text, report = reading.paste.text, reading.report
    start, end = found.span()
    is_quoted = _is_quoted(text, start, end)
    begins_line = _begins_line(text, start)
    index = _error_that_says(report, start, begins_line=begins_line, is_quoted=is_quoted)
    if index is not None and _is_log_below(known.signature, report.errors[index], start):
        index = None
    if index is not None:
        place = _place_in_error(report.errors[index], reading.paste, end)
    elif (
        is_quoted
        and not begins_line
        and not is_source(report, start)
        and any(root.type or not root.start <= start < root.block_end for root in report.roots)
    ):
        return None  # … and not what a person quotes from a program, in a sentence that is read as that program's
    elif is_source(report, start):
        place = Place.SOURCE
    elif _is_notice(reading, start):
        place = Place.NOTICE
    else:
        place = Place.MESSAGE if begins_line and _ends_line(text, end) else Place.TEXT
    return Evidence(known, place, start, end, _captures(found), index)


def _place_in_error(error: Error, paste: Paste, end: int) -> Place:
    """How strong the evidence is that ends here, in what an error says."""
    if error.weight is Weight.NOTICE or (not error.frames and is_mild(paste, error.start)):
        return Place.NOTICE
    if _is_in_prose(error, paste.text) or (not error.frames and _ends_in_question(paste.text, end)):
        return Place.TEXT
    return Place.ROOT if error.is_root and not error.is_wrapper else Place.LATER_ERROR


def is_irrelevant(evidence: Evidence, reading: Reading) -> bool:
    """Whether a root error says what went wrong, and this evidence is weak and stands outside of it."""
    report = reading.report
    if _is_of_the_loader(evidence, reading) or _is_progress_report(evidence, reading):
        return True
    if _is_end_of_the_process(evidence, report):
        return True
    is_logged = _is_logged_kind(evidence, report)
    if not report.has_cause or (evidence.place > Place.NOTICE and not is_logged):
        return False
    if evidence.place is Place.SQUASHED and "\n" in reading.paste.text[evidence.start : evidence.end]:
        return False  # a terminal broke the line: that is harmless
    return not any(
        root.start < evidence.end and evidence.start < (root.end if is_logged else root.block_end)
        for root in report.roots
    )


_FATAL = "tensorflow"  # a line at its level F is why it aborts


def _is_end_of_the_process(evidence: Evidence, report: Report) -> bool:
    """Whether it only says how the process ended, beside the exception that ended it: `Aborted` below a traceback."""
    if evidence.error is None or report.errors[evidence.error].weight is not Weight.SIGNAL:
        return False
    return any(root.weight is Weight.ERROR and (root.type or root.program == _FATAL) for root in report.roots)


def _is_progress_report(evidence: Evidence, reading: Reading) -> bool:
    """Whether a kind of error stands in what a program says it does, beside an error: `INFO no settings, using …`."""
    article = evidence.known.article
    is_kind = evidence.signature.general and evidence.role is Role.CAUSE and not (article and article.note_of)
    return (
        bool(reading.report.roots)
        and is_kind
        and evidence.place is Place.NOTICE
        and is_progress(reading.paste, evidence.start)
    )


def _is_logged_kind(evidence: Evidence, report: Report) -> bool:
    """Whether a log only names a kind of error, of another class than the roots: programs go on after most of those."""
    if not evidence.signature.general or evidence.role is not Role.CAUSE or evidence.place is Place.ROOT:
        return False
    if any(class_agrees(evidence.signature, root) or _goes_on_below(root) for root in report.roots):
        return False
    error = None if evidence.error is None else report.errors[evidence.error]
    return error is None or (not error.type and error.weight <= Weight.LOG)


def _error_that_says(report: Report, start: int, *, begins_line: bool, is_quoted: bool) -> int | None:
    """The index of the error whose message the place stands in: of several the innermost, which a wrapper quotes.

    The lines below an error line may go on with its message; a sentence in them that quotes another error does not.
    """
    for index, error in reversed(list(enumerate(report.errors))):
        if error.weight is Weight.SAID:
            continue
        if error.start <= start < error.end and (not is_quoted or _begins_message(start - error.start, error)):
            return index
        if error.end <= start < error.block_end and begins_line and not is_quoted:
            return index
    return None


def _is_log_below(signature: Signature, error: Error, start: int) -> bool:
    """Whether what fits below an error line is another class's message, so that the line belongs to a log."""
    return start >= error.end and not class_agrees(signature, error) and not _goes_on_below(error)


def _goes_on_below(error: Error) -> bool:
    """Whether the message announces what stands below it."""
    return error.message.rstrip().endswith(":")


def _begins_message(offset: int, error: Error) -> bool:
    """Whether what stands so many characters behind the beginning of an error begins its message."""
    return offset <= len(error.type) + _LONGEST_SEPARATOR


def _begins_line(text: str, start: int) -> bool:
    """Whether nothing stands before it on its line but punctuation, a bullet, or words that end in a colon."""
    before = text[text.rfind("\n", 0, start) + 1 : start]
    is_announced = before.rstrip().endswith(":") and not NAMES_EXAMPLE.search(before)
    return is_announced or not before.strip(_CLOSING + _BULLETS)


def _ends_line(text: str, end: int) -> bool:
    """Whether nothing follows on its line but punctuation or another sentence."""
    line_end = text.find("\n", end)
    rest = text[end : line_end if line_end >= 0 else len(text)]
    return not rest.strip(_CLOSING) or rest.startswith((". ", "; "))


def _is_quoted(text: str, start: int, end: int) -> bool:
    """Whether it stands wholly in quotes, and not as what a server's answer says: `{'message': '…'}`."""
    opening, closing = text[max(0, start - 1) : start], text[end : end + 1]
    is_between = closing in _QUOTES and opening in (closing, "`")
    return is_between and not _ANSWERS.search(text[max(0, start - _LONGEST_KEY) : start - 1])


def _is_in_prose(error: Error, text: str) -> bool:
    """Whether an error is named in the middle of a sentence: `I get TypeError: …`, and not behind a colon or a dash.

    The code of a frame may end in a word, too, where a stack stands on one line.
    """
    if not error.is_inline:
        return False
    before = text[text.rfind("\n", 0, error.start) + 1 : error.start]
    return 'File "' not in before and bool(_TELLS.search(before) or NAMES_EXAMPLE.search(before))


def _ends_in_question(text: str, end: int) -> bool:
    """Whether the sentence that goes on at `end` ends in a question mark."""
    rest = text[end : end + _LONGEST_QUESTION].partition("\n")[0]
    return any(mark in rest for mark in _QUESTION_MARKS) and bool(_QUESTION.match(rest))


def _is_notice(reading: Reading, start: int) -> bool:
    """Whether a place stands in a warning, or in what programs print whatever else fails."""
    text = reading.paste.text
    line, end = text.rfind("\n", 0, start) + 1, text.find("\n", start)
    in_notice = any(first <= start < last for first, last in reading.report.notices)
    is_told = is_notice(text[line : end if end >= 0 else len(text)]) or is_mild(reading.paste, start)
    return in_notice or is_told


def is_source(report: Report, place: int) -> bool:
    """Whether a place stands in a line that quotes source code."""
    above = bisect_right(report.source_lines, (place, maxsize))
    return above > 0 and place < report.source_lines[above - 1][1]


def _is_raised(text: str, place: int) -> bool:
    """Whether a line of source raises: what it says is a message all the same."""
    return "raise " in text[text.rfind("\n", 0, place) + 1 : place]


def _captures(found: TextMatch) -> dict[str, str]:
    return {name: value for name, value in found.groupdict().items() if value is not None}
