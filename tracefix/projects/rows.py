"""A fact of a card as a row that people read: as a step of a fix, or on the page of its project."""

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import NamedTuple

from tracefix.articles.card_parts import Part
from tracefix.articles.distributions import goes_with, is_built_for_a_machine
from tracefix.articles.steps import Step
from tracefix.phrases import Phrase, Template, sentence
from tracefix.projects.model import Card, Fact

_HEADINGS = {  # in the order in which a page shows the lists
    Part.INSTALL: sentence("How it is installed"),
    Part.PARTNERS: sentence("Which releases go together"),
    Part.START: sentence("How it is started"),
    Part.UPDATE: sentence("How it is updated"),
    Part.INPUTS: sentence("What it reads"),
    Part.STEPS: sentence("Which step makes which files"),
    Part.FILES: sentence("Where its files are"),
    Part.LOGS: sentence("Where its logs are"),
    Part.SWITCHES: sentence("Its switches"),
}


class Section(NamedTuple):
    """The facts of one list of a card. `heading` is to be translated."""

    heading: str
    rows: Sequence[Step]


def sections_of(card: Card) -> Iterator[Section]:
    """All that a card knows, by list."""
    for part, heading in _HEADINGS.items():
        if facts := card.of(part):
            rows = [row_of(card, part, fact)._replace(do=_about(card, part, fact)) for fact in facts]
            yield Section(heading, rows)


def row_of(card: Card, part: Part, fact: Fact, system: str = "") -> Step:
    """A fact as a row of a fix. `system` is the reader's, if it is known."""
    return Step(
        do=_text(fact, "do") or _standard(card, part, fact),
        condition=_condition(fact, system),
        commands=fact.commands or _commands(part, fact),
        note=_text(fact, "note"),
        source=fact.source,
    )


def _commands(part: Part, fact: Fact) -> tuple[str, ...]:
    """What installs a partner in the release that is needed, unless a build for the reader's GPU would be exchanged."""
    if part != Part.PARTNERS or not fact.package or is_built_for_a_machine(fact.package) or goes_with(fact.package):
        return ()
    return (f'python -m pip install "{fact.package}{fact.needs}"',)


def pin_of(card: Card, fact: Fact) -> Step:
    """A partner of a clone as a row for the reader who has another release of it."""
    row = row_of(card, Part.PARTNERS, fact)
    condition = Phrase("another release of {package} is installed", package=fact.package)
    return row._replace(
        condition=condition,
        note=row.note
        or Phrase("Its own code was written for that; an environment of its own spares your other programs."),
    )


def _about(card: Card, part: Part, fact: Fact) -> Phrase:
    """What a row says beside no error: which file, folder or switch it is about, and then what of it."""
    said, name = _text(fact, "do"), fact.where
    if part == Part.SWITCHES and fact.value:
        name = f"{fact.name}{' ' if fact.name.startswith('-') else '='}{fact.value}"
    elif part == Part.SWITCHES:
        name = fact.name
    if name:
        return Phrase("`{name}`: {what}", name=name, what=said) if said else Phrase("`{name}`", name=name)
    if part == Part.STEPS:
        makes = Phrase("It makes {files}.", files=reduce(_and, [Phrase("`{name}`", name=glob) for glob in fact.makes]))
        return Phrase("{what} {makes}", what=said, makes=makes) if said else makes
    return said or _standard(card, part, fact)


def _and(files: Phrase, file: Phrase) -> Phrase:
    return Phrase("{files}, {file}", files=files, file=file)


def _text(fact: Fact, attribute: str) -> Phrase:
    """A text of the card with its translations."""
    said = getattr(fact.words, attribute)
    if not said:
        return Phrase()
    translations = {language: getattr(words, attribute) for language, words in fact.translations.items()}
    return Phrase(Template.of_text(said, translations))


def _condition(fact: Fact, system: str) -> Phrase:
    condition = _text(fact, "condition")
    if not fact.systems or system:
        return condition
    systems = tuple(fact.systems)
    if condition:
        return Phrase("your system is {system}, and {condition}", system=systems, condition=condition)
    return Phrase("your system is {system}", system=systems)


def _standard(card: Card, part: Part, fact: Fact) -> Phrase:
    """What a row says that has no words of its own."""
    project = card.project
    match part:
        case Part.INSTALL:
            return Phrase("Install {project}.", project=project)
        case Part.PARTNERS:
            named = f"{fact.package or fact.partner} {fact.needs.removeprefix('==')}"
            which = f"{project} {fact.release}".strip()
            return Phrase("{project} needs {partner}.", project=which, partner=named)
        case Part.LOGS if fact.where:
            return Phrase("Read its log, `{path}`.", path=fact.where)
        case Part.LOGS:
            return Phrase("Read its log.")
        case Part.STEPS:
            return Phrase("Run the step that makes this file.")
        case Part.START:
            return Phrase("Start {project}.", project=project)
        case _:  # an update: facts of the other lists have words of their own
            return Phrase("Update {project}.", project=project)
