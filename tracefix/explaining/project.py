"""The project that an error belongs to, and the rows of its card that answer the error's kind."""

from tracefix.articles.card_parts import Part
from tracefix.articles.distributions import normalised
from tracefix.articles.import_names import known_package_of, listed_distribution_of
from tracefix.explaining.model import Project
from tracefix.explaining.projects import distribution
from tracefix.matching.diagnosis import Diagnosis
from tracefix.projects.answering import Question, answer
from tracefix.projects.model import Card
from tracefix.reading.origins import Origin, package_of
from tracefix.reading.report import Error


def find_project(error: Error, origin: Origin, diagnosis: Diagnosis) -> Project | None:
    """The project with a card that the error belongs to, with the rows that fit; None if the paste shows none."""
    matches = [each for each in diagnosis.matches if each.error is None or diagnosis.errors[each.error] is error]
    match = next((each for each in matches if each.card), None)  # the first that says which list of a card answers it
    values = match.values if match else {}
    owners = list(diagnosis.cards.owners(error, origin, diagnosis.paste.text, diagnosis.projects))
    missing = diagnosis.cards.of_module(values.get("module", ""))
    module = values.get("module", "").partition(".")[0]
    clone = diagnosis.cards.clone_of(error)
    if match and "install" in match.card:
        # what is missing answers before what misses it, unless that says itself which release it wants
        own = clone if clone and _brings(clone, module) else None
        first = [card for card in (own, missing) if card]
        owners = list({card.id: card for card in (*first, *owners)}.values())
    if not owners:
        return None
    caller = diagnosis.cards.of_path(origin.own.file) if origin.own else None
    question = Question(
        values=values,
        versions=diagnosis.environment,
        text=diagnosis.paste.text,
        projects=tuple(card.id for card in diagnosis.projects),
        named=tuple(card.id for card in diagnosis.cards.named_by(error, origin, diagnosis.paste.text)),
        clone=clone.id if clone else "",
        caller=caller.id if caller else "",
        stack=frozenset(normalised(distribution(package_of(frame.file))) for frame in error.frames if frame.file),
        is_kind=bool(matches) and matches[0] is match,
        is_library=bool(module and (listed_distribution_of(module) or known_package_of(module.lower()))),
        distribution=distribution,
    )
    card, remedy = answer(owners, match.card if match else (), question)
    return Project(card.id, card.project, card.repository, card.issues, remedy) if card else None


def _brings(card: Card, module: str) -> bool:
    return any(module in fact.brings for fact in card.of(Part.INSTALL))
