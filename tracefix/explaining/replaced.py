"""What took the place of a name that is gone, by the reviewed table, where no history of releases says so.

The table (tracefix/versions/replacements.tsv) also has names of packages without a history, and those of classes: a
message has of them the class alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracefix.articles.steps import Remedy, Step
from tracefix.phrases import Phrase
from tracefix.reading.report import Error
from tracefix.versions.questions import Missing, Question, read_question
from tracefix.versions.replacements import Replacement, reviewed_replacements

if TYPE_CHECKING:
    from tracefix.versions.answers import NameVersions  # slow to import, and most pastes lack no name


def restate_replaced(error: Error, versions: tuple[NameVersions, ...]) -> Remedy | None:
    """What to write instead of the name that an error says is missing. `versions` are what the histories say of it."""
    if any(answer.replacement for answer in versions):
        return None
    question = read_question(error.message) or read_question(f"{error.type}: {error.message}")
    row = _row_of(question) if question else None
    if question is None or row is None:
        return None
    name = question.name if question.owner else row.name
    return Remedy(
        Phrase(
            "`{name}` is gone from {package}: `{now}` is in its place", name=name, package=row.package, now=row.instead
        ),
        (
            Step(Phrase("Write `{now}` instead of `{name}`.", now=row.instead, name=name)),
            Step(
                Phrase("Upgrade that package, or install an older {package} for it.", package=row.package),
                condition=Phrase("the line is in another package"),
            ),
        ),
    )


def _row_of(question: Question) -> Replacement | None:
    """The line of the table; None if none, or several, may be meant."""
    if question.missing is Missing.MEMBER:
        rows = [row for row in reviewed_replacements() if _is_member(question, row.name)]
        return rows[0] if len({row.instead for row in rows}) == 1 else None
    whole = f"{question.owner}.{question.name}" if question.owner else question.name
    return next((row for row in reviewed_replacements() if row.name == whole), None)


def _is_member(question: Question, name: str) -> bool:
    """Whether a name of the table is that of a class; `*Clip` is each class that ends so."""
    *_, owner, member = ("", *name.split("."))
    if member != question.name or not owner[:1].isupper() | owner.startswith("*"):
        return False
    return question.owner.endswith(owner[1:]) if owner.startswith("*") else question.owner == owner
