"""Lint: each signature fits what was really printed, no ordinary log, and no other article's report."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from authoring.lint.reports import OwnReport, find_matches, look_alikes, own_reports
from authoring.lint.telling_words import FEWEST, EverydayWords, looks_alike, telling_words
from tracefix.articles.model import Article, Problem, Proof
from tracefix.articles.signatures import Role, Signature
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.matching.verdict import Verdict
from tracefix.reading.cleaning import normalise, shorten, squash

_NO_ANCHORS = re.compile(r"\\.|\[\^?\]?[^\]]*\]")  # of our own patterns: what is escaped or in a class
_MULTILINE = re.compile(r"\(\?[a-z]*m")
_MOST_KEPT = 256  # texts of one article and the ordinary log


def check(article: Article, ordinary: str, everyday: EverydayWords) -> Iterator[Problem]:
    """The problems of an article's signatures. `ordinary` is a log without errors."""
    printed = [article.title, *(report.text for report in own_reports(article))]
    for signature in article.signatures:
        for message in find_anchors(signature):
            yield Problem(article.path, signature.line, message)
        if signature.role is not Role.ADVICE:
            alone = _alone(article, signature)
            yield from _check_use(article, signature, alone, printed)
            yield from _check_words(article, signature, everyday.common)
            for message in find_ordinary(article, signature, ordinary):
                yield Problem(article.path, signature.line, message)
    yield from _check_look_alikes(article, everyday)


def check_taken(article: Article, catalogue: Catalogue) -> Iterator[Problem]:
    """No signature of another article is exact for a report of this one."""
    for report in own_reports(article):
        for match in find_matches(report.text, catalogue):
            if match.verdict is Verdict.EXACT and match.article.slug != article.slug:
                yield _too_broad(match.article, report, article.slug)


def check_taking(article: Article, catalogue: Catalogue) -> Iterator[Problem]:
    """Its own signatures are exact for no report of another article: what check_taken() finds of all, of one alone.

    A signature that takes many reports is told once.
    """
    alone = Catalogue([article])
    found: defaultdict[int, list[Problem]] = defaultdict(list)
    for other in catalogue.articles:
        if other.slug != article.slug and any(_fits(report.text, alone) for report in own_reports(other)):
            for problem in check_taken(other, catalogue):
                if problem.path == article.path:
                    found[problem.line].append(problem)
    for first, *others in found.values():
        more = f". So it is for {len(others)} more" if others else ""
        yield replace(first, message=f"{first.message}{more}")


def _check_use(article: Article, signature: Signature, alone: Catalogue, printed: list[str]) -> Iterator[Problem]:
    """A signature fits something as it was printed, or says where its wording was seen."""
    if not signature.seen and not any(_fits(text, alone, as_printed=True) for text in printed):
        if signature.where and any(_fits(text, _with_any_value(article, signature)) for text in printed):
            message = (
                f"the signature “{signature.text}” fits, but `where` allows none of the values that the runs and "
                "pastes have there: in a glob, `*` alone is special"
            )
            yield Problem(article.path, signature.line, message)
            return
        message = (
            f"the signature “{signature.text}” fits none of the runs, the pastes and the title: add a paste, or remove "
            "it; `seen: <address>` is for a wording that cannot be produced"
        )
        yield Problem(article.path, signature.line, message)


def _with_any_value(article: Article, signature: Signature) -> Catalogue:
    """A catalogue of this signature alone, without its `where`."""
    return Catalogue([replace(article, signatures=(replace(signature, where={}),))])


def _check_words(article: Article, signature: Signature, common: frozenset[str]) -> Iterator[Problem]:
    """A signature that can be exact says enough to be no part of an ordinary sentence."""
    if signature.general or signature.role is not Role.CAUSE or article.proof is Proof.SOURCED:
        return
    telling = telling_words(signature, common)
    if len(telling) < FEWEST:
        words = f"only “{next(iter(telling))}”" if telling else "no words"
        message = (
            f"the signature “{signature.text}” fixes {words} beside words that are everywhere, and can be exact: "
            f"say more of the message (at least {FEWEST} such words), narrow it by `where`, or make it `general: true`"
        )
        yield Problem(article.path, signature.line, message)


def _check_look_alikes(article: Article, everyday: EverydayWords) -> Iterator[Problem]:
    """A report in not/ has something of this error, or it shows nothing of where the signatures end."""
    for report in look_alikes(article):
        if article.is_specific and not looks_alike(report.text, article, everyday):
            message = (
                "does not look like this error: of the words of the signatures, the title and the symptoms it has "
                "none, or only those of many errors. Take a report that a reader could confuse with it"
            )
            yield Problem(report.path, 1, message)


def find_anchors(signature: Signature) -> Iterator[str]:
    """That a pattern has `^` or `$`, which are the ends of the whole paste, where those of a line are meant."""
    if set("^$") & set(_NO_ANCHORS.sub("", signature.pattern)) and not _MULTILINE.search(signature.pattern):
        told = f"the pattern “{signature.text}” has ^ or $, the ends of the whole paste"
        yield f"{told}: begin it with (?m), for those of a line"


def find_ordinary(article: Article, signature: Signature, ordinary: str) -> Iterator[str]:
    """That a signature of an article or a note fits what is printed every day."""
    if _fits(ordinary, alone := _alone(article, signature)):
        line = next((line for line in ordinary.splitlines() if _fits(line, alone)), "")
        yield f"the signature “{signature.text}” fits an ordinary log, “{line.strip()}”: say more of the message"


def _too_broad(article: Article, report: OwnReport, owner: str) -> Problem:
    """The problem of the signature by which an article takes another one's report."""
    for signature in article.signatures:
        if diagnose(report.text, _alone(article, signature)).verdict is Verdict.EXACT:
            break
    name = f"{owner}/{report.path.parent.name}/{report.path.name}"
    message = f"the signature “{signature.text}” is exact for {name}: say more of the message, or narrow it by `where`"
    return Problem(article.path, signature.line, message)


def _alone(article: Article, signature: Signature) -> Catalogue:
    """The article with this signature only."""
    return Catalogue([replace(article, signatures=(signature,))])


def _fits(text: str, catalogue: Catalogue, *, as_printed: bool = False) -> bool:
    """Whether anything of the catalogue fits the text; `as_printed`: letter by letter, as a wording of its own must."""
    # Nothing fits what holds no gate; most pairs of a signature and a text are told apart by that.
    may_fit = any(not known.is_advice for squashed in _squash(text) for known in catalogue.candidates(squashed))
    return may_fit and any(not (as_printed and match.is_near) for match in diagnose(text, catalogue).matches)


@lru_cache(_MOST_KEPT)
def _squash(text: str) -> tuple[str, str]:
    """The two squashed texts in which gates are searched: of the text as it is read, and of the whole text."""
    return squash(normalise(shorten(text)).text), squash(text)
