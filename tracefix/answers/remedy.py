"""The remedy of an answer: what is wrong, and the steps, of everything that says so. Decided once, for every face."""

from collections.abc import Iterable, Iterator, Mapping

from tracefix.articles.steps import Filled, Remedy, Step
from tracefix.explaining.model import Explanation
from tracefix.matching.verdict import ArticleKind, Match
from tracefix.phrases import Phrase

_MOST = 4  # steps
_NONE = Remedy()


def choose_remedy(match: Match | None, explanation: Explanation | None, values: Mapping[str, str]) -> Remedy:
    """The finding that tells the reader most, and at most four steps, the surest first.

    `explanation` is of the error that the answer is about. `values` fill the article's placeholders; without them the
    remedy repeats nothing of the paste, so rules that do are left out.
    """
    article = match.remedy(values) if match else _NONE
    pair = (explanation and explanation.pair) or _NONE
    restated = (explanation and explanation.restated) or _NONE
    if match and not values:
        pair, restated = (each if _is_public(each) else _NONE for each in (pair, restated))
    general = () if match is None or _is_specific(match, article) else (restated.finding,)
    findings = (pair.finding, *general, article.finding, restated.finding)
    steps = (*pair.steps, *article.steps, *restated.steps)
    return Remedy(next(filter(None, findings), ""), tuple(_unlike(steps))[:_MOST])


def _is_specific(match: Match, remedy: Remedy) -> bool:
    """Whether the article's finding says more than that an error of its kind happened."""
    is_filled = isinstance(remedy.finding, Filled) and remedy.finding.is_specific
    return bool(remedy.finding) and (match.kind is ArticleKind.KNOWN or match.has_own_finding or is_filled)


def _is_public(remedy: Remedy) -> bool:
    texts = (remedy.finding, *(text for step in remedy.steps for text in (step.do, step.condition, step.note)))
    return not any(isinstance(text, Phrase) and text.values for text in texts)


def _unlike(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps without those that say what an earlier one said: the same commands, or the same words."""
    seen: set[str] = set()
    for step in steps:
        said = {*step.commands} or {str(step.do)}
        if not said <= seen:
            yield step
        seen |= said
