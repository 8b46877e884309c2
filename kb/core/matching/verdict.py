"""Verdicts: how surely an article fits, and which of several fitting articles comes first."""

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kb.core.articles.model import Article, Proof
from kb.core.articles.signatures import Role
from kb.core.matching.evidence import Case, Evidence, Place, Reading, class_agrees
from kb.core.matching.reasons import expected_frames, reasons
from kb.core.matching.spans import Span, merge_spans
from kb.core.phrases import Phrase
from kb.core.reading.report import Report

_LONGEST_LINE = 300  # characters of the line on which the evidence stands
_ROLES = tuple(Role)  # the earlier, the higher an article stands: cause, consequence, wrapper


class Verdict(enum.StrEnum):
    """How surely the paste shows a known error."""

    EXACT = "exact"
    LIKELY = "likely"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Match:
    """An article that fits, and why."""

    article: Article
    verdict: Verdict  # EXACT or LIKELY
    score: float  # 0..1
    reasons: tuple[Phrase, ...]  # in words, best first
    spans: tuple[Span, ...]  # the evidence in the paste as it was given, to be marked
    captures: Mapping[str, str]  # what the signature's placeholders stand for in this paste
    error: int | None = None  # index into Diagnosis.errors
    line: int = 0  # the line of the paste, from 1, on which the evidence begins …
    quote: str = ""  # … and what stands there, cleaned and cut


def judge(case: Case, reading: Reading) -> Match:
    """Weigh everything that speaks for one article."""
    paste = reading.paste
    best = max(
        case.evidence,
        key=lambda item: (_verdict(item, reading.report) is Verdict.EXACT, item.place, item.weight, -item.start),
    )
    is_proven = case.article.proof is not Proof.SOURCED
    verdict = _verdict(best, reading.report) if is_proven else Verdict.LIKELY
    spans = (
        Span(*paste.span_in_original(item.start, item.end))
        for item in case.evidence
        if item.place >= min(best.place, Place.TEXT)
    )
    return Match(
        article=case.article,
        verdict=verdict,
        score=_score(best, verdict, reading.report),
        reasons=tuple(reasons(best, reading)),
        spans=tuple(merge_spans(spans)),
        captures=best.captures,
        error=best.error,
        line=paste.original.count("\n", 0, paste.to_original(best.start)) + 1,
        quote=_line_around(paste.text, best.start),
    )


def rank(cases: Iterable[Case], reading: Reading) -> list[Match]:
    """The matches, best first: exact before likely, cause before consequence, specific before general, earlier."""
    judged = sorted(((judge(case, reading), case) for case in cases), key=lambda pair: _rank_key(*pair))
    return _causes_first([match for match, _ in judged])


def _verdict(item: Evidence, report: Report) -> Verdict:
    """Exact only where a specific signature fits the root error itself and nothing speaks against it."""
    signature = item.signature
    if signature.general or signature.role is not Role.CAUSE:
        return Verdict.LIKELY
    if item.place is Place.ROOT and item.error is not None:
        return Verdict.EXACT if class_agrees(signature, report.errors[item.error]) else Verdict.LIKELY
    if item.place is Place.MESSAGE and not report.roots:
        return Verdict.EXACT
    return Verdict.LIKELY


def _score(best: Evidence, verdict: Verdict, report: Report) -> float:
    """How strong the best evidence is, between 0.05 and 1; it orders nothing, and is shown by the API."""
    signature = best.signature
    score = (0.7 if verdict is Verdict.EXACT else 0.35) + 0.04 * best.place
    if signature.general:
        score -= 0.2
    if signature.role is not Role.CAUSE:
        score -= 0.1
    if best.error is not None:
        error = report.errors[best.error]
        if signature.exceptions and error.type and class_agrees(signature, error):
            score += 0.02
        score += 0.03 * len(list(expected_frames(signature, error)))
    return round(max(0.05, min(1.0, score)), 3)


def _line_around(text: str, start: int) -> str:
    """The line that holds the place `start`; of a very long one, what begins there."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", start)
    last = len(text) if last < 0 else last
    if last - first <= _LONGEST_LINE:
        return text[first:last].strip()
    left = max(first, min(start, last - _LONGEST_LINE))
    right = min(last, left + _LONGEST_LINE)
    return f"{'…' if left > first else ''}{text[left:right].strip()}{'…' if right < last else ''}"


def _rank_key(match: Match, case: Case) -> tuple[object, ...]:
    best = max(case.evidence, key=lambda item: (item.place, item.weight))
    return (
        match.verdict is not Verdict.EXACT,
        min(_ROLES.index(item.role) for item in case.evidence),
        best.signature.general,
        -best.place,
        min(item.start for item in case.evidence if item.place is best.place),
        -best.weight[0],
        match.article.slug,
    )


def _causes_first(ranked: list[Match]) -> list[Match]:
    """Move a symptom below every deeper cause that stands in the same paste, however sure we are of the symptom."""
    for match in list(ranked):
        places = [ranked.index(other) for other in ranked if other.article.slug in match.article.symptom_of]
        if places and max(places) > ranked.index(match):
            ranked.remove(match)
            ranked.insert(max(places), match)
    return ranked
