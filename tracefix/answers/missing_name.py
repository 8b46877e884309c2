"""The answer about a name alone: what is known of the error that Python raises where that name is missing."""

from collections.abc import Callable

from tracefix.answers.choice import Answer, choose_answers
from tracefix.matching.diagnosis import Diagnosis
from tracefix.matching.verdict import ArticleKind, Match
from tracefix.versions.everywhere import missing_name_errors
from tracefix.versions.model import Life

_NO_NAME = "no_such_name_anywhere"


def find_answer(name: str, life: Life | None, diagnose: Callable[[str], Diagnosis]) -> tuple[str, Answer] | None:
    """The error line of the name and its answer, if that says more than of any missing name. `life` is the name's."""
    for line in missing_name_errors(name, life):
        answer = choose_answers(diagnose(line)).first
        if life is None and any(each.replacement for each in answer.versions):
            return line, answer
        if answer.match and _is_about(answer.match, line, name, diagnose):
            return line, answer
    return None


def _is_about(match: Match, line: str, name: str, diagnose: Callable[[str], Diagnosis]) -> bool:
    """Whether an article is about this name, and not about all that may be missing in its module."""
    if match.kind is not ArticleKind.GENERAL or match.has_own_finding:
        return True
    last = name.rpartition(".")[2]
    other = choose_answers(diagnose(line.replace(last, _NO_NAME))).first.match
    return other is None or other.article.slug != match.article.slug
