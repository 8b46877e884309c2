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
from kb.core.explaining.explanation import explain
from kb.core.explaining.model import Explanation, Link, LinkKind, OwnFrame, Raised
from kb.core.matching.diagnosis import Diagnosis
from kb.core.matching.hints import HintCode
from kb.core.matching.verdict import Match
from kb.core.reading.origins import Origin, find_origin
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
    verdict: Annotated[str, Doc("exact: fits the root error. likely: a kind of error, or it fits with doubts.")]
    kind: Annotated[str, Doc("known: one known error. general: a kind of error that has several causes.")]
    weak: Annotated[bool, Doc("Fits only a wrapper or a fragment, or something speaks against it.")]
    score: float
    summary: Annotated[str, Doc("The cause, in one sentence of Markdown.")]
    fix: Annotated[
        str,
        Doc("The fix for this paste, in Markdown, with its names and numbers. Code holds harmless values only."),
    ]
    section: Annotated[str, Doc("The anchor of the article's heading that leads for this paste, or empty.")]
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
    raised_in: Annotated[
        str | None, Doc("The package whose code raised it, `own`, or `stdlib`; null where it does not show.")
    ]
    own_line: Annotated[int | None, Doc("Line of the paste, from 1, with the innermost frame of the sender's code.")]
    frames: list[FrameOut]


class RaisedOut(TypedDict):
    package: Annotated[str, Doc("As it is imported; `own`: the sender's code; `stdlib`: Python's.")]
    version: Annotated[str | None, Doc("Of the package, where the paste tells it.")]
    file: str
    line: Annotated[int, Doc("0 where the paste does not tell it.")]
    function: str


class OwnOut(TypedDict):
    file: str
    line: Annotated[int, Doc("0 where the paste does not tell it.")]
    function: str
    paste_line: Annotated[int, Doc("Line of the paste, from 1, on which the frame stands.")]
    source: Annotated[str, Doc("The statement that the paste quotes there, or empty.")]


class LinkOut(TypedDict):
    text: str
    line: Annotated[int, Doc("Line of the paste, from 1.")]
    kind: Annotated[str, Doc(f"One of: {', '.join(LinkKind)}.")]
    count: Annotated[int, Doc("How often it stands in the paste, numbers set aside.")]
    ranks: list[int]


class SearchOut(TypedDict):
    label: str
    url: Annotated[str, Doc("Nothing of the paste but the error's wording, without its values.")]


class ExplanationOut(TypedDict):
    root: EvidenceOut
    masked: Annotated[str, Doc("The root's line with names in place of values: fit to be posted.")]
    raised_in: Annotated[RaisedOut | None, Doc("The frame that raised it; null where the paste does not show it.")]
    own: Annotated[OwnOut | None, Doc("The innermost frame of the sender's own code.")]
    chain: Annotated[list[LinkOut], Doc("The root and what it brought about; empty where it stands alone.")]
    says: Annotated[list[str], Doc("Sentences of the message itself that suggest something, verbatim.")]
    kind_help: Annotated[list[str], Doc("What errors of this kind mean, and where to look first.")]
    next: Annotated[list[str], Doc("What to look at, run or paste to find the cause.")]
    searches: Annotated[list[SearchOut], Doc("Links to open; nothing is sent before.")]


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
    headline: Annotated[str, Doc("The root error's line as pasted, cleaned and cut; empty where there is none.")]
    matches: list[MatchOut]
    errors: Annotated[list[ErrorOut], Doc("Those that a match is about and roots before all others.")]
    left_out: Annotated[LeftOut, Doc("How many more the paste has: the answer has a bound.")]
    hints: list[HintOut]
    related: list[Related]
    environment: Annotated[dict[str, str], Doc("Versions read from the paste.")]
    explanation: Annotated[ExplanationOut | None, Doc("Of the first root error, known or not; null without one.")]


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


class CaseOut(TypedDict):
    when: Annotated[list[str], Doc("Conditions on what a paste says; all must hold.")]
    fix: str
    section: str


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
    cases: Annotated[
        list[CaseOut], Doc("Fixes for some pastes, the first that holds decides; `fix` is for all others.")
    ]
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
    """The answer to one paste. It repeats nothing of it but errors, frames, the reader's own line and versions.

    A fix is that of the article's case and in the article's own words, which are safe to post anywhere. With `personal`
    it names what the paste names, such as `my_module`: for its sender's eyes only. The answer has a bound, however much
    there is in the paste; `left_out` counts what is not in it.
    """
    missing = {miss.article.slug: miss.missing for miss in diagnosis.misses}
    matches = diagnosis.matches[:_MOST_MATCHES]
    chosen = _choose_errors(diagnosis.errors, {match.error for match in matches})
    errors = [diagnosis.errors[index] for index in chosen]
    places: dict[int | None, int | None] = {None: None, **{index: place for place, index in enumerate(chosen)}}
    return {
        "verdict": diagnosis.verdict.value,
        "headline": diagnosis.headline,
        "matches": [_match(match, address, places[match.error], personal=personal) for match in matches],
        "errors": [_error(error, find_origin(error, diagnosis.paste, diagnosis.errors)) for error in errors],
        "left_out": {
            "matches": len(diagnosis.matches) - len(matches),
            "errors": len(diagnosis.errors) - len(errors),
            "frames": sum(len(error.frames) - len(_choose_frames(error.frames)) for error in errors),
        },
        "hints": [{"code": hint.code, "text": str(hint.text)} for hint in diagnosis.hints],
        "related": [{**_reference(article, address), "missing": missing.get(article.slug)} for article in related],
        "environment": dict(diagnosis.environment),
        "explanation": _explanation(explain(diagnosis)),
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
    }


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


def _match(match: Match, address: Address, error: int | None, *, personal: bool) -> MatchOut:
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


# ── errors ──────────────────────────────────────────────────────────────────────────────────────────────────────


def withdrawn_payload(withdrawn: Withdrawn, address: Address) -> Failure:
    """The answer for an article that is gone for good: why, since when, and which articles to read instead."""
    see = f" See {' and '.join(map(address, withdrawn.see))}." if withdrawn.see else ""
    reason = " ".join(to_text(withdrawn.reason).split())
    return error_payload("gone", f"“{withdrawn.title}” was withdrawn on {withdrawn.withdrawn}. {reason}{see}")


def error_payload(code: str, message: str) -> Failure:
    """The one shape of every error of the API."""
    return {"error": {"code": code, "message": message}}
