"""Which errors of a paste are answered, with which articles, and in which order: decided here once, for every face.

A paste may show two unrelated errors. Each then has its own answer: the article about a known error, or an explanation
of an unknown one from the paste alone. Page, JSON, text, comment, annotation, MCP and client draw what this decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from tracefix.answers.remedy import choose_remedy
from tracefix.articles.steps import Remedy, Step
from tracefix.cutting import one_line
from tracefix.explaining.explanation import explain, is_linked
from tracefix.explaining.model import Explanation
from tracefix.explaining.shells import for_notebook, for_system
from tracefix.matching.diagnosis import Diagnosis
from tracefix.matching.headlines import headline_of
from tracefix.matching.verdict import ArticleKind, Match, Verdict
from tracefix.phrases import Phrase
from tracefix.reading.origins import Origin
from tracefix.reading.report import Error

if TYPE_CHECKING:  # slow to import, and most pastes lack no name
    from tracefix.versions.answers import NameVersions

Explain = Callable[[Error | None], Explanation | None]

_MOST_OTHERS = 2  # further articles that match
_LONGEST_HEADLINE = 200  # characters
_PACKAGE_FOLDERS = ("/site-packages/", "/dist-packages/")
_RULES, _SHORTEST_RULE = frozenset("=-_*~#…"), 6  # words that only draw a line in a message, such as `======`
_CERTAINTIES = {ArticleKind.GENERAL: "common", ArticleKind.NOTE: "reported"}  # of evidence that is not weak


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one error. `match` is None if no article covers the error."""

    headline: str  # the error line as pasted, cleaned; "" if the paste has none
    match: Match | None = None
    explanation: Explanation | None = None  # of `error`, or else of the nearest root error
    error: Error | None = None  # the error that it is about; None if the parser did not report it as one

    @property
    def verdict(self) -> Verdict:
        """The verdict of the article; NONE if no article covers the error."""
        return self.match.verdict if self.match else Verdict.NONE

    @property
    def certainty(self) -> str:
        """How sure the answer is: `exact`, `reported`, `common`, `weak`, or `none` if nothing covers the error."""
        if self.match is None:
            return "none"
        if self.match.verdict is Verdict.EXACT:
            return "exact"
        return "weak" if self.match.is_weak else _CERTAINTIES.get(self.match.kind, "weak")

    @property
    def raised_file(self) -> str:
        """The file that raised the error, without the folders before its package."""
        raised = self.explanation and self.explanation.raised_in
        path = raised.file.replace("\\", "/") if raised else ""
        for folder in _PACKAGE_FOLDERS:
            path = path.rpartition(folder)[2]
        return path

    @property
    def versions(self) -> Sequence[NameVersions]:
        """The releases that have the name that the error says is missing. A step's command is not said again."""
        if not self.explanation or not self.explanation.versions or (self.match and not self.error):
            return ()
        from tracefix.versions.specifiers import installs  # here: slow to import, and most pastes lack no name

        said = {installs(command) for step in self.steps for command in step.commands} - {frozenset()}
        return tuple(
            replace(each, commands=tuple(command for command in each.commands if installs(command) not in said))
            for each in self.explanation.versions
        )

    @property
    def sorted_versions(self) -> tuple[list[NameVersions], list[NameVersions]]:
        """The versions to show before the fix, and those to show after it.

        Of a general article, sure versions come first: they are more specific than a fix for many errors.
        """
        is_general = self.match is not None and self.match.kind == "general"
        ahead = [each for each in self.versions if is_general and each.is_sure]
        return ahead, [each for each in self.versions if each not in ahead]

    @property
    def _lack(self) -> Phrase | None:
        """Which release lacks the name, where no article, case or pair finds more than that it is missing.

        An article that names the releases which it affects does.
        """
        match, explanation = self.match, self.explanation
        if not match or match.kind is not ArticleKind.GENERAL or match.has_own_finding or match.article.affects:
            return None
        if not self.error or not explanation or (explanation.pair and explanation.pair.finding):
            return None
        return next((each.lack for each in explanation.versions if each.is_sure), None)

    @property
    def finding(self) -> str:
        """What is wrong, in a clause with the reader's own words; "" if nothing says more than the headline."""
        return self.remedy().finding

    @property
    def steps(self) -> tuple[Step, ...]:
        """The fix as rows, the likeliest first. An article whose fix is one text has one, without a condition."""
        return self.remedy().steps

    def remedy(self, *, personal: bool = True) -> Remedy:
        """Finding and steps: with `personal`, with names from the paste in them, and with its numbers in any case."""
        explanation = self.explanation if self.match is None or self.error else None
        remedy = choose_remedy(self.match, explanation, personal=personal)
        if personal and (lack := self._lack):
            remedy = remedy._replace(finding=lack)
        remedy = for_system(remedy, self.explanation.system if self.explanation else "")
        return for_notebook(remedy) if self.explanation and self.explanation.in_notebook else remedy


@dataclass(frozen=True, slots=True)
class Answers:
    """The whole answer to a paste. `others` are further articles that match, which no answer is about."""

    answers: tuple[Answer, ...]
    others: tuple[Match, ...] = ()

    @property
    def first(self) -> Answer:
        return self.answers[0]


def choose_answers(diagnosis: Diagnosis, origins: Mapping[int, Origin] = {}) -> Answers:
    """Choose the answers to a paste: one, or two if it shows two unrelated errors.

    `origins` are those that are known already, by the errors' numbers.
    """
    answers = tuple(_choose(diagnosis, partial(explain, diagnosis, origins=origins)))
    answered = {answer.match.article.slug for answer in answers if answer.match}
    others = (match for match in diagnosis.matches if match.article.slug not in answered)
    return Answers(answers, () if answers[0].verdict is Verdict.EXACT else tuple(islice(others, _MOST_OTHERS)))


def verdict_of(diagnosis: Diagnosis) -> Verdict:
    """The verdict of the first answer, without drawing the answers."""
    root = _first_proper(diagnosis)
    match = diagnosis.matches[0] if diagnosis.matches else None
    if match and root and root.frames and _is_beside(match, root, diagnosis, partial(explain, diagnosis)):
        match = _match_of(root, diagnosis)
    return match.verdict if match else Verdict.NONE


def _choose(diagnosis: Diagnosis, explain_error: Explain) -> list[Answer]:
    first = diagnosis.matches[0] if diagnosis.matches else None
    root = _first_proper(diagnosis)
    if first is None:
        return [_unknown_answer(root, diagnosis, explain_error)]
    beside = root if root and _is_beside(first, root, diagnosis, explain_error) else None
    if beside and beside.frames:  # an exception with a stack is answered first
        known = [] if first.article.is_wrapper else [_known_answer(first, diagnosis, explain_error)]
        return [_answer_root(beside, diagnosis, explain_error), *known]
    second = _second_known(first, diagnosis, explain_error) or _second_unknown(first, diagnosis, explain_error)
    if not second and beside and not first.article.is_wrapper:
        second = _answer_root(beside, diagnosis, explain_error)
    return [_known_answer(first, diagnosis, explain_error), *([second] if second else [])]


def _known_answer(match: Match, diagnosis: Diagnosis, explain_error: Explain) -> Answer:
    error = None if match.error is None else diagnosis.errors[match.error]
    explained = error if error and error.is_root else _headline_error(diagnosis)
    explanation = explain_error(explained)
    if explanation and error and error is not explained:
        explanation = replace(explanation, detail=None, restated=None)  # these are of the root's own words and values
    return Answer(_headline(error, match.quote, diagnosis), match, explanation, error)


def _unknown_answer(error: Error | None, diagnosis: Diagnosis, explain_error: Explain) -> Answer:
    return Answer(_headline(error, "", diagnosis), None, explain_error(error), error or _headline_error(diagnosis))


def _answer_root(root: Error, diagnosis: Diagnosis, explain_error: Explain) -> Answer:
    """The answer to a root that the best match is not about: with the match that is, or from the paste alone."""
    match = _match_of(root, diagnosis)
    return _known_answer(match, diagnosis, explain_error) if match else _unknown_answer(root, diagnosis, explain_error)


def _match_of(root: Error, diagnosis: Diagnosis) -> Match | None:
    matches = (match for match in diagnosis.matches if match.error is not None and not match.article.is_wrapper)
    return next((match for match in matches if diagnosis.errors[match.error or 0] is root), None)


def _headline(error: Error | None, quote: str, diagnosis: Diagnosis) -> str:
    """The line of an error. `quote` is used if the parser did not report the error."""
    headlined = _headline_error(diagnosis)
    if error is headlined or (error is None and not quote) or not any(map(_is_proper, diagnosis.errors)):
        line = diagnosis.headline
    else:
        line = headline_of(error, diagnosis.paste) if error else one_line(quote, _LONGEST_HEADLINE)
    line = " ".join(word for word in line.split(" ") if len(word) < _SHORTEST_RULE or not _RULES.issuperset(word))
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in line)


def _headline_error(diagnosis: Diagnosis) -> Error | None:
    """The root that the headline of the diagnosis quotes."""
    if diagnosis.matches and (index := diagnosis.matches[0].error) is not None and diagnosis.errors[index].is_root:
        return diagnosis.errors[index]
    return next((error for error in diagnosis.errors if error.is_root), None)


def _first_proper(diagnosis: Diagnosis) -> Error | None:
    return next((error for error in diagnosis.errors if _is_proper(error)), None)


def _is_proper(error: Error) -> bool:
    """Whether an error is a root, and neither a wrapper nor a warning."""
    return error.is_root and not error.is_secondary


def _is_beside(match: Match, root: Error, diagnosis: Diagnosis, explain_error: Explain) -> bool:
    """Whether a weak match is about something else than an exception, and stands outside its lines."""
    if not match.is_weak or not root.type:
        return False
    if match.error is not None:
        error = diagnosis.errors[match.error]
        return not _is_proper(error) and not _translates(match, error, root, diagnosis, explain_error)
    if root.is_cut and not root.message and match.line == 1:
        return False  # the title of an issue has the error line that its traceback was cut before
    last = root.line + diagnosis.paste.text.count("\n", root.start, root.block_end)
    lines = [frame.paste_line for frame in root.frames if frame.paste_line]
    return not min(lines, default=root.line) <= match.line <= last


def _translates(match: Match, error: Error, root: Error, diagnosis: Diagnosis, explain_error: Explain) -> bool:
    """Whether the error of a match was made of an exception of which less is known: a library says it plainly."""
    if match.article.is_wrapper or not is_linked(error, root, diagnosis.paste):
        return False
    if of_root := _match_of(root, diagnosis):
        return of_root.kind is ArticleKind.GENERAL and match.kind is ArticleKind.KNOWN
    explanation = explain_error(root)
    return explanation is None or not (explanation.restated or explanation.detail)


def _second_known(first: Match, diagnosis: Diagnosis, explain_error: Explain) -> Answer | None:
    """An answer for the best match of another root, if it is neither the cause nor a symptom of the first match."""
    for match in diagnosis.matches[1:]:
        if match.error is None or match.is_weak or match.article.slug == first.article.slug:
            continue
        is_near = match.article.slug in first.article.symptom_of or first.article.slug in match.article.symptom_of
        if not is_near and _is_proper(diagnosis.errors[match.error]) and _differs(match.error, first.error, diagnosis):
            return _known_answer(match, diagnosis, explain_error)
    return None


def _second_unknown(first: Match, diagnosis: Diagnosis, explain_error: Explain) -> Answer | None:
    """An answer for another root without a match, if it has a stack: one failure is often logged in several lines."""
    if first.error is None or not _is_proper(diagnosis.errors[first.error]):
        return None
    known = {diagnosis.errors[match.error].type for match in diagnosis.matches if match.error is not None}
    for error in diagnosis.errors:
        if _is_proper(error) and error.type and error.frames and error.type not in known:
            return _unknown_answer(error, diagnosis, explain_error)
    return None


def _differs(one: int, other: int | None, diagnosis: Diagnosis) -> bool:
    """Whether two errors differ, and are not one error reported by two ranks."""
    if other is None:
        return True
    first, second = diagnosis.errors[one], diagnosis.errors[other]
    return (first.type, first.message) != (second.type, second.message)
