"""Near misses: articles whose message fits the paste, except for the value of a placeholder."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from tracefix.articles.model import Article
from tracefix.articles.signatures import Signature, one_of
from tracefix.linear_re import TextMatch, compile_expression
from tracefix.matching.catalogue import KnownSignature
from tracefix.matching.evidence import contains_all
from tracefix.phrases import Phrase

_LONGEST_VALUE = 80  # characters of the paste that are quoted


@dataclass(frozen=True, slots=True)
class NearMiss:
    """An article whose message nearly fits, and what was missing."""

    article: Article
    missing: Phrase


def find_near_misses(unfitting: Iterable[KnownSignature], matched: Container[str], text: str) -> Iterator[NearMiss]:
    """One near miss for each article, by its first signature that has one; none for slugs that matched."""
    reported: set[str] = set()
    tried: dict[str, TextMatch | None] = {}  # by template: articles share it, and differ in the value
    for known in unfitting:
        article, signature = known.article, known.signature
        if article is None or article.slug in matched or article.slug in reported or not _is_narrowed(signature):
            continue
        if article.note_of:  # it is of one project, and the value told that this is another one
            continue
        if signature.message not in tried:
            tried[signature.message] = _search_with_any_value(signature, text)
        found = tried[signature.message]
        if found and (missing := _missing(signature, found)):
            reported.add(article.slug)
            yield NearMiss(article, missing)


def _is_narrowed(signature: Signature) -> bool:
    """Whether it is a template that wants or refuses values. What a pattern wants cannot be told."""
    return bool(signature.message) and bool(signature.where or signature.where_not)


def _search_with_any_value(signature: Signature, text: str) -> TextMatch | None:
    """Search for the template without the limits on its placeholders (`where`, `where_not`)."""
    return (
        compile_expression(_with_any_value(signature.message)).search(text)
        if contains_all(text, signature.literals)
        else None
    )


@cache
def _with_any_value(message: str) -> str:
    return Signature(message=message).regex


def _missing(signature: Signature, found: TextMatch) -> Phrase | None:
    """The first value that is another than the signature wants."""
    for name, globs in signature.where.items():
        value = found[name]
        if not compile_expression(one_of(globs)).fullmatch(value):
            return Phrase(
                "“{wording}” fits, but {name} is “{value}”, not {wanted}.",
                wording=signature.text,
                name=f"{{{name}}}",
                value=value[:_LONGEST_VALUE],
                wanted=tuple(globs),
            )
    if (refused := signature.find_refused(found.groupdict())) is not None:
        return Phrase(
            "“{wording}” fits, but {name} is “{value}”, which is another error.",
            wording=signature.text,
            name=f"{{{refused}}}",
            value=found[refused][:_LONGEST_VALUE],
        )
    return None
