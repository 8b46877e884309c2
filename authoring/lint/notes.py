"""Lint of notes: each message is shown by an example, each example leads to its note, and no command is dangerous."""

from collections.abc import Iterable, Iterator

from authoring.lint.dangerous_commands import Passage, find_dangers
from tracefix.articles.filling import PLACEHOLDER
from tracefix.articles.model import Problem
from tracefix.linear_re import compile_expression
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.projects.notes import Note

_LONGEST_FINDING = 90  # characters: a headline


def check(notes: Iterable[Note], catalogue: Catalogue) -> Iterator[Problem]:
    """The problems of these notes; `catalogue` has all articles and notes, of which none may take another's example."""
    for note in notes:
        for message in _messages(note, catalogue):
            yield Problem(note.article.path, note.line, f"{note.article.slug.partition('/')[2]}: {message}")


def _messages(note: Note, catalogue: Catalogue) -> Iterator[str]:
    article = note.article
    finding = PLACEHOLDER.sub(lambda found: found[2], article.finding)
    if len(finding) > _LONGEST_FINDING:
        yield f"finding: {len(finding)} characters, at most {_LONGEST_FINDING}: it is a headline"
    expressions = [compile_expression(signature.regex) for signature in article.signatures]
    for signature, expression in zip(article.signatures, expressions, strict=True):
        if not any(expression.search(example) for example in note.examples):
            yield f"the message “{signature.text}” fits no example: add one, or remove it"
    for example in note.examples:
        found = diagnose(example, catalogue).matches
        slugs = [match.article.slug for match in found]
        if article.slug not in slugs:
            yield f"the example “{example[:80]}” does not lead here, but to {slugs[0] if slugs else 'nothing'}"
        elif slugs[0] != article.slug and found[0].article.note_of:
            yield f"the example “{example[:80]}” leads to {slugs[0]} first: narrow one of them, or add `when`"
    texts = [each.fix for each in (article, article.in_language("zh-hans"))]
    for text in (article.summary, *texts):
        yield from (f"a command that {danger.advice}" for _, danger in find_dangers(Passage(note.line, text)))
