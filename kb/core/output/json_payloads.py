"""Fills the JSON answers, whose shapes json_shapes.py defines. API, MCP and the commands' `--json` share them.

An `Address` turns a slug into the article's address: absolute where the caller knows the site's own.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from kb.core.articles.filling import fill
from kb.core.articles.model import Article, Withdrawn
from kb.core.articles.rendering import to_text
from kb.core.explaining.explanation import explain
from kb.core.explaining.missing_names import find_missing_names
from kb.core.explaining.model import Explanation, Link, OwnFrame, Raised
from kb.core.matching.diagnosis import Diagnosis
from kb.core.matching.verdict import Match
from kb.core.reading.origins import Origin, find_origin
from kb.core.reading.report import Error, Frame
from kb.core.search.query import Results
from kb.core.versions.answers import NameVersions
from kb.core.versions.browsing import MOST_LIVES
from kb.core.versions.history import History
from kb.core.versions.model import Life

if TYPE_CHECKING:  # a start needs no shapes, which take long to make
    from kb.core.output.json_shapes import (
        ArticleList,
        DiagnosisOut,
        ErrorOut,
        ExplanationOut,
        Failure,
        LinkOut,
        MatchOut,
        NameVersionsOut,
        OwnOut,
        PackageVersions,
        RaisedOut,
        Reference,
        SearchResults,
        Suggestions,
        Summary,
        Whole,
    )

Address = Callable[[str], str]

# Programs read an answer, and models that pay for each word; a job of 400 ranks reports every error 400 times.
_MOST_MATCHES = 10
_MOST_ERRORS = 10
_MOST_FRAMES = 20  # of an error: the outer and the inner ones
_LONGEST_MESSAGE = 2_000  # characters; a message can be as long as the paste, and the caller has that already
_LONGEST_PLACE = 200  # characters of a file's or a function's name


# ── a paste ─────────────────────────────────────────────────────────────────────────────────────────────────────


def match_payload(
    diagnosis: Diagnosis, related: Iterable[Article], address: Address, *, personal: bool = False
) -> DiagnosisOut:
    """The answer to one paste. It repeats nothing of it but errors, frames, the reader's own line and versions.

    A fix is that of the article's case and in the article's own words, which are safe to post anywhere. With `personal`
    it names what the paste names, such as `my_module`: for its sender's eyes only. The answer has a bound, however much
    there is in the paste; `left_out` counts what is not in it.
    """
    missing = {miss.article.slug: miss.missing for miss in diagnosis.misses}
    matches = diagnosis.matches[:_MOST_MATCHES]
    chosen = _choose_errors(diagnosis.errors, {match.error for match in matches})
    errors = [diagnosis.errors[index] for index in chosen]
    origins = {index: find_origin(diagnosis.errors[index], diagnosis.paste, diagnosis.errors) for index in chosen}
    places: dict[int | None, int | None] = {None: None, **{index: place for place, index in enumerate(chosen)}}
    explanation = explain(diagnosis, origins=origins)
    return {
        "verdict": diagnosis.verdict.value,
        "headline": diagnosis.headline,
        "matches": [
            _match(
                match,
                address,
                places[match.error],
                _versions(match.error, diagnosis, explanation),
                personal=personal,
            )
            for match in matches
        ],
        "errors": [_error(diagnosis.errors[index], origins[index]) for index in chosen],
        "left_out": {
            "matches": len(diagnosis.matches) - len(matches),
            "errors": len(diagnosis.errors) - len(errors),
            "frames": sum(len(error.frames) - len(_choose_frames(error.frames)) for error in errors),
        },
        "hints": [{"code": hint.code, "text": str(hint.text)} for hint in diagnosis.hints],
        "related": [{**_reference(article, address), "missing": missing.get(article.slug)} for article in related],
        "environment": dict(diagnosis.environment),
        "explanation": _explanation(explanation),
    }


def _explanation(explanation: Explanation | None) -> ExplanationOut | None:
    if explanation is None:
        return None
    raised_in, own = explanation.raised_in, explanation.own
    return {
        "root": {"line": explanation.root.line, "text": explanation.root.text},
        "masked": explanation.masked,
        "raised_in": _raised(raised_in) if raised_in else None,
        "own": _own(own) if own else None,
        "chain": [_link(link) for link in explanation.chain],
        "says": list(explanation.says),
        "kind_help": [str(sentence) for sentence in explanation.kind_help],
        "next": [str(step) for step in explanation.next],
        "searches": [{"label": str(search.label), "url": search.url} for search in explanation.searches],
        "versions": [versions_payload(answer) for answer in explanation.versions],
    }


def versions_payload(answer: NameVersions) -> NameVersionsOut:
    """Which releases of a package have a name."""
    return {
        "package": answer.package,
        "name": answer.name,
        "kind": answer.kind,
        "guess": answer.is_guess,
        "has": answer.has,
        "spans": [{"first": span.first, "last": span.last} for span in answer.spans],
        "last": answer.last,
        "first_without": answer.first_without,
        "first_with": answer.first_with,
        "exact": answer.is_exact,
        "installed": answer.installed,
        "now": answer.now,
        "commands": list(answer.commands),
        "says": [str(sentence) for sentence in answer.sentences],
    }


def _versions(error: int | None, diagnosis: Diagnosis, explanation: Explanation | None) -> list[NameVersionsOut]:
    """What the releases say about the error of a match; that of the explanation was asked for already."""
    if error is None:
        return []
    told = diagnosis.errors[error]
    is_explained = explanation and next((each for each in diagnosis.errors if each.is_root), None) is told
    found = explanation.versions if explanation and is_explained else find_missing_names(told, diagnosis.paste)
    return [versions_payload(answer) for answer in found]


def _raised(raised: Raised) -> RaisedOut:
    return {
        "package": raised.package,
        "version": raised.version or None,
        "file": raised.file,
        "line": raised.line,
        "function": raised.function,
    }


def _own(own: OwnFrame) -> OwnOut:
    return {
        "file": own.file,
        "line": own.line,
        "function": own.function,
        "paste_line": own.paste_line,
        "source": own.source,
    }


def _link(link: Link) -> LinkOut:
    return {
        "text": link.text,
        "line": link.line,
        "kind": link.kind.value,
        "count": link.count,
        "ranks": list(link.ranks),
    }


def _match(
    match: Match, address: Address, error: int | None, versions: list[NameVersionsOut], *, personal: bool
) -> MatchOut:
    article = match.article
    values = match.values if personal else {}
    return {
        **_reference(article, address),
        "verdict": match.verdict.value,
        "kind": match.kind.value,
        "weak": match.is_weak,
        "score": match.score,
        "summary": fill(article.summary, values),
        "fix": fill(match.fix, values),
        "section": match.section,
        "reasons": [str(reason) for reason in match.reasons],
        "error": error,
        "evidence": {"line": match.line, "text": match.quote},
        "versions": versions,
    }


def _error(error: Error, origin: Origin) -> ErrorOut:
    return {
        "type": error.type,
        "message": _cut(error.message, _LONGEST_MESSAGE),
        "line": error.line,
        "root": error.is_root,
        "raised_in": origin.raised_in or None,
        "own_line": origin.own.paste_line or None if origin.own else None,
        "frames": [
            {
                "file": _cut(frame.file, _LONGEST_PLACE),
                "line": frame.line,
                "function": _cut(frame.function, _LONGEST_PLACE),
            }
            for frame in _choose_frames(error.frames)
        ],
    }


def _choose_errors(errors: Sequence[Error], matched: Container[int | None]) -> list[int]:
    """The indexes of the errors in the answer, in their order: those that a match is about, then roots, then others."""
    by_weight = sorted(range(len(errors)), key=lambda index: (index not in matched, not errors[index].is_root))
    return sorted(by_weight[:_MOST_ERRORS])


def _choose_frames(frames: Sequence[Frame]) -> Sequence[Frame]:
    half = _MOST_FRAMES // 2
    return frames if len(frames) <= _MOST_FRAMES else (*frames[:half], *frames[-half:])


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most] + "…"


# ── a search ────────────────────────────────────────────────────────────────────────────────────────────────────


def search_payload(results: Results, articles: Mapping[str, Article], address: Address) -> SearchResults:
    """One page of search results. `articles` holds, by slug, at least those that were found."""
    return {
        "query": results.query,
        "total": results.total,
        "suggestion": results.suggestion,
        "results": [
            {
                **_reference(articles[hit.slug], address),
                "summary": articles[hit.slug].summary,
                "score": hit.score,
                "highlight": hit.highlight,
                "line": hit.line,
                "reason": hit.reason,
            }
            for hit in results.hits
        ],
        "facets": {name: dict(counts) for name, counts in results.facets.items()},
    }


def suggestions_payload(results: Results, articles: Mapping[str, Article], address: Address) -> Suggestions:
    """The articles for half a query, and the query itself, by which a page knows an answer that comes too late."""
    return {
        "query": results.query,
        "suggestions": [_reference(articles[hit.slug], address) for hit in results.hits],
    }


# ── articles ────────────────────────────────────────────────────────────────────────────────────────────────────


def list_payload(articles: Sequence[Article], address: Address) -> ArticleList:
    """All articles, in short."""
    return {"total": len(articles), "articles": [summary_payload(article, address) for article in articles]}


def summary_payload(article: Article, address: Address) -> Summary:
    """An article in a list."""
    return {
        **_reference(article, address),
        "summary": fill(article.summary),
        "fix": fill(article.fix),
        "projects": list(article.projects),
        "exceptions": list(article.exceptions),
        "tags": list(article.tags),
        "updated": article.updated.isoformat(),
    }


def article_payload(article: Article, address: Address) -> Whole:
    """A whole article: its words, scripts, recorded runs and sources."""
    base = address(article.slug)
    return {
        **summary_payload(article, address),
        "aliases": list(article.aliases),
        "authors": list(article.authors),
        "symptoms": list(article.symptoms),
        "cases": [{"when": list(case.when), "fix": fill(case.fix), "section": case.section} for case in article.cases],
        "body": article.body,
        "affects": [
            {"package": item.package, "versions": str(item.versions), "note": item.note} for item in article.affects
        ],
        "requires": list(article.requires),
        "proof": article.proof.value,
        "stand_ins": [base + script.name for script in article.stand_ins],
        "scripts": [
            {"name": pair.name, "repro": base + pair.repro.name, "fixed": base + pair.fixed.name}
            for pair in article.pairs
        ],
        "runs": [
            {
                "script": run.script,
                "python": run.python,
                "platform": run.platform,
                "packages": dict(run.packages),
                "date": run.date.isoformat(),
                "exit": run.exit_status,
                "reproduced": run.reproduced,
                "output": run.output,
            }
            for run in article.runs
        ],
        "symptom_of": list(article.symptom_of),
        "related": list(article.related),
        "sources": [{"title": item.title, "url": item.url, "supports": item.supports} for item in article.sources],
        "created": article.created.isoformat(),
    }


def _reference(article: Article, address: Address) -> Reference:
    return {"slug": article.slug, "title": article.title, "url": address(article.slug)}


# ── versions ────────────────────────────────────────────────────────────────────────────────────────────────────


def package_payload(history: History, name: str, lives: Sequence[Life]) -> PackageVersions:
    """The releases of a package, and the lives of the names that somebody asked for."""
    return {
        "package": history.package,
        "imports": list(history.imports),
        "releases": [release.version for release in history.releases],
        "yanked": [release.version for release in history.releases if release.yanked],
        "unread": [release.version for release in history.releases if not release.read],
        "name": name,
        "total": len(lives),
        "names": [
            {
                "name": life.name,
                "kind": life.kind,
                "spans": [{"first": span.first, "last": span.last} for span in life.spans],
                "now": life.now,
            }
            for life in lives[:MOST_LIVES]
        ],
    }


# ── errors ──────────────────────────────────────────────────────────────────────────────────────────────────────


def withdrawn_payload(withdrawn: Withdrawn, address: Address) -> Failure:
    """The answer for an article that is gone for good: why, since when, and which articles to read instead."""
    see = f" See {' and '.join(map(address, withdrawn.see))}." if withdrawn.see else ""
    reason = " ".join(to_text(withdrawn.reason).split())
    return error_payload("gone", f"“{withdrawn.title}” was withdrawn on {withdrawn.withdrawn}. {reason}{see}")


def error_payload(code: str, message: str) -> Failure:
    """The one shape of every error of the API."""
    return {"error": {"code": code, "message": message}}
