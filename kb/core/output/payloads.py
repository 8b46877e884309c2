"""Answers as plain dicts, ready for JSON: the API and the commands' `--json` share them.

`address` turns a slug into the article's address: absolute where the caller knows the site's own.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any

from kb.core.articles.filling import fill
from kb.core.articles.model import Article, Withdrawn
from kb.core.articles.rendering import to_text
from kb.core.matching.diagnosis import Diagnosis
from kb.core.matching.verdict import Match
from kb.core.reading.report import Error, Frame
from kb.core.search.query import Results

Address = Callable[[str], str]

# An answer is read by programs and by models that pay for each word, and a job of 400 ranks says all 400 times.
_MOST_MATCHES = 10
_MOST_ERRORS = 10
_MOST_FRAMES = 20  # of an error: the outer and the inner ones
# Characters; a message can be as long as the paste, and the caller has that already.
_LONGEST_MESSAGE = 2_000
_LONGEST_PLACE = 200  # of a file's or a function's name


def match_payload(
    diagnosis: Diagnosis, related: Iterable[Article], address: Address, *, personal: bool = False
) -> dict[str, Any]:
    """The answer to one paste. It repeats nothing of the paste but errors, evidence and versions read from it.

    A fix is in the article's own words, which are safe to post anywhere. With `personal` it names what the paste
    names, `my_module` say: for its sender's eyes only. However much there is in the paste, the answer has a bound, and
    `left_out` counts what is not in it.
    """
    missing = {miss.article.slug: miss.missing for miss in diagnosis.misses}
    matches = diagnosis.matches[:_MOST_MATCHES]
    told = _told_errors(diagnosis.errors, {match.error for match in matches})
    errors = [diagnosis.errors[index] for index in told]
    places: dict[int | None, int | None] = {None: None, **{index: place for place, index in enumerate(told)}}
    return {
        "verdict": diagnosis.verdict.value,
        "matches": [_match(match, address, places[match.error], personal=personal) for match in matches],
        "errors": [_error(error) for error in errors],
        "left_out": {
            "matches": len(diagnosis.matches) - len(matches),
            "errors": len(diagnosis.errors) - len(errors),
            "frames": sum(len(error.frames) - len(_told_frames(error.frames)) for error in errors),
        },
        "hints": [{"code": hint.code, "text": str(hint.text)} for hint in diagnosis.hints],
        "related": [{**_reference(article, address), "missing": missing.get(article.slug)} for article in related],
        "environment": dict(diagnosis.environment),
    }


def search_payload(results: Results, articles: Mapping[str, Article], address: Address) -> dict[str, Any]:
    """One page of search results; `articles` holds, by slug, at least those that were found."""
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


def suggestions_payload(results: Results, articles: Mapping[str, Article], address: Address) -> dict[str, Any]:
    """The articles that half a query leads to, and the query, so that a late answer can be told from the last."""
    return {
        "query": results.query,
        "suggestions": [_reference(articles[hit.slug], address) for hit in results.hits],
    }


def summary_payload(article: Article, address: Address) -> dict[str, Any]:
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


def article_payload(article: Article, address: Address) -> dict[str, Any]:
    """An article whole: its words, scripts, recorded runs and sources."""
    base = address(article.slug)
    return {
        **summary_payload(article, address),
        "aliases": list(article.aliases),
        "symptoms": list(article.symptoms),
        "body": article.body,
        "affects": [
            {"package": item.package, "versions": str(item.versions), "note": item.note} for item in article.affects
        ],
        "requires": list(article.requires),
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


def withdrawn_payload(withdrawn: Withdrawn, address: Address) -> dict[str, Any]:
    """What the API says of an article that is gone for good: why, since when, and where to go."""
    see = f" See {' and '.join(map(address, withdrawn.see))}." if withdrawn.see else ""
    reason = " ".join(to_text(withdrawn.reason).split())
    return error_payload("gone", f"“{withdrawn.title}” was withdrawn on {withdrawn.withdrawn}. {reason}{see}")


def error_payload(code: str, message: str) -> dict[str, Any]:
    """What the API says where it cannot answer."""
    return {"error": {"code": code, "message": message}}


def _reference(article: Article, address: Address) -> dict[str, Any]:
    return {"slug": article.slug, "title": article.title, "url": address(article.slug)}


def _match(match: Match, address: Address, error: int | None, *, personal: bool) -> dict[str, Any]:
    article = match.article
    return {
        **_reference(article, address),
        "verdict": match.verdict.value,
        "score": match.score,
        "summary": fill(article.summary, match.captures if personal else {}),
        "fix": fill(article.fix, match.captures if personal else {}),
        "reasons": [str(reason) for reason in match.reasons],
        "error": error,
        "evidence": {"line": match.line, "text": match.quote},
    }


def _error(error: Error) -> dict[str, Any]:
    return {
        "type": error.type,
        "message": _cut(error.message, _LONGEST_MESSAGE),
        "line": error.line,
        "root": error.is_root,
        "frames": [
            {
                "file": _cut(frame.file, _LONGEST_PLACE),
                "line": frame.line,
                "function": _cut(frame.function, _LONGEST_PLACE),
            }
            for frame in _told_frames(error.frames)
        ],
    }


def _told_errors(errors: Sequence[Error], matched: Container[int | None]) -> list[int]:
    """The indexes of the errors that are told, in their order: those that a match is about, then roots, then others."""
    by_weight = sorted(range(len(errors)), key=lambda index: (index not in matched, not errors[index].is_root))
    return sorted(by_weight[:_MOST_ERRORS])


def _told_frames(frames: Sequence[Frame]) -> Sequence[Frame]:
    half = _MOST_FRAMES // 2
    return frames if len(frames) <= _MOST_FRAMES else (*frames[:half], *frames[-half:])


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most] + "…"
