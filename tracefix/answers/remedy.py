"""The remedy of an answer: what is wrong, and the steps, of everything that says so. Decided once, for every face."""

from collections.abc import Iterable, Iterator, Mapping

from tracefix.articles.steps import Filled, Remedy, Step
from tracefix.explaining.model import Explanation
from tracefix.matching.verdict import ArticleKind, Match
from tracefix.phrases import Phrase, TranslatedPhrase

_MOST = 4  # steps
_NONE = Remedy()


def choose_remedy(match: Match | None, explanation: Explanation | None, values: Mapping[str, str]) -> Remedy:
    """The finding that tells the reader most, and at most four steps, the surest first.

    `explanation` is of the error that the answer is about. `values` fill the article's placeholders; without them the
    remedy repeats nothing of the paste, so rules that do are left out.
    """
    article = match.remedy(values) if match else _NONE
    rules = [(explanation and part(explanation)) or _NONE for part in (_pair, _project, _restated)]
    pair, project, restated = rules if values or not match else [each if _is_public(each) else _NONE for each in rules]
    is_known = match is not None and match.kind is not ArticleKind.GENERAL and not match.is_weak
    ordered = [article, pair, project] if is_known else [pair, project, article, restated]  # what was run is surest
    if match and not _is_specific(match, article):
        findings = [pair.finding, restated.finding, project.finding, article.finding]
    else:
        findings = [each.finding for each in ordered]
    if match and match.case is None and match.kind is ArticleKind.GENERAL:  # its rows are for every error of the kind
        ordered = [pair, project, restated, article]
    steps = (step for each in ordered for step in each.steps)
    return Remedy(next(filter(None, findings), ""), tuple(_unlike(steps))[:_MOST])


def _pair(explanation: Explanation) -> Remedy | None:
    return explanation.pair


def _project(explanation: Explanation) -> Remedy | None:
    return explanation.project.remedy if explanation.project else None


def _restated(explanation: Explanation) -> Remedy | None:
    return explanation.restated


def _is_specific(match: Match, remedy: Remedy) -> bool:
    """Whether the article's finding says more than that an error of its kind happened."""
    is_filled = isinstance(remedy.finding, Filled) and remedy.finding.is_specific
    return bool(remedy.finding) and (match.kind is not ArticleKind.GENERAL or match.has_own_finding or is_filled)


def _is_public(remedy: Remedy) -> bool:
    """Whether a remedy repeats nothing of the paste. What a card says is the same for everybody."""
    texts = (remedy.finding, *(text for step in remedy.steps for text in (step.do, step.condition, step.note)))
    return not any(
        isinstance(text, Phrase) and not isinstance(text, TranslatedPhrase) and text.values for text in texts
    )


def _unlike(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps without those that say what an earlier one said: the same commands, or the same words."""
    seen: set[str] = set()
    for step in steps:
        said = {*step.commands} or {str(step.do)}
        if not said <= seen:
            yield step
        seen |= said
