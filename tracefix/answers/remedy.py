"""The remedy of an answer: what is wrong, and the steps, of everything that says so. Decided once, for every face."""

from collections.abc import Iterable, Iterator, Sequence

from tracefix.articles.fix_rows import rows_of
from tracefix.articles.quantities import only_quantities, read_quantity
from tracefix.articles.steps import Filled, Remedy, Step
from tracefix.cutting import cut_beginning, one_line
from tracefix.explaining.model import Explanation
from tracefix.matching.verdict import ArticleKind, Match
from tracefix.phrases import Phrase

_MOST = 4  # steps
_LONGEST_VALUE = 80  # characters of a value in the finding
_FEWEST_OTHERS = 1  # beside the rows that a case chose
_UNKNOWN_PACKAGE = "{distribution} is missing"  # the condition of the cases that are for a module that nobody knows
_NONE = Remedy()


def choose_remedy(match: Match | None, explanation: Explanation | None, *, personal: bool) -> Remedy:
    """The finding that tells the reader most, and about four steps, the surest first.

    `explanation` is of the error that the answer is about. If it is not `personal`, it repeats numbers of the paste and
    none of its names, so that it can be posted: rules that name some are left out.
    """
    article = match.remedy(match.values if personal else only_quantities(match.values)) if match else _NONE
    pair, detail, project, restated, clone = (
        each if each and (personal or not match or _is_public(each)) else _NONE for each in _rules(explanation)
    )
    is_known = match is not None and match.kind is not ArticleKind.GENERAL and not match.is_weak
    if is_known and pair.steps:
        pair = _without_moved(pair, article)
    is_said = match is not None and _says_what_the_message_says(match, article, restated)
    is_installed_by_card = bool(project.steps) and match is not None and _is_of_an_unknown_package(match)
    if is_installed_by_card or (detail.steps and not is_known):
        article = Remedy(article.finding)  # what is true of each error of the kind adds nothing
    # what the project itself says of this module or file; without a finding, its rows are about the whole kind
    others = [pair, project, detail] if project.finding else [pair, detail, project]
    ordered = [article, *others] if is_known else [*others, article]  # what was run is surest
    if match and not _is_specific(match, article):
        findings = [*(each.finding for each in others), article.finding]
        findings.insert(len(findings) if is_said else 2, restated.finding)
    else:
        findings = [*(each.finding for each in ordered), *([] if is_known else [restated.finding])]
    if not is_known and not is_said:
        # the rows of an article without a case are for every error of the kind
        is_first = match is not None and match.case is None and match.kind is ArticleKind.GENERAL
        ordered.insert(3 if is_first else 4, restated)
    leads = bool(clone.steps) and not clone.steps[0].condition and not is_known and (not match or match.case is None)
    # the history knows the name; the requirements alone are a guess, where an article says what is wrong
    leads = leads and (len(clone.steps) > 1 or not match or not _is_specific(match, article))
    ordered.insert(len(others) if leads else len(ordered), clone)
    finding = _shortened(next(filter(None, findings), ""))
    if match is None or match.case is None:
        steps = tuple(_unlike(step for each in ordered for step in each.steps))[:_MOST]
    else:
        steps = _around(article, ordered)
    return Remedy(finding, tuple(row for step in steps for row in rows_of(step)))


def _shortened(finding: str) -> str:
    """The finding with its values cut: one of twenty lines would hide the fix, and the error line below shows it.

    A value without a space is cut at its beginning: the end of a path names the file.
    """
    if isinstance(finding, Filled):
        return Filled(finding.markdown, {name: _cut(value) for name, value in finding.values.items()})
    if isinstance(finding, Phrase):
        values = {name: _cut(value) if type(value) is str else value for name, value in finding.values.items()}
        return Phrase(finding.template, **values)
    return finding


def _cut(value: str) -> str:
    return one_line(value, _LONGEST_VALUE) if " " in value else cut_beginning(value, _LONGEST_VALUE)


def _without_moved(pair: Remedy, article: Remedy) -> Remedy:
    """The pair without the rows that move a package which the article moves, too: its bounds say what fits the rest."""
    from tracefix.versions.specifiers import installs  # here: slow to import, and seldom needed

    def moved(step: Step) -> set[str]:
        return {name for row in rows_of(step) for command in row.commands for name, _ in installs(command)}

    known = set().union(*map(moved, article.steps))
    return pair._replace(steps=tuple(step for step in pair.steps if not moved(step) & known))


def _is_of_an_unknown_package(match: Match) -> bool:
    """Whether the article chose its fix because no package of the missing module is known."""
    case = None if match.case is None else match.article.cases[match.case]
    return case is not None and _UNKNOWN_PACKAGE in case.when


def _around(article: Remedy, ordered: Sequence[Remedy]) -> tuple[Step, ...]:
    """All rows that a case chose for this paste, and of the others, one at least, what four rows leave room for."""
    steps = _unlike(step for each in ordered for step in each.steps)
    room = max(_FEWEST_OTHERS, _MOST - len(article.steps))
    chosen: list[Step] = []
    for step in steps:
        is_own = step in article.steps
        if is_own or room > 0:
            chosen.append(step)
            room -= not is_own
    return tuple(chosen)


def _says_what_the_message_says(match: Match, article: Remedy, restated: Remedy) -> bool:
    """Whether what the message says adds nothing to an article's own rows.

    A case chose its rows for just this wording. Other rows are for the whole kind: what names a value of the paste then
    says more, and what names none says the same again.
    """
    return match.case is not None or (bool(match.rows) and bool(article.finding) and not any(_repeated(restated)))


def _rules(explanation: Explanation | None) -> tuple[Remedy | None, ...]:
    """What two packages, the shape of the message, the project, the message's own words and a clone tell to do."""
    if explanation is None:
        return (None,) * 5
    remedy = explanation.project and explanation.project.remedy
    return explanation.pair, explanation.detail, remedy, explanation.restated, explanation.clone


def _is_specific(match: Match, remedy: Remedy) -> bool:
    """Whether the article's finding says more than that an error of its kind happened."""
    is_filled = isinstance(remedy.finding, Filled) and remedy.finding.is_specific
    return bool(remedy.finding) and (match.kind is not ArticleKind.GENERAL or match.has_own_finding or is_filled)


def _is_public(remedy: Remedy) -> bool:
    """Whether a remedy repeats nothing of the paste but numbers."""
    return all(isinstance(value, str) and read_quantity(value) for value in _repeated(remedy))


def _repeated(remedy: Remedy) -> Iterator[str | tuple[str, ...]]:
    """What a remedy repeats of the paste. What a card says is the same for everybody."""
    for text in (remedy.finding, *(text for step in remedy.steps for text in (step.do, step.condition, step.note))):
        if isinstance(text, Phrase):
            yield from text.values.values()


def _unlike(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps without those that say what an earlier one said: the same commands, or the same words."""
    seen: set[str] = set()
    for step in steps:
        said = {*step.commands} or {str(step.do)}
        if not said <= seen:
            yield step
        seen |= said
