"""The answers of the match page: one for each independent error of a paste, the most helpful first.

A paste may show two unrelated errors. Each then has its own answer: the article about a known error, or an explanation
of an unknown one from the paste alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from tracefix.articles.fix_commands import commands_in
from tracefix.explaining.explanation import explain
from tracefix.explaining.model import Explanation
from tracefix.explaining.quoting import error_text, one_line
from tracefix.matching.diagnosis import Diagnosis
from tracefix.matching.verdict import Match, Verdict
from tracefix.reading.report import Error
from tracefix.versions.answers import NameVersions

_MOST_OTHERS = 2  # further articles that match
_LONGEST_HEADLINE = 200  # characters
_PACKAGE_FOLDERS = ("/site-packages/", "/dist-packages/")
_RULES, _SHORTEST_RULE = frozenset("=-_*~#…"), 6  # words that only draw a line in a message, such as `======`
_LONGEST_SHARED = 80  # characters of the error line in a link to share


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one error. `match` is None if no article covers the error."""

    headline: str  # the error line as pasted, cleaned; "" if the paste has none
    match: Match | None = None
    explanation: Explanation | None = None
    error: Error | None = None  # the error that it is about; None if the parser did not report that error

    @property
    def certainty(self) -> str:
        """How sure the answer is: `exact`, `common`, `weak`, or `none` if no article covers the error."""
        if self.match is None:
            return "none"
        if self.match.verdict is Verdict.EXACT:
            return "exact"
        return "common" if self.match.kind == "general" and not self.match.is_weak else "weak"

    @property
    def raised_file(self) -> str:
        """The file that raised the error, without the folders before its package."""
        raised = self.explanation and self.explanation.raised_in
        path = raised.file.replace("\\", "/") if raised else ""
        for folder in _PACKAGE_FOLDERS:
            path = path.rpartition(folder)[2]
        return path

    @property
    def versions(self) -> tuple[list[NameVersions], list[NameVersions]]:
        """The versions to show before the fix, and those to show after it.

        Of a general article, sure versions come first: they are more specific than a fix for many errors.
        """
        versions = self.explanation.versions if self.explanation else ()
        is_general = self.match is not None and self.match.kind == "general"
        ahead = [each for each in versions if is_general and each.is_sure]
        return ahead, [each for each in versions if each not in ahead]

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands of the fix that can be copied as they are."""
        return commands_in(self.match.fix, self.match.values) if self.match else ()


@dataclass(frozen=True, slots=True)
class Answers:
    """The whole answer to a paste. `others` are further articles that match, which no answer is about."""

    answers: tuple[Answer, ...]
    others: tuple[Match, ...] = ()


def draw_answers(diagnosis: Diagnosis, matches: Sequence[Match]) -> Answers:
    """The answers to a paste. `matches` are those of the diagnosis, in the language of the page."""
    first = matches[0] if matches else None
    root = next((error for error in diagnosis.errors if _is_proper(error)), None)
    if first is None or (root and _is_beside(first, diagnosis)):
        answers = [_unknown_answer(root, diagnosis)]
        if first and not first.article.is_wrapper:
            answers.append(_known_answer(first, diagnosis))
    else:
        answers = [_known_answer(first, diagnosis)]
        second = _second_known(first, matches[1:], diagnosis) or _second_unknown(first, matches, diagnosis)
        answers += [second] if second else []
    answered_slugs = {answer.match.article.slug for answer in answers if answer.match}
    others = (
        ()
        if answers[0].certainty == "exact"
        else (match for match in matches if match.article.slug not in answered_slugs)
    )
    return Answers(tuple(answers), tuple(others)[:_MOST_OTHERS])


def share_link(found: Match, url: str) -> str:
    """The article's address with the matched line of the paste after the #, so that no server sees it."""
    line = one_line(found.quote, _LONGEST_SHARED)
    return f"{url}#error={quote(line, safe='/:,').replace('%20', '+')}" if line else url


def _known_answer(match: Match, diagnosis: Diagnosis) -> Answer:
    error = None if match.error is None else diagnosis.errors[match.error]
    explanation = explain(diagnosis, error) if error and error.is_root else None
    return Answer(_headline(error, match.quote, diagnosis), match, explanation, error)


def _unknown_answer(error: Error | None, diagnosis: Diagnosis) -> Answer:
    return Answer(_headline(error, "", diagnosis), None, explain(diagnosis, error), error or _headline_error(diagnosis))


def _headline(error: Error | None, quote: str, diagnosis: Diagnosis) -> str:
    """The line of an error. `quote` is used if the parser did not report the error."""
    headlined = _headline_error(diagnosis)
    if error is headlined or (error is None and not quote) or not any(map(_is_proper, diagnosis.errors)):
        line = diagnosis.headline
    else:
        line = one_line(error_text(error, diagnosis.paste) if error else quote, _LONGEST_HEADLINE)
    line = " ".join(word for word in line.split(" ") if len(word) < _SHORTEST_RULE or not _RULES.issuperset(word))
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in line)


def _headline_error(diagnosis: Diagnosis) -> Error | None:
    """The root that the headline of the diagnosis quotes."""
    if diagnosis.matches and (index := diagnosis.matches[0].error) is not None and diagnosis.errors[index].is_root:
        return diagnosis.errors[index]
    return next((error for error in diagnosis.errors if error.is_root), None)


def _is_proper(error: Error) -> bool:
    """Whether an error is a root, and neither a wrapper nor a warning."""
    return error.is_root and not error.is_secondary


def _is_beside(match: Match, diagnosis: Diagnosis) -> bool:
    """Whether a weak match is about something else than a root error. The answer to the root then comes first."""
    if not match.is_weak:
        return False
    if match.error is None:
        return all(match.line != error.line for error in diagnosis.errors if _is_proper(error))
    return not _is_proper(diagnosis.errors[match.error])


def _second_known(first: Match, matches: Sequence[Match], diagnosis: Diagnosis) -> Answer | None:
    """An answer for the best match of another root, if it is neither the cause nor a symptom of the first match."""
    for match in matches:
        if match.error is None or match.is_weak or match.article.slug == first.article.slug:
            continue
        is_near = match.article.slug in first.article.symptom_of or first.article.slug in match.article.symptom_of
        if not is_near and _is_proper(diagnosis.errors[match.error]) and _differs(match.error, first.error, diagnosis):
            return _known_answer(match, diagnosis)
    return None


def _second_unknown(first: Match, matches: Sequence[Match], diagnosis: Diagnosis) -> Answer | None:
    """An answer for another root without a match, if it has a stack: one failure is often logged in several lines."""
    if first.error is None or not _is_proper(diagnosis.errors[first.error]):
        return None
    known = {diagnosis.errors[match.error].type for match in matches if match.error is not None}
    for error in diagnosis.errors:
        if _is_proper(error) and error.type and error.frames and error.type not in known:
            return _unknown_answer(error, diagnosis)
    return None


def _differs(one: int, other: int | None, diagnosis: Diagnosis) -> bool:
    """Whether two errors differ, and are not one error reported by two ranks."""
    if other is None:
        return True
    first, second = diagnosis.errors[one], diagnosis.errors[other]
    return (first.type, first.message) != (second.type, second.message)
