"""From paste to answer: which known error does the pasted text show, and why do we think so.

    paste ─ clean ─ parse ─┐
    signatures ─ gate ─────┴─ evidence ─ verdicts ─ ranking

A gate of plain strings, compiled into one RE2 set, is scanned once over the squashed text; only the few signatures
whose gate is there are tried on the text itself. Thus thousands of signatures cost about as much as one.
"""

import enum
import re._parser as regex_parser  # reads our own patterns to find the text that they require
import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import islice
from typing import NamedTuple

import re2

from kb.core.articles.model import Article
from kb.core.articles.signatures import Role, Signature, class_name, glob_to_regex, template_parts
from kb.core.linear_re import Match as Found
from kb.core.linear_re import compiled
from kb.core.matching.advice import ADVICE
from kb.core.phrases import Phrase, sentence
from kb.core.reading import versions as environment
from kb.core.reading.cleaning import clean, squash, squashed_places
from kb.core.reading.long_logs import OVERLONG, UNEVENTFUL
from kb.core.reading.paste import Edit, Paste
from kb.core.reading.report import Error, Report
from kb.core.reading.tracebacks import parse

_SHORTEST_GATE = 4  # characters; a shorter one would let nearly every paste pass
_MOST_HITS = 20  # places looked at per signature
_MOST_PLACES = 500  # … and in all
# Signatures tried on one paste: so many, and one more for each so many characters. Real reports need 15 at most.
_MOST_SIGNATURES = 100
_CHARACTERS_PER_SIGNATURE = 5_000
_LONGEST_RUN = 200  # characters that a placeholder may stand for in the squashed text …
_LONGEST_GENERAL_RUN = 60  # … of a signature that fixes little text
_QUOTES = ("'", '"', "`")
_LONGEST_QUOTE = 160  # characters of the paste shown as the reason
_LONGEST_LINE = 300  # characters of the line on which the evidence stands
_CLOSING = "'\"`*)]}.,;:!? \t。，」”"


class Verdict(enum.StrEnum):
    EXACT = "exact"
    LIKELY = "likely"
    NONE = "none"


class Place(enum.IntEnum):
    """Where in the report a signature fits: the greater, the stronger the evidence."""

    SQUASHED = 0  # only after white space, quotes and case are set aside
    SOURCE = 1  # in source code that the report quotes
    TEXT = 2  # in a title, a sentence or a log line
    LATER_ERROR = 3  # in an error that another one brought about, or in a wrapper
    MESSAGE = 4  # a message on a line of its own, with no exception class
    ROOT = 5  # in the root error


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the paste as it was given: character offsets, end excluded."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Match:
    """An article that fits, and why."""

    article: Article
    verdict: Verdict  # EXACT or LIKELY
    score: float  # 0..1
    reasons: tuple[Phrase, ...]  # in words, best first
    spans: tuple[Span, ...]  # the evidence in the paste, to be marked
    captures: Mapping[str, str]  # what the signature's placeholders stand for in this paste
    error: int | None = None  # index into Diagnosis.errors
    line: int = 0  # the line of the paste, from 1, on which the evidence begins …
    quote: str = ""  # … and what stands there, cleaned and cut


@dataclass(frozen=True, slots=True)
class Hint:
    code: str  # cut, wrapper-only, no-error, fixed-version, unread
    text: Phrase


@dataclass(frozen=True, slots=True)
class NearMiss:
    """An article whose message nearly fits, and what was missing."""

    article: Article
    missing: Phrase


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The answer to one paste; page, API and command draw it."""

    verdict: Verdict
    matches: tuple[Match, ...] = ()
    errors: tuple[Error, ...] = ()
    hints: tuple[Hint, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)  # "python": "3.10", "torch": "2.7.1+cu126", ...
    misses: tuple[NearMiss, ...] = ()


HINTS = {
    "cut": Phrase(
        "Your paste stops before its error line. Paste the line after the last `File …` frame, too: it names the "
        "exception and says what went wrong."
    ),
    "wrapper-only": Phrase(
        "What you pasted only says that another process failed. Scroll up to the first traceback of that process, or "
        "look into its own log, and paste that."
    ),
    "no-error": Phrase(
        "We found no error line in it. Paste everything from `Traceback (most recent call last)` to the end."
    ),
}

_UNREAD_MIDDLE = Phrase(
    "Your paste is very long: we read its beginning and its end, and left out the middle. If your error stands there, "
    "paste that part alone."
)
_UNREAD_LINES = sentence(
    "Your paste holds very many errors: we stopped reading closely at line {line}. If your error stands below it, "
    "paste that part alone."
)
_UNREAD_SIGNATURES = sentence(
    "Your paste holds words of very many known errors: {number} of our patterns were not compared with it. Paste only "
    "the part around your error."
)


@dataclass(frozen=True, slots=True)
class _Known:
    """A signature, the article it belongs to (none for standing advice), and what is derived from it once."""

    article: Article | None
    signature: Signature
    required: str  # text that every match holds
    squashed: str  # its expression for the squashed text; "" where there is none
    squashed_literals: tuple[str, ...]  # texts that a match of that one holds


@dataclass(frozen=True, slots=True)
class _Evidence:
    """One place where a signature fits."""

    known: _Known
    place: Place
    start: int  # in the cleaned text
    end: int
    captures: Mapping[str, str]
    error: int | None = None

    @property
    def role(self) -> Role:
        return self.known.signature.role


class Catalogue:
    """All articles with their signatures compiled into one set. Immutable; build once, share between threads."""

    def __init__(self, articles: Iterable[Article]) -> None:
        self.articles = tuple(articles)
        self._gates: list[list[_Known]] = []  # by index in the set
        self._ungated: list[_Known] = []
        numbers: dict[str, int] = {}
        options = re2.Options()
        options.max_mem = 512 << 20  # the set refuses to compile when it is short of memory; it seldom uses much
        options.log_errors = False
        self._set = re2.Set.SearchSet(options)
        owned = [(article, signature) for article in self.articles for signature in article.signatures]
        for article, signature in [*((None, signature) for signature in ADVICE), *owned]:
            literals = tuple(filter(None, map(squash, signature.literals)))
            known = _Known(
                article,
                signature,
                _required_text(signature),
                _squashed_regex(signature),
                (literals[0][1:], *literals[1:]) if literals else (),  # the first letter is often lost in copying
            )
            gate = squash(known.required)[1:]  # the first letter of a line is often lost in copying
            if len(gate) < _SHORTEST_GATE:
                self._ungated.append(known)
                continue
            if gate not in numbers:
                numbers[gate] = self._set.Add(re2.escape(gate))
                self._gates.append([])
            self._gates[numbers[gate]].append(known)
        self._set.Compile()

    def candidates(self, squashed: str) -> Iterator[_Known]:
        """The signatures whose required text occurs in a squashed paste."""
        yield from self._ungated
        if self._gates:
            for number in sorted(self._set.Match(squashed) or ()):
                yield from self._gates[number]


def diagnose(text: str, catalogue: Catalogue) -> Diagnosis:
    """Say which known error the pasted text shows, and why. Never raises, whatever the text."""
    paste = clean(text)
    candidates = list(catalogue.candidates(squash(paste.text)))
    if UNEVENTFUL in paste.applied:  # a signature may fit where nothing looked like an error
        present = set(map(id, candidates))
        missed = [known.required for known in catalogue.candidates(squash(text)) if id(known) not in present]
        if missed:
            paste = clean(text, keep=missed)
            candidates = list(catalogue.candidates(squash(paste.text)))
    clues = environment.read(paste.text)
    paste = _without_advice(paste, candidates)
    reading = _read(paste)
    report = reading.report
    fitting = [known for known in candidates if known.signature.role is not Role.ADVICE]
    tried = _most_specific(fitting, len(paste.text))
    evidence: dict[str, list[_Evidence]] = {}
    articles: dict[str, Article] = {}
    unfitting: list[_Known] = []
    places_left = _MOST_PLACES
    for known in tried:
        if (article := known.article) is None:
            continue
        found = list(islice(_find(known, reading), places_left))
        places_left -= len(found)
        articles[article.slug] = article
        evidence.setdefault(article.slug, []).extend(found)
        if not found:
            unfitting.append(known)
    found_in = {slug: found for slug, found in evidence.items() if found}
    matches = [_judge(articles[slug], found, paste, report) for slug, found in found_in.items()]
    ranked = _rank(matches, found_in)
    return Diagnosis(
        verdict=ranked[0].verdict if ranked else Verdict.NONE,
        matches=tuple(ranked),
        errors=report.errors,
        hints=(*_hints(report, ranked, clues), *_unread(paste, report, untried=len(fitting) - len(tried))),
        environment=clues,
        misses=tuple(_near_misses(unfitting, found_in, paste)),
    )


def _without_advice(paste: Paste, candidates: Iterable[_Known]) -> Paste:
    """Blank standing advice, character for character, so that every offset stays."""
    blanks = apart(
        Span(*found.span())
        for known in candidates
        if known.signature.role is Role.ADVICE
        for found in compiled(known.signature.regex).finditer(paste.text)
    )
    return paste.edited((Edit(blank.start, blank.end, " " * (blank.end - blank.start)) for blank in blanks), "advice")


def _most_specific(candidates: list[_Known], length: int) -> list[_Known]:
    """As many of the signatures as a paste of this length is compared with; of too many, those that say most."""
    most = _MOST_SIGNATURES + length // _CHARACTERS_PER_SIGNATURE
    if len(candidates) <= most:
        return candidates
    return sorted(candidates, key=lambda known: (known.signature.general, -len(known.required)))[:most]


# ── gate ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _required_text(signature: Signature) -> str:
    """The longest piece of text that every match of the signature holds; "" if none is certain."""
    if signature.message:
        return max(signature.literals, key=lambda text: len(squash(text)), default="")
    try:
        tokens = regex_parser.parse(signature.pattern)
    except Exception:  # RE2 knows things that Python's parser does not: then this signature is tried on every paste
        return ""
    pieces, current = [], ""
    if tokens.state.flags & regex_parser.SRE_FLAG_IGNORECASE:
        pass  # squashing lowers the case of both sides
    for operation, argument in tokens:
        if operation is regex_parser.LITERAL:
            current += chr(argument)
        else:
            pieces.append(current)
            current = ""
    return max([*pieces, current], key=lambda text: len(squash(text)))


def _squashed_regex(signature: Signature) -> str:
    """The signature as it reads in the squashed text; "" where there is none (a pattern is tried on the text only).

    Its first letter may be missing: it is easily lost where a line is marked with the mouse.
    """
    if not signature.message:
        return ""
    pieces: list[str] = []
    for text, name in template_parts(signature.message):
        if not name:
            literal = squash(text)
            if literal and not pieces:
                pieces.append(f"{re2.escape(literal[0])}?")
                literal = literal[1:]
            pieces.append(re2.escape(literal))
        elif name in signature.where:
            globs = "|".join(
                glob_to_regex(squash(glob.replace("*", "\0"))).replace(r"\x00", ".*?") for glob in signature.where[name]
            )
            pieces.append(f"(?P<{name}>{globs})")
        else:
            pieces.append(f"(?P<{name}>.+?)")
    return "".join(pieces)


# ── evidence ────────────────────────────────────────────────────────────────────────────────────────────────────


class _Joined(NamedTuple):
    """An error whose message goes on below its line, on one line again: a terminal may have wrapped it."""

    error: int  # its index in the report
    text: str


@dataclass(frozen=True)
class _Reading:
    """A cleaned paste, and what every signature needs of it."""

    paste: Paste
    report: Report
    joined: tuple[_Joined, ...]
    squashed: str

    @cached_property
    def kept(self) -> list[int]:
        """Where each character of the squashed text stands. Made once: every signature may need it."""
        return squashed_places(self.paste.text)


def _read(paste: Paste) -> _Reading:
    report = parse(paste)
    joined = []
    for index, error in enumerate(report.errors):
        if error.block_end > error.end:
            lines = [line.strip() for line in paste.text[error.start : error.block_end].splitlines()]
            joined += [_Joined(index, glue.join(lines)) for glue in (" ", "")]
    return _Reading(paste, report, tuple(joined), squash(paste.text))


def _find(known: _Known, reading: _Reading) -> Iterator[_Evidence]:
    """Every place where the signature fits: in the text, in an error message joined again, in the squashed text."""
    paste, report = reading.paste, reading.report
    expression, literals = compiled(known.signature.regex), known.signature.literals
    found_any = False
    hits = expression.finditer(paste.text) if _has_all(paste.text, literals) else ()
    for count, found in enumerate(hits):
        if count == _MOST_HITS:
            break
        found_any = True
        if evidence := _place(known, paste, report, found.start(), found.end(), _captures(found)):
            yield evidence
    if found_any:
        return
    for index, joined in reading.joined:
        fitting = expression.search(joined) if _has_all(joined, literals) else None
        error = report.errors[index]
        if fitting and (fitting.start() <= len(error.type) + 4 or not _is_quoted(joined, *fitting.span())):
            place = Place.ROOT if error.is_root else Place.LATER_ERROR
            yield _Evidence(known, place, error.start, error.block_end, _captures(fitting), index)
            return
    if known.squashed and _has_all(reading.squashed, known.squashed_literals):
        squashed = compiled(known.squashed).search(reading.squashed)
        longest = _LONGEST_GENERAL_RUN if known.signature.general else _LONGEST_RUN
        if squashed and all(len(value) <= longest for value in _captures(squashed).values()):
            first, last = squashed.span()
            start, end = reading.kept[first], reading.kept[last - 1] + 1
            yield _Evidence(known, Place.SQUASHED, start, end, {})


def _has_all(text: str, literals: Iterable[str]) -> bool:
    """Whether an expression that holds these literals can match: looking for them costs a fraction of trying it."""
    return all(literal in text for literal in literals)


@cache
def _with_any_value(message: str) -> str:
    """The template's expression, whatever its placeholders are narrowed to."""
    return Signature(message=message).regex


@cache
def _one_of(globs: tuple[str, ...]) -> str:
    return "|".join(map(glob_to_regex, globs))


def _near_misses(unfitting: Iterable[_Known], found_in: Iterable[str], paste: Paste) -> Iterator[NearMiss]:
    """Where the words of a template fit and only the value of a placeholder is another: one for each other article."""
    told = set(found_in)
    tried: dict[str, Found | None] = {}  # by template: articles share it, and differ in the value
    for known in unfitting:
        article, signature = known.article, known.signature
        if article is None or article.slug in told or not signature.where:
            continue
        message = signature.message
        if message not in tried:
            expression = compiled(_with_any_value(message))
            tried[message] = expression.search(paste.text) if _has_all(paste.text, signature.literals) else None
        found = tried[message]
        if found and (missing := _missing(signature, found)):
            told.add(article.slug)
            yield NearMiss(article, missing)


def _missing(signature: Signature, found: Found) -> Phrase | None:
    """The first value that is another than the signature wants."""
    for name, globs in signature.where.items():
        value = found[name]
        if not compiled(_one_of(globs)).fullmatch(value):
            return Phrase(
                "“{wording}” fits, but {name} is “{value}”, not {wanted}.",
                wording=signature.text,
                name=f"{{{name}}}",
                value=value[:80],
                wanted=tuple(globs),
            )
    return None


def _captures(found: Found) -> dict[str, str]:
    return {name: value for name, value in found.groupdict().items() if value is not None}


def _is_quoted(text: str, start: int, end: int) -> bool:
    return text[max(0, start - 1) : start] in _QUOTES and text[end : end + 1] in _QUOTES


def _place(
    known: _Known, paste: Paste, report: Report, start: int, end: int, captures: Mapping[str, str]
) -> _Evidence | None:
    """Say where in the report the stretch [start, end) of the cleaned text stands; None where it is a quotation."""
    text = paste.text
    before = text[text.rfind("\n", 0, start) + 1 : start]
    begins_line = not before.strip(_CLOSING + "#-") or before.rstrip().endswith(":")
    is_quoted = _is_quoted(text, start, end)
    for index, error in reversed(list(enumerate(report.errors))):  # the innermost, where a wrapper quotes another
        # the lines below an error line may go on with its message; a sentence that quotes another error does not
        begins_message = start <= error.start + len(error.type) + 4
        if error.start <= start < error.end and (begins_message or not is_quoted):
            is_said = True
        else:
            is_said = error.end <= start < error.block_end and begins_line and not is_quoted
        if is_said:
            place = Place.ROOT if error.is_root and not error.is_wrapper else Place.LATER_ERROR
            return _Evidence(known, place, start, end, captures, index)
    if is_quoted and report.roots and not begins_line:
        return None  # another error is quoted beside this one
    if _is_source(report, start):
        return _Evidence(known, Place.SOURCE, start, end, captures)
    line_end = text.find("\n", end)
    rest = text[end : line_end if line_end >= 0 else len(text)]
    is_whole = not rest.strip(_CLOSING) or rest.startswith((". ", "; ", "\n"))
    return _Evidence(known, Place.MESSAGE if begins_line and is_whole else Place.TEXT, start, end, captures)


def _is_source(report: Report, place: int) -> bool:
    """Whether a place stands in a line that quotes source code."""
    above = bisect_right(report.source_lines, (place, sys.maxsize))
    return above > 0 and place < report.source_lines[above - 1][1]


# ── verdict ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _judge(article: Article, found: list[_Evidence], paste: Paste, report: Report) -> Match:
    """Weigh everything that speaks for one article."""
    judged = [(_verdict(item, report), item) for item in found]
    verdict, best = max(
        judged, key=lambda pair: (pair[0] is Verdict.EXACT, pair[1].place, _weight(pair[1]), -pair[1].start)
    )
    reasons, bonus = _reasons(best, paste.text[best.start : best.end], report)
    spans = (
        Span(*paste.span_in_original(item.start, item.end))
        for item in found
        if item.place >= min(best.place, Place.TEXT)
    )
    base = {Verdict.EXACT: 0.7, Verdict.LIKELY: 0.35}[verdict] + 0.04 * best.place
    if best.known.signature.general:
        base -= 0.2
    if best.role is not Role.CAUSE:
        base -= 0.1
    return Match(
        article=article,
        verdict=verdict,
        score=round(max(0.05, min(1.0, base + bonus)), 3),
        reasons=reasons,
        spans=tuple(apart(spans)),
        captures=best.captures,
        error=best.error,
        line=paste.original.count("\n", 0, paste.to_original(best.start)) + 1,
        quote=_line_around(paste.text, best.start, best.end),
    )


def _line_around(text: str, start: int, end: int) -> str:
    """The line in which the stretch [start, end) begins; of a very long one, what is around the stretch."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", start)
    last = len(text) if last < 0 else last
    if last - first <= _LONGEST_LINE:
        return text[first:last].strip()
    left = max(first, min(start, last - _LONGEST_LINE))
    right = min(last, left + _LONGEST_LINE)
    return f"{'…' if left > first else ''}{text[left:right].strip()}{'…' if right < last else ''}"


def _verdict(item: _Evidence, report: Report) -> Verdict:
    """Exact only where a specific signature fits the root error itself and nothing speaks against it."""
    signature = item.known.signature
    if signature.general or signature.role is not Role.CAUSE:
        return Verdict.LIKELY
    if item.place is Place.ROOT and item.error is not None:
        return Verdict.EXACT if _class_agrees(signature, report.errors[item.error]) else Verdict.LIKELY
    if item.place is Place.MESSAGE and not report.roots:
        return Verdict.EXACT
    return Verdict.LIKELY


def _class_agrees(signature: Signature, error: Error) -> bool:
    """Whether the printed class is the wanted one; a letter lost or added in front (`npicklingError`) is forgiven."""
    printed = class_name(error.type).lower()
    wanted = {class_name(name).lower() for name in signature.exceptions}
    return not wanted or not printed or any(printed.endswith(name) for name in wanted)


_WHERE = {
    Place.ROOT: sentence("The root error's message fits {shown}."),
    Place.MESSAGE: sentence("A line of its own fits {shown}; no exception class is printed with it."),
    Place.LATER_ERROR: sentence("An error that another one brought about fits {shown}."),
    Place.TEXT: sentence("A sentence or log line holds {shown}; the error itself is not in the paste."),
    Place.SOURCE: sentence("Only source code quoted in the paste holds {shown}."),
    Place.SQUASHED: sentence("{shown} fits once line breaks, quotes and case are set aside: the text was damaged."),
}


def _reasons(best: _Evidence, matched: str, report: Report) -> tuple[tuple[Phrase, ...], float]:
    """The evidence in words, and what the frames add to the score."""
    signature = best.known.signature
    shown = f"“{signature.message or ' '.join(matched.split())[:_LONGEST_QUOTE]}”"
    where = _WHERE[best.place]
    if best.error is not None and report.errors[best.error].is_wrapper:
        where = sentence("A launcher's or framework's own message fits {shown}.")
    reasons = [Phrase(where, shown=shown)]
    bonus = 0.0
    if best.error is not None:
        error = report.errors[best.error]
        if signature.exceptions and error.type:
            if _class_agrees(signature, error):
                reasons.append(Phrase("The exception class is {printed}.", printed=class_name(error.type)))
                bonus += 0.02
            else:
                reasons.append(
                    Phrase(
                        "But the exception class is {printed}, not {wanted}.",
                        printed=class_name(error.type),
                        wanted=tuple(signature.exceptions),
                    )
                )
        for glob in signature.frames:
            expression = compiled(glob_to_regex(glob))
            frame = next((frame for frame in error.frames if expression.fullmatch(frame.file.replace("\\", "/"))), None)
            if frame:
                reasons.append(Phrase("The stack passes through {file}.", file=frame.file))
                bonus += 0.03
    if signature.general:
        reasons.append(Phrase("Several causes share this wording: read in the article which line decides."))
    if signature.role is Role.WRAPPER:
        reasons.append(Phrase("It only reports that something below it failed."))
    return tuple(reasons), bonus


def _weight(item: _Evidence) -> tuple[int, bool]:
    """How much text the signature fixes: the more, the more specific. A template explains itself better."""
    signature = item.known.signature
    fixed = sum(len(text) for text, name in template_parts(signature.message) if not name)
    return fixed or len(item.known.required), bool(signature.message)


def apart(spans: Iterable[Span]) -> list[Span]:
    """The spans in order, overlapping and touching ones joined, empty ones dropped."""
    joined: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start, span.end)):
        if span.end <= span.start:
            continue
        if joined and span.start <= joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return joined


# ── ranking ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _rank(matches: list[Match], evidence: Mapping[str, list[_Evidence]]) -> list[Match]:
    """Exact before likely, cause before consequence and wrapper, specific before general, stronger place, earlier."""
    roles = {Role.CAUSE: 0, Role.CONSEQUENCE: 1, Role.WRAPPER: 2, Role.ADVICE: 3}

    def key(match: Match) -> tuple[object, ...]:
        found = evidence[match.article.slug]
        best = max(found, key=lambda item: (item.place, _weight(item)))
        return (
            match.verdict is not Verdict.EXACT,
            min(roles[item.role] for item in found),
            best.known.signature.general,
            -best.place,
            min(item.start for item in found if item.place is best.place),
            -_weight(best)[0],
            match.article.slug,
        )

    ranked = sorted(matches, key=key)
    return _causes_first(ranked)


def _causes_first(ranked: list[Match]) -> list[Match]:
    """Move a symptom below every deeper cause that stands in the same paste, however sure we are of the symptom."""
    for match in list(ranked):
        places = [ranked.index(other) for other in ranked if other.article.slug in match.article.symptom_of]
        if places and max(places) > ranked.index(match):
            ranked.remove(match)
            ranked.insert(max(places), match)
    return ranked


# ── hints ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _hints(report: Report, ranked: list[Match], clues: Mapping[str, str]) -> Iterator[Hint]:
    real = [error for error in report.errors if not error.is_wrapper and not error.type.endswith("Warning")]
    is_only_wrapper = all(match.article.is_wrapper for match in ranked)
    if report.is_cut and not real and not ranked:
        yield Hint("cut", HINTS["cut"])
    elif not real and is_only_wrapper and (report.errors or ranked):
        yield Hint("wrapper-only", HINTS["wrapper-only"])
    elif not report.errors and not ranked:
        yield Hint("no-error", HINTS["no-error"])
    if ranked:
        yield from _fixed_versions(ranked[0].article, clues)


def _unread(paste: Paste, report: Report, *, untried: int) -> Iterator[Hint]:
    """Say what a paste was too long, or too full of errors, to be read for."""
    if OVERLONG in paste.applied:
        yield Hint("unread", _UNREAD_MIDDLE)
    if report.unread_from:
        yield Hint("unread", Phrase(_UNREAD_LINES, line=str(report.unread_from)))
    if untried:
        yield Hint("unread", Phrase(_UNREAD_SIGNATURES, number=str(untried)))


def _fixed_versions(article: Article, clues: Mapping[str, str]) -> Iterator[Hint]:
    """Say so where a version read from the paste is one that does not have this error."""
    for affected in article.affects:
        version = clues.get(affected.package.lower())
        if version and str(affected.versions) and not affected.versions.contains(version, prereleases=True):
            yield Hint(
                "fixed-version",
                Phrase(
                    "Your paste shows {package} {version}; this error is known from {package} {versions}. You may have "
                    "the fix already: read “When it is something else”.",
                    package=affected.package,
                    version=version,
                    versions=str(affected.versions),
                ),
            )
