"""Build the JSON answers, whose shapes json_shapes.py defines. API, MCP and the commands' `--json` share them.

An `Address` turns a slug into the article's address, which is absolute if the caller knows the site's address.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from tracefix.answers.brief import FULL, Limits, drop_empty
from tracefix.answers.choice import Answer, Answers, choose_answers
from tracefix.answers.error_groups import ErrorGroup, choose_errors, choose_frames, merge_errors
from tracefix.articles.filling import fill
from tracefix.articles.model import Article, Run, Withdrawn
from tracefix.articles.quantities import only_quantities
from tracefix.articles.steps import Filled, Remedy
from tracefix.cutting import cut, cut_beginning
from tracefix.explaining.missing_names import find_missing_names
from tracefix.explaining.model import Explanation, Link, OwnFrame, Project, Raised
from tracefix.lazy_pattern import lazy_pattern
from tracefix.matching.diagnosis import Diagnosis
from tracefix.matching.verdict import Match
from tracefix.reading.origins import Origin, find_origin
from tracefix.reading.report import Error

if TYPE_CHECKING:  # not at start-up, because creating the shapes and importing the search takes long
    from tracefix.answers.json_shapes import (
        AnswerOut,
        ArticleList,
        DiagnosisOut,
        ErrorOut,
        ExplanationOut,
        Failure,
        FoundNames,
        Hit,
        LinkOut,
        MatchOut,
        NameLife,
        NameVersionsOut,
        OwnOut,
        PackageVersions,
        ProjectOut,
        RaisedOut,
        Reference,
        RunOut,
        SearchResults,
        StepOut,
        Suggestions,
        Summary,
        Whole,
    )
    from tracefix.search.query import Hit as FoundHit
    from tracefix.search.query import Results
    from tracefix.versions.answers import NameVersions
    from tracefix.versions.everywhere import Found
    from tracefix.versions.history import History
    from tracefix.versions.model import Life

Address = Callable[[str], str]

Say = Callable[[str], str]  # from a Phrase to its text in the language of the answer

_OWN_LINK = lazy_pattern(r"\]\(/articles/([a-z0-9-]+)/(#[^)\s]*)?\)")  # in our own articles


# ── a paste ─────────────────────────────────────────────────────────────────────────────────────────────────────


def match_payload(
    diagnosis: Diagnosis,
    related: Iterable[Article],
    address: Address,
    *,
    personal: bool = False,
    limits: Limits = FULL,
    say: Say = str,
    answers: Answers | None = None,
) -> DiagnosisOut:
    """The answer to one paste. Of the paste it repeats only errors, frames, the reader's own line and versions.

    The fix is that of the article's case, in the article's own words with the numbers of the paste, which are safe to
    post anywhere. With `personal`, it contains names from the paste, such as `my_module`, and must be shown only to the
    sender. The size of the answer
    is limited, however long the paste is; `left_out` counts what was left out. Equal errors are merged into one. `say`
    translates the site's sentences; related articles and matches must already be in the reader's language. `answers`
    are those of choose_answers(), if chosen already.
    """
    missing = {miss.article.slug: miss.missing for miss in diagnosis.misses}
    matched = {match.error for match in diagnosis.matches[: limits.matches]}
    chosen = choose_errors(merge_errors(diagnosis.errors), diagnosis.errors, matched, limits.errors)
    shown = [diagnosis.errors[each.index] for each in chosen]
    origins = {
        each.index: find_origin(diagnosis.errors[each.index], diagnosis.paste, diagnosis.errors) for each in chosen
    }
    places: dict[int | None, int] = {member: place for place, each in enumerate(chosen) for member in each.members}
    answers = answers or choose_answers(diagnosis, origins)
    matches = _with_answered(diagnosis.matches[: limits.matches], answers)
    first = answers.first
    return {
        "verdict": first.verdict.value,
        "headline": first.headline,
        "answers": [
            _answer(each, each is first, diagnosis, places, limits, address, personal=personal, say=say)
            for each in answers.answers
        ],
        "others": [match.article.slug for match in answers.others],
        "matches": [
            _match(
                match,
                address,
                places.get(match.error),
                _versions(match.error, diagnosis, answers, say),
                personal=personal,
                say=say,
            )
            for match in matches
        ],
        "errors": [_error(each, error, origins[each.index], limits) for each, error in zip(chosen, shown, strict=True)],
        "left_out": {
            "matches": len(diagnosis.matches) - len(matches),
            "errors": len(diagnosis.errors) - sum(each.count for each in chosen),
            "frames": sum(max(0, len(error.frames) - limits.frames) for error in shown),
        },
        "hints": [{"code": hint.code, "text": say(hint.text)} for hint in diagnosis.hints],
        "related": [{**_reference(article, address), "missing": missing.get(article.slug)} for article in related],
        "environment": dict(diagnosis.environment),
        "explanation": _explanation(first.explanation, limits, say),
    }


def _answer(
    answer: Answer,
    is_first: bool,
    diagnosis: Diagnosis,
    places: Mapping[int | None, int],
    limits: Limits,
    address: Address,
    *,
    personal: bool,
    say: Say,
) -> AnswerOut:
    """One answer. The explanation of the first one stands beside the answers."""
    index = next((index for index, error in enumerate(diagnosis.errors) if error is answer.error), None)
    remedy = answer.remedy(personal=personal)
    out: AnswerOut = {
        "verdict": answer.verdict.value,
        "headline": answer.headline,
        "finding": _said(remedy.finding, address, say),
        "steps": steps_payload(remedy, address, say),
        "article": answer.match.article.slug if answer.match else None,
        "error": places.get(index),
    }
    return out if is_first else {**out, "explanation": _explanation(answer.explanation, limits, say)}


def _with_answered(matches: tuple[Match, ...], answers: Answers) -> list[Match]:
    """The matches to show, with every one that an answer is about in place of the last."""
    left = [each.match for each in answers.answers if each.match and each.match not in matches]
    return [*matches[: len(matches) - len(left)], *left]


def _project(project: Project | None) -> ProjectOut | None:
    if project is None:
        return None
    return {"name": project.name, "repository": project.repository, "issues": project.issues}


def _explanation(explanation: Explanation | None, limits: Limits, say: Say) -> ExplanationOut | None:
    if explanation is None:
        return None
    raised_in, own = explanation.raised_in, explanation.own
    return {
        "root": {"line": explanation.root.line, "text": explanation.root.text},
        "masked": explanation.masked,
        "raised_in": _raised_payload(raised_in) if raised_in else None,
        "own": _own_payload(own) if own else None,
        "chain": [_link(link) for link in explanation.chain[: limits.links]],
        "says": list(explanation.says),
        "kind_help": [say(sentence) for sentence in explanation.kind_help],
        "next": [say(step) for step in explanation.next],
        "searches": [{"label": say(search.label), "url": search.url} for search in explanation.searches],
        "project": _project(explanation.project),
        "versions": [versions_payload(answer, say) for answer in explanation.versions],
    }


def versions_payload(answer: NameVersions, say: Say = str) -> NameVersionsOut:
    """The releases of a package that have a name."""
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
        "now": answer.replacement,
        "commands": list(answer.commands),
        "says": [say(sentence) for sentence in answer.sentences],
    }


def _versions(error: int | None, diagnosis: Diagnosis, answers: Answers, say: Say) -> list[NameVersionsOut]:
    """The releases that have the name missing in a match's error. Those of an answer about the error are reused."""
    if error is None:
        return []
    chosen = diagnosis.errors[error]
    known = next((each for each in answers.answers if each.error is chosen and chosen.is_root), None)
    found = known.versions if known and known.explanation else find_missing_names(chosen, diagnosis.paste)
    return [versions_payload(answer, say) for answer in found]


def _raised_payload(raised: Raised) -> RaisedOut:
    return {
        "package": raised.package,
        "version": raised.version or None,
        "file": raised.file,
        "line": raised.line,
        "function": raised.function,
    }


def _own_payload(own: OwnFrame) -> OwnOut:
    return {
        "file": own.file,
        "line": own.line,
        "function": own.function,
        "paste_line": own.paste_line,
        "source": own.source,
        "project": own.project,
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
    match: Match,
    address: Address,
    error: int | None,
    versions: list[NameVersionsOut],
    *,
    personal: bool,
    say: Say,
) -> MatchOut:
    article = match.article
    values = match.values if personal else only_quantities(match.values)
    remedy = match.remedy(values)
    return {
        **_reference(article, address),
        "verdict": match.verdict.value,
        "kind": match.kind.value,
        "weak": match.is_weak,
        "score": match.score,
        "summary": _link_articles(fill(article.summary, values), address),
        "fix": _link_articles(fill(match.fix, values), address),
        "finding": _said(remedy.finding, address, say),
        "steps": steps_payload(remedy, address, say),
        "section": match.section,
        "reasons": [say(reason) for reason in match.reasons],
        "error": error,
        "evidence": {"line": match.line, "text": match.quote},
        "versions": versions,
    }


def steps_payload(remedy: Remedy, address: Address, say: Say = str) -> list[StepOut]:
    """The rows of a fix. Its links to articles lead there from anywhere."""
    return [
        {
            "if": _said(step.condition, address, say),
            "do": _said(step.do, address, say),
            "commands": list(step.commands),
            "note": _said(step.note, address, say),
            "source": step.source,
        }
        for step in remedy.steps
    ]


def _said(text: str, address: Address, say: Say) -> str:
    """A text of a remedy in the language of the answer: an article's own is in it already."""
    return _link_articles(str(text) if isinstance(text, Filled) else say(text), address)


def _error(group: ErrorGroup, error: Error, origin: Origin, limits: Limits) -> ErrorOut:
    return {
        "type": cut(error.type, limits.place),
        "message": cut(error.message, limits.message),
        "line": error.line,
        "root": error.is_root,
        "count": group.count,
        "ranks": list(group.ranks),
        "raised_in": origin.raised_in or None,
        "own_line": origin.own.paste_line or None if origin.own else None,
        "frames": [
            {
                "file": cut_beginning(frame.file, limits.place),
                "line": frame.line,
                "function": cut(frame.function, limits.place),
            }
            for frame in choose_frames(error.frames, limits.frames)
        ],
    }


def _link_articles(markdown: str, address: Address) -> str:
    """An article's Markdown with absolute links to other articles, or with their slugs if they have no address."""

    def link(found: re.Match[str]) -> str:
        url = address(found[1])
        return f"]({url}{found[2] or ''})" if url else f"] (article `{found[1]}`)"

    return _OWN_LINK.sub(link, markdown)


# ── a search ────────────────────────────────────────────────────────────────────────────────────────────────────


def search_payload(
    results: Results, articles: Mapping[str, Article], address: Address, *, full: bool = True, say: Say = str
) -> SearchResults:
    """One page of search results. `articles` has, by slug, at least the articles that were found.

    Only the full answer has facets and highlights. Highlights repeat the summary.
    """
    hits = [_hit(hit, articles[hit.slug], address, say) for hit in results.hits]
    answer: SearchResults = {
        "query": results.query,
        "total": results.total,
        "suggestion": results.suggestion,
        "results": hits,
    }
    if full:
        answer["facets"] = {name: dict(counts) for name, counts in results.facets.items()}
        return answer
    for hit in hits:
        del hit["highlight"]
    return cast("SearchResults", drop_empty(answer))


def _hit(hit: FoundHit, article: Article, address: Address, say: Say) -> Hit:
    return {
        **_reference(article, address),
        "summary": _link_articles(fill(article.summary), address),
        "score": hit.score,
        "highlight": hit.highlight,
        "proof": article.proof.value,
        "line": hit.line,
        "reason": say(hit.reason),
    }


def suggestions_payload(
    query: str, slugs: Iterable[str], articles: Mapping[str, Article], address: Address
) -> Suggestions:
    """The articles for a half-typed query, and the query, so that the page can ignore an answer that arrives late."""
    return {"query": query, "suggestions": [_reference(articles[slug], address) for slug in slugs]}


# ── articles ────────────────────────────────────────────────────────────────────────────────────────────────────


def list_payload(articles: Sequence[Article], address: Address) -> ArticleList:
    """The summaries of all articles."""
    return {"total": len(articles), "articles": [summary_payload(article, address) for article in articles]}


def summary_payload(article: Article, address: Address) -> Summary:
    """The summary of an article, for a list."""
    return {
        **_reference(article, address),
        "summary": _link_articles(fill(article.summary), address),
        "fix": _link_articles(fill(article.fix), address),
        "projects": list(article.projects),
        "exceptions": list(article.exceptions),
        "tags": list(article.tags),
        "updated": article.updated.isoformat(),
        "proof": article.proof.value,
    }


def article_payload(article: Article, address: Address, *, full: bool = True) -> Whole:
    """A whole article: its text, scripts and sources, and, in the full answer, its recorded runs."""
    base = address(article.slug)
    answer: Whole = {
        **summary_payload(article, address),
        "finding": fill(article.finding),
        "aliases": list(article.aliases),
        "authors": list(article.authors),
        "symptoms": list(article.symptoms),
        "cases": [
            {
                "when": list(case.when),
                "finding": fill(case.finding),
                "fix": _link_articles(fill(case.fix), address),
                "section": case.section,
            }
            for case in article.cases
        ],
        "body": _link_articles(fill(article.body), address),
        "affects": [
            {"package": item.package, "versions": str(item.versions), "note": item.note} for item in article.affects
        ],
        "requires": list(article.requires),
        "stand_ins": [base + script.name for script in article.stand_ins],
        "scripts": [
            {"name": pair.name, "repro": base + pair.repro.name, "fixed": base + pair.fixed.name}
            for pair in article.pairs
        ],
        "symptom_of": list(article.symptom_of),
        "related": list(article.related),
        "sources": [{"title": item.title, "url": item.url, "supports": item.supports} for item in article.sources],
        "created": article.created.isoformat(),
        "runs": [_run(run) for run in article.runs] if full else [],
    }
    if full:
        return answer
    del answer["runs"]
    for case in answer["cases"]:  # what it costs to tell; the fix says it, too
        del case["finding"]
    answer["sources"] = [{"title": item["title"], "url": item["url"]} for item in answer["sources"]]
    return cast("Whole", drop_empty(answer))


def _run(run: Run) -> RunOut:
    return {
        "script": run.script,
        "python": run.python,
        "platform": run.platform,
        "packages": dict(run.packages),
        "date": run.date.isoformat(),
        "exit": run.exit_status,
        "reproduced": run.reproduced,
        "output": run.output,
    }


def _reference(article: Article, address: Address) -> Reference:
    reference: Reference = {"slug": article.slug, "title": article.title, "url": address(article.slug)}
    return {**reference, "folder": article.added_from} if article.added_from else reference


# ── versions ────────────────────────────────────────────────────────────────────────────────────────────────────


def package_payload(history: History, name: str, lives: Sequence[Life]) -> PackageVersions:
    """The releases of a package, and the lives of the requested names."""
    from tracefix.versions.browsing import MOST_LIVES  # here: the answer to a paste needs none

    return {
        "package": history.package,
        "imports": list(history.imports),
        "releases": [release.version for release in history.releases],
        "yanked": [release.version for release in history.releases if release.yanked],
        "unread": [release.version for release in history.releases if not release.read],
        "name": name,
        "total": len(lives),
        "names": [_life_payload(history, life) for life in lives[:MOST_LIVES]],
    }


def found_names_payload(name: str, found: Sequence[Found]) -> FoundNames:
    """The packages that have a name, and its lives there."""
    return {
        "name": name,
        "packages": [
            {
                "package": each.history.package,
                "names": [_life_payload(each.history, life) for life in each.lives],
                "more": each.more,
            }
            for each in found
        ],
    }


def _life_payload(history: History, life: Life) -> NameLife:
    from tracefix.versions.browsing import timeline  # here: the answer to a paste needs none

    untold = (stretch for stretch in timeline(history, life) if stretch.has is None)
    return {
        "name": life.name,
        "kind": life.kind,
        "spans": [{"first": span.first, "last": span.last} for span in life.spans],
        "untold": [{"first": each.first, "last": each.last} for each in untold],
        "raises": life.raises or None,
        "now": life.replacement,
    }


# ── errors ──────────────────────────────────────────────────────────────────────────────────────────────────────


def withdrawn_payload(withdrawn: Withdrawn, address: Address) -> Failure:
    """The answer for a withdrawn article: why and when it was withdrawn, and which articles to read instead."""
    from tracefix.articles.rendering import to_text  # here: the client ships without Markdown

    see = f" See {' and '.join(map(address, withdrawn.see))}." if withdrawn.see else ""
    reason = " ".join(to_text(withdrawn.reason).split())
    return error_payload("gone", f"“{withdrawn.title}” was withdrawn on {withdrawn.withdrawn}. {reason}{see}")


def error_payload(code: str, message: str) -> Failure:
    """An error of the API. All errors have this shape."""
    return {"error": {"code": code, "message": message}}
