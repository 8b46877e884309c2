"""The JSON answers: their shapes, and the functions that fill them. API, MCP and the commands' `--json` share them.

A shape is defined here once. mypy checks the functions by it, and ninja draws the OpenAPI document from it, in which a
class is a component of the same name. To add a field, write it into its class, fill it in the function below, and
extend tests/core/output/test_json_payloads.py.

An `Address` turns a slug into the article's address: absolute where the caller knows the site's own.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from typing_extensions import TypedDict  # pydantic reads those of `typing` from Python 3.12 on only

from kb.core.articles.filling import fill
from kb.core.articles.model import Article, Withdrawn
from kb.core.articles.rendering import to_text
from kb.core.matching.diagnosis import Diagnosis
from kb.core.matching.hints import HintCode
from kb.core.matching.verdict import Match
from kb.core.reading.report import Error, Frame
from kb.core.search.query import Results

Address = Callable[[str], str]

# Programs read an answer, and models that pay for each word; a job of 400 ranks reports every error 400 times.
_MOST_MATCHES = 10
_MOST_ERRORS = 10
_MOST_FRAMES = 20  # of an error: the outer and the inner ones
_LONGEST_MESSAGE = 2_000  # characters; a message can be as long as the paste, and the caller has that already
_LONGEST_PLACE = 200  # characters of a file's or a function's name


# ── shapes ──────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Doc:
    """The description of a field in the OpenAPI document, as in `Annotated[str, Doc("Markdown.")]`."""

    text: str

    def __get_pydantic_json_schema__(
        self, schema: Any, to_json_schema: Callable[[Any], dict[str, Any]]
    ) -> dict[str, Any]:
        """Pydantic calls this by its name, so the core need not import pydantic."""
        return {**to_json_schema(schema), "description": self.text}


class Reference(TypedDict):
    slug: str
    title: str
    url: Annotated[str, Doc("The article's permanent address.")]


class EvidenceOut(TypedDict):
    line: Annotated[int, Doc("Line of the paste, from 1.")]
    text: Annotated[str, Doc("What stands there, without prefixes and colours; a very long line is cut.")]


class MatchOut(Reference):
    verdict: Annotated[str, Doc("exact: fits the root error. likely: fits a wrapper, a fragment, or with doubts.")]
    score: float
    summary: Annotated[str, Doc("The cause, in one sentence of Markdown.")]
    fix: Annotated[str, Doc("The fix, in Markdown and in the article's own words: nothing of the paste.")]
    reasons: Annotated[list[str], Doc("Why we think so, best first.")]
    error: Annotated[int | None, Doc("Index into `errors`.")]
    evidence: EvidenceOut


class FrameOut(TypedDict):
    file: str
    line: int
    function: str


class ErrorOut(TypedDict):
    type: str
    message: str
    line: Annotated[int, Doc("Line of the paste, from 1.")]
    root: bool
    frames: list[FrameOut]


class LeftOut(TypedDict):
    matches: int
    errors: int
    frames: Annotated[int, Doc("Of the errors that are told; of each, the outer and the inner frames are.")]


class HintOut(TypedDict):
    code: Annotated[str, Doc(f"One of {', '.join(HintCode)}.")]
    text: str


class Related(Reference):
    missing: Annotated[str | None, Doc("Where its message nearly fits: what was missing.")]


class DiagnosisOut(TypedDict):
    verdict: Annotated[str, Doc("exact, likely or none.")]
    matches: list[MatchOut]
    errors: Annotated[list[ErrorOut], Doc("Those that a match is about and roots before all others.")]
    left_out: Annotated[LeftOut, Doc("How many more the paste has: the answer has a bound.")]
    hints: list[HintOut]
    related: list[Related]
    environment: Annotated[dict[str, str], Doc("Versions read from the paste.")]


class Summary(Reference):
    summary: str
    fix: str
    projects: list[str]
    exceptions: list[str]
    tags: list[str]
    updated: str


class Affected(TypedDict):
    package: str
    versions: str
    note: str


class Scripts(TypedDict):
    name: str
    repro: str
    fixed: str


class RunOut(TypedDict):
    script: str
    python: str
    platform: str
    packages: dict[str, str]
    date: str
    exit: int
    reproduced: bool
    output: str


class SourceOut(TypedDict):
    title: str
    url: str
    supports: str


class Whole(Summary):
    aliases: list[str]
    symptoms: Annotated[list[str], Doc("How people put it who do not quote the error.")]
    body: Annotated[str, Doc("Markdown.")]
    affects: list[Affected]
    requires: list[str]
    proof: Annotated[str, Doc("How it was proven: run, simulated (with a stand-in), or sourced (not run).")]
    stand_ins: Annotated[list[str], Doc("Addresses of the sources of what stood in for a GPU or a server.")]
    scripts: list[Scripts]
    runs: list[RunOut]
    symptom_of: list[str]
    related: list[str]
    sources: list[SourceOut]
    created: str


class ArticleList(TypedDict):
    total: int
    articles: list[Summary]


class Hit(Reference):
    summary: str
    score: float
    highlight: Annotated[str, Doc("The summary as HTML: escaped, with the matching words in <mark>.")]
    line: Annotated[str, Doc("HTML: the line of error text that says most of the query, if the title does not.")]
    reason: Annotated[str, Doc("Why the matcher takes the query for this error; empty where it does not.")]


class SearchResults(TypedDict):
    query: str
    total: int
    suggestion: str | None
    results: list[Hit]
    facets: dict[str, dict[str, int]]


class Suggestions(TypedDict):
    query: str
    suggestions: list[Reference]


class Problem(TypedDict):
    code: str
    message: str


class Failure(TypedDict):
    error: Problem


# ── a paste ─────────────────────────────────────────────────────────────────────────────────────────────────────


def match_payload(
    diagnosis: Diagnosis, related: Iterable[Article], address: Address, *, personal: bool = False
) -> DiagnosisOut:
    """The answer to one paste. It repeats nothing of the paste but errors, evidence and versions read from it.

    A fix is in the article's own words, which are safe to post anywhere. With `personal` it names what the paste
    names, such as `my_module`: for its sender's eyes only. The answer has a bound, however much there is in the paste;
    `left_out` counts what is not in it.
    """
    missing = {miss.article.slug: miss.missing for miss in diagnosis.misses}
    matches = diagnosis.matches[:_MOST_MATCHES]
    chosen = _choose_errors(diagnosis.errors, {match.error for match in matches})
    errors = [diagnosis.errors[index] for index in chosen]
    places: dict[int | None, int | None] = {None: None, **{index: place for place, index in enumerate(chosen)}}
    return {
        "verdict": diagnosis.verdict.value,
        "matches": [_match(match, address, places[match.error], personal=personal) for match in matches],
        "errors": [_error(error) for error in errors],
        "left_out": {
            "matches": len(diagnosis.matches) - len(matches),
            "errors": len(diagnosis.errors) - len(errors),
            "frames": sum(len(error.frames) - len(_choose_frames(error.frames)) for error in errors),
        },
        "hints": [{"code": hint.code, "text": str(hint.text)} for hint in diagnosis.hints],
        "related": [{**_reference(article, address), "missing": missing.get(article.slug)} for article in related],
        "environment": dict(diagnosis.environment),
    }


def _match(match: Match, address: Address, error: int | None, *, personal: bool) -> MatchOut:
    article = match.article
    captures = match.captures if personal else {}
    return {
        **_reference(article, address),
        "verdict": match.verdict.value,
        "score": match.score,
        "summary": fill(article.summary, captures),
        "fix": fill(article.fix, captures),
        "reasons": [str(reason) for reason in match.reasons],
        "error": error,
        "evidence": {"line": match.line, "text": match.quote},
    }


def _error(error: Error) -> ErrorOut:
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
        "symptoms": list(article.symptoms),
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


# ── errors ──────────────────────────────────────────────────────────────────────────────────────────────────────


def withdrawn_payload(withdrawn: Withdrawn, address: Address) -> Failure:
    """The answer for an article that is gone for good: why, since when, and which articles to read instead."""
    see = f" See {' and '.join(map(address, withdrawn.see))}." if withdrawn.see else ""
    reason = " ".join(to_text(withdrawn.reason).split())
    return error_payload("gone", f"“{withdrawn.title}” was withdrawn on {withdrawn.withdrawn}. {reason}{see}")


def error_payload(code: str, message: str) -> Failure:
    """The one shape of every error of the API."""
    return {"error": {"code": code, "message": message}}
