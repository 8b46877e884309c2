"""From paste to answer: which known error does the pasted text show, and why do we think so.

paste ─ clean ─ parse ───────┐
catalogue ─ candidates ──────┴─ evidence ─ verdicts, ranked ─ hints, near misses
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice

from kb.core.matching.advice import blank_advice
from kb.core.matching.catalogue import Catalogue, KnownSignature, most_specific
from kb.core.matching.evidence import Case, Reading, find_evidence
from kb.core.matching.hints import Hint, find_hints
from kb.core.matching.near_misses import NearMiss, find_near_misses
from kb.core.matching.verdict import Match, Verdict, rank
from kb.core.reading import versions
from kb.core.reading.cleaning import normalise, shorten, squash
from kb.core.reading.long_logs import UNEVENTFUL
from kb.core.reading.paste import Paste
from kb.core.reading.report import Error
from kb.core.reading.tracebacks import parse

_MOST_PLACES = 500  # looked at in all


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The answer to one paste; page, API and command draw it."""

    verdict: Verdict
    matches: tuple[Match, ...] = ()
    errors: tuple[Error, ...] = ()
    hints: tuple[Hint, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)  # "python": "3.10", "torch": "2.7.1+cu126", ...
    misses: tuple[NearMiss, ...] = ()


def diagnose(text: str, catalogue: Catalogue) -> Diagnosis:
    """Say which known error the pasted text shows, and why. Never raises, whatever the text."""
    paste, candidates = _clean(text, catalogue)
    environment = versions.read(paste.text)
    paste = blank_advice(paste, (known.signature for known in candidates if known.is_advice))
    report = parse(paste)
    fitting = [known for known in candidates if not known.is_advice]
    tried = most_specific(fitting, len(paste.text))
    reading = Reading(paste, report)
    cases, unfitting = _compare(tried, reading)
    matches = rank(cases.values(), reading)
    hints = find_hints(paste, report, matches, environment, untried=len(fitting) - len(tried))
    return Diagnosis(
        verdict=matches[0].verdict if matches else Verdict.NONE,
        matches=tuple(matches),
        errors=report.errors,
        hints=tuple(hints),
        environment=environment,
        misses=tuple(find_near_misses(unfitting, cases, paste.text)),
    )


def _clean(text: str, catalogue: Catalogue) -> tuple[Paste, list[KnownSignature]]:
    """The cleaned paste, and the signatures that may fit it.

    One may fit where nothing looks like an error: such stretches of a long text are kept.
    """
    paste = shorten(text)
    if UNEVENTFUL in paste.applied:
        present = set(map(id, catalogue.candidates(squash(paste.text))))
        missed = [known.required for known in catalogue.candidates(squash(text)) if id(known) not in present]
        if missed:
            paste = shorten(text, keep=missed)
    paste = normalise(paste)
    return paste, list(catalogue.candidates(squash(paste.text)))


def _compare(signatures: Iterable[KnownSignature], reading: Reading) -> tuple[dict[str, Case], list[KnownSignature]]:
    """The articles that anything speaks for, by slug, and the signatures that fit nowhere."""
    cases: dict[str, Case] = {}
    unfitting: list[KnownSignature] = []
    places_left = _MOST_PLACES
    for known in signatures:
        if (article := known.article) is None:  # standing advice
            continue
        found = list(islice(find_evidence(known, reading), places_left))
        places_left -= len(found)
        if found:
            cases.setdefault(article.slug, Case(article, [])).evidence.extend(found)
        else:
            unfitting.append(known)
    return cases, unfitting
