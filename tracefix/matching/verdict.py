"""Verdicts: how surely an article fits, and which of several fitting articles comes first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tracefix.articles.cases import Case, choose_case
from tracefix.articles.conditions import Facts
from tracefix.articles.filling import without_examples
from tracefix.articles.model import Article, Proof
from tracefix.articles.signatures import Role
from tracefix.articles.steps import Filled, Order, Remedy, Row, all_hold, choose_rows, order_rows, plain_step, text_of
from tracefix.compat import StrEnum
from tracefix.matching.evidence import Candidate, Evidence, Place, Reading, class_agrees
from tracefix.matching.reasons import expected_frames, frames_agree, reasons
from tracefix.matching.spans import Span, merge_spans
from tracefix.matching.values import read_facts
from tracefix.phrases import Phrase
from tracefix.reading.lines import LineCounter
from tracefix.reading.origins import OWN, package_of
from tracefix.reading.report import Error, Frame, Report

_LONGEST_LINE = 300  # characters of the line on which the evidence stands
_ROLES = tuple(Role)  # the earlier, the higher an article stands: cause, consequence, wrapper


class Verdict(StrEnum):
    """How surely the paste shows a known error."""

    EXACT = "exact"
    LIKELY = "likely"
    NONE = "none"


class ArticleKind(StrEnum):
    """The kind of an article: one known error, a kind of error with several causes, or a project's note."""

    KNOWN = "known"
    GENERAL = "general"
    NOTE = "note"


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
    kind: ArticleKind = ArticleKind.KNOWN
    is_weak: bool = False  # a wrapper, a fragment, or something speaks against it
    is_near: bool = False  # it fits only with a letter wrong, or with line breaks, quotes and case set aside
    values: Mapping[str, str] = field(default_factory=dict)  # the captures, what else was read, and what follows
    facts: Facts = field(default_factory=Facts)  # what the conditions of the article's cases were compared with
    case: int | None = None  # index into the article's cases; None: its plain fix
    order: Order = field(default_factory=Order)  # of the rows of the fix, for this paste

    @property
    def _holder(self) -> Article | Case:
        """What holds the fix for this paste."""
        return self.article if self.case is None else self.article.cases[self.case]

    @property
    def card(self) -> tuple[str, ...]:
        """The lists of a project's card that answer this paste."""
        of_case = None if self.case is None else self.article.cases[self.case].card
        return self.article.card if of_case is None else of_case

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of the fix for this paste; none where the fix is one text."""
        return choose_rows(self._holder.steps, self.order)

    @property
    def fix(self) -> str:
        """The article's fix for this paste, in Markdown. `values` fill its placeholders."""
        return text_of(self.rows) if self._holder.steps else self._holder.fix

    @property
    def has_own_finding(self) -> bool:
        """Whether the finding is of this paste's case, not of the whole article."""
        return self.case is not None and bool(self._holder.finding)

    def remedy(self, values: Mapping[str, str]) -> Remedy:
        """The finding and the steps for this paste. `values` fill their placeholders."""
        told = self._holder.finding or self.article.finding
        finding = Filled(without_examples(told, values) if self.is_near else told, values)
        steps = tuple(row.fill(values) for row in self.rows) or (plain_step(self.fix, values),)
        return Remedy(finding, steps)

    @property
    def section(self) -> str:
        """The anchor of the heading that leads for this paste, or ""."""
        return "" if self.case is None else self.article.cases[self.case].section


class _WeighedEvidence(NamedTuple):
    """Evidence with what its error says for it or against it. Made once, because it takes long."""

    item: Evidence
    frames: tuple[Frame, ...]  # the expected ones that the error's stack passes through
    is_weak: bool  # anything but the root error itself, or its class or its stack speaks against it

    @property
    def verdict(self) -> Verdict:
        """Exact only where a specific signature fits the root error itself and nothing speaks against it."""
        return Verdict.LIKELY if self.item.signature.general or self.is_weak else Verdict.EXACT


def judge(candidate: Candidate, reading: Reading) -> Match:
    """Weigh everything that speaks for one article."""
    paste = reading.paste
    weighed = _decisive([_weigh(item, reading.report) for item in candidate.evidence])
    best = weighed.item
    verdict = weighed.verdict if candidate.article.proof is not Proof.SOURCED else Verdict.LIKELY
    spans = (
        Span(*paste.span_in_original(item.start, item.end))
        for item in candidate.evidence
        if item.place >= min(best.place, Place.TEXT)
    )
    facts = read_facts(candidate, best, reading)
    article = candidate.article
    case = choose_case(article.cases, facts)
    order = order_rows((article if case is None else article.cases[case]).steps, facts)
    return Match(
        article=candidate.article,
        verdict=verdict,
        score=_score(weighed, verdict, reading.report),
        reasons=tuple(reasons(best, reading, weighed.frames)),
        spans=tuple(merge_spans(spans)),
        captures=best.captures,
        error=best.error,
        line=_line_in_paste(best, reading),
        quote=_line_around(paste.text, best.start),
        kind=_kind(article, best),
        is_weak=weighed.is_weak,
        is_near=weighed.item.place <= Place.SQUASHED,
        values=facts.values,
        facts=facts,
        case=case,
        order=order,
    )


def _decisive(weighed: Sequence[_WeighedEvidence]) -> _WeighedEvidence:
    """The surest evidence, or one as sure that is narrower, be it of a kind of error."""
    surest = max(weighed, key=lambda each: (each.verdict is Verdict.EXACT, *_strength(each)))
    narrower = (each for each in weighed if each.is_weak is surest.is_weak and each.item.is_narrower(surest.item))
    return max(narrower, key=_strength, default=surest)


def _strength(weighed: _WeighedEvidence) -> tuple[object, ...]:
    return weighed.item.place, weighed.item.weight, -weighed.item.start


def with_articles(matches: Iterable[Match], articles: Mapping[str, Article]) -> tuple[Match, ...]:
    """The same matches with these articles, by slug: those of another language."""
    return tuple(replace(match, article=articles[match.article.slug]) for match in matches)


def rank(candidates: Iterable[Candidate], reading: Reading) -> list[Match]:
    """The matches, best first: exact before likely, cause before consequence, specific before general, earlier.

    A note whose conditions do not hold is no match. Nor is one whose files the paste's stacks do not pass through, nor
    an article of such files that fits by general signatures alone.
    """
    judged = ((judge(one, reading), one) for one in candidates if not _is_elsewhere(one, reading.report))
    fitting = [(match, one) for match, one in judged if all_hold(match.article.when, match.facts)]
    places = (item.place for _, one in fitting for item in one.evidence)
    is_in_passing = max(places, default=Place.LATER_ERROR) < Place.LATER_ERROR
    fitting.sort(key=lambda pair: _rank_key(pair[0], pair[1], reading, is_in_passing=is_in_passing))
    return _causes_first([match for match, _ in fitting])


def _kind(article: Article, best: Evidence) -> ArticleKind:
    if article.note_of:
        return ArticleKind.NOTE
    return ArticleKind.KNOWN if article.is_specific and not best.signature.general else ArticleKind.GENERAL


def _weigh(item: Evidence, report: Report) -> _WeighedEvidence:
    """Ask the error that the evidence stands in whether its class and its stack agree."""
    error = None if item.error is None else report.errors[item.error]
    frames = tuple(expected_frames(item.signature, error)) if error else ()
    if item.role is not Role.CAUSE:
        return _WeighedEvidence(item, frames, is_weak=True)
    if error is not None and item.place is Place.ROOT:
        agrees = class_agrees(item.signature, error) and frames_agree(item.signature, error, frames)
        return _WeighedEvidence(item, frames, is_weak=not agrees)
    return _WeighedEvidence(item, frames, is_weak=item.place is not Place.MESSAGE or bool(report.roots))


def _line_in_paste(item: Evidence, reading: Reading) -> int:
    """The line of the paste, from 1, on which the evidence begins: counted from its error, whose line is known."""
    paste = reading.paste
    numbers = LineCounter(paste.original)
    if item.error is not None:
        error = reading.report.errors[item.error]
        numbers = LineCounter(paste.original, paste.to_original(error.start), error.line)
    return numbers.number(paste.to_original(item.start))


def _score(weighed: _WeighedEvidence, verdict: Verdict, report: Report) -> float:
    """How strong the best evidence is, between 0.05 and 1; it orders nothing, and is shown by the API."""
    best = weighed.item
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
        score += 0.03 * len(weighed.frames)
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


def _rank_key(match: Match, candidate: Candidate, reading: Reading, *, is_in_passing: bool) -> tuple[object, ...]:
    """`is_in_passing`: no match stands in an error of the paste."""
    best = max(candidate.evidence, key=lambda item: (item.place, item.weight))
    return (
        match.verdict is not Verdict.EXACT,
        _subordination(match.article, candidate),
        _generality(match.article, best, reading.report, is_in_passing=is_in_passing),
        -best.place,
        _is_of_another_class(best, reading.report),
        min(_evidence_start(item, reading) for item in candidate.evidence if item.place is best.place),
        not match.article.note_of,
        -best.weight[0],
        match.article.slug,
    )


def _is_of_another_class(best: Evidence, report: Report) -> bool:
    """Whether the error is of a class that the signature does not name: its message may quote the other error."""
    if best.error is None or not (printed := report.errors[best.error]).type:
        return False
    return bool(best.signature.exceptions) and not class_agrees(best.signature, printed)


def _is_elsewhere(candidate: Candidate, report: Report) -> bool:
    """Whether its errors all have a stack, and none passes through the files of a note or of general signatures.

    A stack that ends in the reader's own file shuts out no article: its last frames may have been lost.
    """
    if not all(_passes_elsewhere(item, report) for item in candidate.evidence):
        return False
    return bool(candidate.article.note_of) or all(
        item.signature.general and item.error is not None and _ends_in_library(report.errors[item.error])
        for item in candidate.evidence
    )


def _ends_in_library(error: Error) -> bool:
    return bool(error.frames) and package_of(error.frames[-1].file) != OWN


def _passes_elsewhere(item: Evidence, report: Report) -> bool:
    """Whether the error of the evidence has a stack without the files; each root, where it stands in no error."""
    errors = report.roots if item.error is None else (report.errors[item.error],)
    if not item.signature.frames:
        return False
    if item.place is Place.SQUASHED:  # a text that only resembles the message, without a stack: too little of both
        return not any(any(expected_frames(item.signature, error)) for error in report.errors)
    if not errors:
        return False
    return all(error.frames and not any(expected_frames(item.signature, error)) for error in errors)


def _lacks_frames(item: Evidence, report: Report) -> bool:
    """Whether the evidence's signature names files, and the stack of its error does not pass through them."""
    if not item.signature.frames:
        return False
    return item.error is None or not any(expected_frames(item.signature, report.errors[item.error]))


def _subordination(article: Article, candidate: Candidate) -> int:
    """The less it is, the higher a match stands. A note on what is only a consequence gives way to everything else."""
    role = min(_ROLES.index(item.role) for item in candidate.evidence)
    return len(_ROLES) if article.note_of and _ROLES[role] is Role.CONSEQUENCE else role


def _generality(article: Article, best: Evidence, report: Report, *, is_in_passing: bool) -> int:
    """The less it is, the higher a match stands: one known error, a project's note, then a kind of error.

    A note stands above a kind only where its message is an error of the paste, not a word in passing. Where all that
    fits are words in passing, a note whose conditions hold says most: they were read in the rest of the paste. A note
    that names files stands below a kind where no stack shows them: others print the same message. A kind that names
    the files of the error's stack stands above a note: it knows which program printed the message.
    """
    if article.note_of and _lacks_frames(best, report):
        return 3
    if not article.note_of and best.signature.frames and not _lacks_frames(best, report):
        return 0
    if not best.signature.general or (article.note_of and article.when and is_in_passing):
        return 0
    return 1 if article.note_of and best.place >= Place.LATER_ERROR else 2


def _evidence_start(item: Evidence, reading: Reading) -> int:
    """The start of the error, or else of the line, that the evidence stands in.

    Two pieces of evidence in one error have the same start, so the more specific one decides, and not the one whose
    placeholder reaches further back.
    """
    if item.error is not None:
        return reading.report.errors[item.error].start
    return reading.paste.text.rfind("\n", 0, max(item.start, item.end - 1)) + 1


def _causes_first(ranked: list[Match]) -> list[Match]:
    """Move a symptom below every deeper cause that stands in the same paste, however sure we are of the symptom."""
    for match in list(ranked):
        places = [ranked.index(other) for other in ranked if other.article.slug in match.article.symptom_of]
        if places and max(places) > ranked.index(match):
            ranked.remove(match)
            ranked.insert(max(places), match)
    return ranked
