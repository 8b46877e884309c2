"""What a run proves: whether a repro showed its own error, and whether a fix helped."""

from dataclasses import dataclass

from tracefix.articles.model import Article, Run, Script
from tracefix.compat import StrEnum
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import Diagnosis, diagnose
from tracefix.matching.reasons import OTHER_STACK, SEVERAL_CAUSES
from tracefix.matching.verdict import Match, Verdict
from tracefix.repros.running import Outcome

_TRACEBACK = "Traceback (most recent call last)"


class Result(StrEnum):
    """The result of a script."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a run proves. `is_new` is an error that no signature of the article fits yet."""

    result: Result
    detail: str = ""
    is_reproduced: bool = False
    is_new: bool = False

    @property
    def is_passed(self) -> bool:
        return self.result is Result.PASSED


def judge_repro(
    article: Article, script: Script, outcome: Outcome, catalogue: Catalogue, *, known: Run | None, is_draft: bool
) -> Judgement:
    """Judge the run of a repro.

    `known` is its record for the same environment. The error of a draft, which has no signature yet, is any that no
    other article is exact for.
    """
    diagnosis = diagnose(outcome.output, catalogue)
    if outcome.exit_status == 0 and not diagnosis.matches:
        return _judge_silence(article, script, outcome, known)
    if outcome.exit_status and _shows_own_error(article, diagnosis):
        return Judgement(Result.PASSED, is_reproduced=True)
    if outcome.exit_status and is_draft and diagnosis.errors and diagnosis.verdict is not Verdict.EXACT:
        return Judgement(Result.PASSED, "fails; no signature fits it yet", is_reproduced=True, is_new=True)
    matches = diagnosis.matches
    matched = f"matched {matches[0].article.slug} as {diagnosis.verdict}" if matches else "matched nothing"
    if outcome.exit_status and _is_of(article, diagnosis):
        matched += f", where exact is expected ({_doubts(matches[0])})"
    detail = f"exit {outcome.exit_status}, {matched}{last_line(outcome)}"
    is_new = bool(outcome.exit_status and diagnosis.errors) and not _is_of(article, diagnosis)
    return Judgement(Result.FAILED, detail, is_new=is_new)


def judge_fix(outcome: Outcome, catalogue: Catalogue) -> Judgement:
    """Judge the run of a fix: it ends well, and what it prints matches nothing and is no traceback."""
    matches = diagnose(outcome.output, catalogue).matches
    if outcome.exit_status == 0 and not matches and _TRACEBACK in outcome.output:
        return Judgement(Result.FAILED, f"exit 0, but it prints a traceback{last_line(outcome)}: a fix shows no error")
    if outcome.exit_status == 0 and not matches:
        return Judgement(Result.PASSED)
    matched = f", matched {matches[0].article.slug}" if matches else ""
    return Judgement(Result.FAILED, f"exit {outcome.exit_status}{matched}{last_line(outcome)}")


def last_line(outcome: Outcome) -> str:
    """The last line that a script printed, in words."""
    last = outcome.output.strip().rpartition("\n")[2]
    return f"; its last line: {last}" if last else "; it printed nothing"


def _judge_silence(article: Article, script: Script, outcome: Outcome, known: Run | None) -> Judgement:
    """A repro that does not fail shows that its error does not occur here, if it does elsewhere."""
    if known and known.reproduced:  # an event, which never passes unseen
        detail = f"no longer fails, though {known.path.name} says so; if that is meant, remove that file first"
        return Judgement(Result.FAILED, detail)
    if not any(run.reproduced and run.script == script.name for run in article.runs):
        detail = f"exit 0, matched nothing{last_line(outcome)}; no run has its error yet, so make it fail first"
        return Judgement(Result.FAILED, detail)
    return Judgement(Result.PASSED, f"no longer occurs, as {known.path.name} says" if known else "does not fail here")


def _shows_own_error(article: Article, diagnosis: Diagnosis) -> bool:
    """Whether an output leads to its article. A kind of error and a wrapper are never more than likely."""
    is_enough = diagnosis.verdict is Verdict.EXACT or not article.is_specific
    return is_enough and _is_of(article, diagnosis)


def _doubts(match: Match) -> str:
    """Why a match is believed, and what limits it: the frames that its signatures name where the stack has none."""
    frames = dict.fromkeys(glob for signature in match.article.signatures for glob in signature.frames)
    wanted = [f"`frames` has {', '.join(frames)}."] if OTHER_STACK in match.reasons else []
    if SEVERAL_CAUSES in match.reasons:
        wanted.append("A wording that is `general` is shown by a report in pastes/, not by a script.")
    return " ".join([*match.reasons, *wanted])


def _is_of(article: Article, diagnosis: Diagnosis) -> bool:
    return bool(diagnosis.matches) and diagnosis.matches[0].article.slug == article.slug
