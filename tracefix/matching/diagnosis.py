"""Diagnose a paste: which known errors it shows, how surely, and why.

paste ─ clean ─ parse ───────┐
catalogue ─ candidates ──────┴─ evidence, or what is nearly evidence ─ verdicts, ranked ─ hints, near misses
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from tracefix.cutting import one_line
from tracefix.linear_re import Expression, compile_expression
from tracefix.matching.advice import blank_advice
from tracefix.matching.catalogue import Catalogue, KnownSignature, most_specific
from tracefix.matching.evidence import Candidate, Reading, find_evidence
from tracefix.matching.hints import Hint, find_hints
from tracefix.matching.near_misses import NearMiss, find_near_misses
from tracefix.matching.paraphrases import find_paraphrased
from tracefix.matching.verdict import Match, Verdict, rank
from tracefix.projects.model import Card
from tracefix.projects.shown import Projects
from tracefix.reading import printed_versions
from tracefix.reading.cleaning import normalise, shorten
from tracefix.reading.long_logs import UNEVENTFUL
from tracefix.reading.paste import Paste
from tracefix.reading.raising_statements import is_raising
from tracefix.reading.report import Error, Report
from tracefix.reading.tracebacks import parse

_LONGEST_HEADLINE = 200  # characters
_WORDS = Expression(r"\pL{3,}")
_BEGINNING = Expression(r"^[A-Za-z][\pL .:_/-]{0,39}$")
_MOST_PLACES = 500  # looked at in all


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The answer to one paste; page, API and command draw it."""

    verdict: Verdict
    matches: tuple[Match, ...] = ()
    errors: tuple[Error, ...] = ()
    headline: str = ""  # the first root error as pasted, cleaned and cut; "" if there is no error line
    hints: tuple[Hint, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)  # "python": "3.10", "torch": "2.7.1+cu126", ...
    misses: tuple[NearMiss, ...] = ()  # none if the verdict is exact
    paste: Paste = field(default=Paste("", ""), repr=False, compare=False)  # as it was read
    projects: tuple[Card, ...] = ()  # those that the paste shows, by id
    cards: Projects = field(default=Projects(), repr=False, compare=False)  # all that there are


def diagnose(text: str, catalogue: Catalogue) -> Diagnosis:
    """Say which known error the pasted text shows, and why. Never raises, whatever the text."""
    paste, gated = _clean(text, catalogue)
    environment = printed_versions.read(paste.text)
    paste = blank_advice(paste, (known.signature for known in gated if known.is_advice))
    report = parse(paste)
    fitting = [known for known in gated if not known.is_advice]
    tried = most_specific(fitting, len(paste.text))
    shown = catalogue.projects.shown_in(paste.text)
    reading = Reading(paste, report, environment, tuple(card.id for card in shown))
    candidates, unfitting = _compare(tried, reading)
    candidates = candidates or find_paraphrased(catalogue, reading)
    matches = rank(candidates.values(), reading)
    verdict = matches[0].verdict if matches else Verdict.NONE
    is_exact = verdict is Verdict.EXACT  # who has the article needs no other that nearly fits
    hints = find_hints(paste, report, matches, environment, untried=len(fitting) - len(tried))
    return Diagnosis(
        verdict=verdict,
        matches=tuple(matches),
        errors=report.errors,
        headline=_headline(paste, report, matches),
        hints=tuple(hints),
        environment=environment,
        misses=() if is_exact else tuple(find_near_misses(unfitting, candidates, paste.text)),
        paste=paste,
        projects=shown,
        cards=catalogue.projects,
    )


def _headline(paste: Paste, report: Report, matches: Sequence[Match]) -> str:
    """The line by which the reader knows the error: the root that the best match is about, or else the first root."""
    if not report.errors:
        return _headline_of(matches[0].quote) if matches else ""
    error = (report.roots or report.errors)[0]
    if matches and matches[0].error is not None and report.errors[matches[0].error].is_root:
        error = report.errors[matches[0].error]
    if error.type and is_raising(paste.text[error.start : error.end]):
        return _headline_of(f"{error.type}: {error.message}" if error.message else error.type)
    line = _headline_of(paste.text[_start_of_headline(error, paste.text) : error.end])
    if line.rstrip(":") == error.type:  # its message begins on the next line
        line = _headline_of(paste.text[error.start : error.block_end])
    return line.removesuffix(")") if error.is_inline and line.count("(") < line.count(")") else line


def _start_of_headline(error: Error, text: str) -> int:
    """Where the headline begins: a number alone, or the end of a sentence, says little without what is before it."""
    if error.type:
        return error.start
    first = max(text.rfind("\n", 0, error.start) + 1, error.start - _LONGEST_HEADLINE)
    is_part = text[error.start : error.start + 1].islower() and _BEGINNING.match(text[first : error.start])
    is_empty = not _WORDS.search(text[error.start : error.end])
    return first if is_part or is_empty else error.start


def _headline_of(text: str) -> str:
    """The text on one line, without what is not printable, and not longer than a headline may be."""
    line = one_line(text, _LONGEST_HEADLINE)
    return line if line.isprintable() else "".join(char if char.isprintable() else "\ufffd" for char in line)


def _clean(text: str, catalogue: Catalogue) -> tuple[Paste, list[KnownSignature]]:
    """The cleaned paste, and the signatures that may fit it.

    One may fit where nothing looks like an error: such stretches of a long text are kept.
    """
    paste = shorten(text)
    if UNEVENTFUL in paste.applied:
        present = set(map(id, catalogue.candidates(paste.text)))
        found = catalogue.candidates(paste.original)
        missed = list(filter(None, (_find_missed(known, text) for known in found if id(known) not in present)))
        if missed:
            paste = shorten(text, keep=missed)
    paste = normalise(paste)
    return paste, list(catalogue.candidates(paste.text))


def _find_missed(known: KnownSignature, text: str) -> str:
    """The text to keep of a signature that may fit where nothing looks like an error; "" if it does not."""
    if known.is_required_told:
        return known.required
    fitting = compile_expression(known.signature.regex).search(text)
    return str(fitting[0]) if fitting else ""


def _compare(
    signatures: Iterable[KnownSignature], reading: Reading
) -> tuple[dict[str, Candidate], list[KnownSignature]]:
    """The articles that anything speaks for, by slug, and the signatures that fit nowhere."""
    candidates: dict[str, Candidate] = {}
    unfitting: list[KnownSignature] = []
    places_left = _MOST_PLACES
    for known in signatures:
        if (article := known.article) is None:  # standing advice
            continue
        found = list(islice(find_evidence(known, reading), places_left))
        places_left -= len(found)
        if found:
            candidates.setdefault(article.slug, Candidate(article, [])).evidence.extend(found)
        else:
            unfitting.append(known)
    return candidates, unfitting
