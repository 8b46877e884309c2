"""The answers of the MCP tools as Markdown: short, and enough for an agent to act on.

Some clients pass only this text to their model, others only the structured content.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tracefix.answers.text import (
    LONGEST_QUOTE,
    Say,
    match_of,
    printable,
    sort_versions,
    step_commands,
    step_sentence,
    verdict_label,
)
from tracefix.phrases import Phrase, sentence

if TYPE_CHECKING:  # the shapes need typing_extensions, which the client lacks
    from tracefix.answers.json_shapes import (
        Affected,
        AnswerOut,
        CaseOut,
        DiagnosisOut,
        ExplanationOut,
        MatchOut,
        NameVersionsOut,
        Reference,
        SearchResults,
        StepOut,
        Whole,
    )

_FIX, _CAUSE = Phrase("Fix"), Phrase("Cause")
_ALSO = sentence("Also: {text}")
_NOTE = sentence("Note: {text}")
_RELATED = sentence("Perhaps related: {text}")
_WHY = sentence("Why: {text}")
_NEXT = sentence("Next: {text}")
_MOST = 3  # reasons, steps and other articles


def match_words(answer: DiagnosisOut, say: Say = str) -> str:
    """The answer to a paste: the verdict, the fix and links to read more."""
    first, *more = answer["answers"]
    lines = _answer(first, match_of(answer, first), answer["explanation"], say)
    lines += [_item(_ALSO, _name(match), say) for match in answer["matches"] if match["slug"] in answer["others"]]
    lines += [_item(_NOTE, printable(hint["text"]), say) for hint in answer["hints"]]
    for each in more:
        heading = f"## {say(sentence('Another error in what you sent'))}"
        lines += ["", heading, *_answer(each, match_of(answer, each), each["explanation"], say)]
    if not first["article"]:
        lines += [_item(_RELATED, _name(reference), say) for reference in answer["related"][:_MOST]]
    return "\n".join(lines)


def _answer(each: AnswerOut, match: MatchOut | None, explanation: ExplanationOut | None, say: Say) -> list[str]:
    """One answer: the verdict, the error line, and the article or what the paste alone tells."""
    lines = [f"{each['verdict']}: {say(verdict_label(match, explanation))}"]
    lines += [f"> {printable(each['headline'])}"] if each["headline"] else []
    lines += [printable(each["finding"])] if each["finding"] else []
    if match:
        return [*lines, *_match(each, match, say)]
    return [*lines, *_steps(_FIX, each["steps"], say), *(_explanation(explanation, say) if explanation else ())]


def search_words(results: SearchResults, say: Say = str) -> str:
    """The results of a search, one line for each article."""
    found = [f"- {_name(hit)}" for hit in results["results"]]
    did_you_mean = [say(Phrase("Did you mean: {words}", words=results["suggestion"]))] if results["suggestion"] else []
    return "\n".join([say(Phrase("{count} found", count=str(results["total"]))), *did_you_mean, *found])


def article_words(article: Whole, say: Say = str) -> str:
    """A whole article as Markdown, without the fields that only programs need."""
    versions = ", ".join(map(_versions, article.get("affects", ())))
    head = [
        f"# {article['title']}",
        f"slug: {article['slug']}",
        *([article["url"]] if article.get("url") else []),
        _label(_CAUSE, article["summary"], say),
        _label(_FIX, article["fix"], say),
        *(_case(case, say) for case in article.get("cases", ())),
        *([_label(Phrase("Versions with the error"), versions, say)] if versions else []),
        _label(Phrase("Proof"), article["proof"], say),
    ]
    sources = "".join(f"\n- {source['title']}: {source['url']}" for source in article.get("sources", ()))
    return "\n\n".join([*head, article["body"].strip(), f"## {say(Phrase('Sources'))}\n{sources}"])


def _versions(item: Affected) -> str:
    note = f" ({item['note']})" if item.get("note") else ""
    return f"{item['package']} {item.get('versions', '')}".strip() + note


def _item(template: str, text: str, say: Say) -> str:
    return f"- {say(Phrase(template, text=text))}"


def _label(label: Phrase, text: str, say: Say) -> str:
    return f"**{say(label)}:** {text}"


def _case(case: CaseOut, say: Say) -> str:
    return _label(
        Phrase("Fix, if {condition}", condition=say(Phrase(" and ")).join(case.get("when", ()))), case["fix"], say
    )


def _steps(label: Phrase, steps: Sequence[StepOut], say: Say) -> Iterator[str]:
    """The rows of a fix; one alone stands on the line of the label."""
    is_list = len(steps) > 1
    if is_list:
        yield _label(label, "", say).rstrip()
    for step in steps:
        words = "\n\n".join(filter(None, (step_sentence(step, say), step["note"])))
        yield f"- {' '.join(words.split())}" if is_list else _label(label, words, say)
        yield from (f"    {printable(command)}" for command in step_commands(step))
        if step["source"]:
            yield f"    {step['source']}"


def _match(each: AnswerOut, match: MatchOut, say: Say) -> Iterator[str]:
    ahead, after = sort_versions(match)
    yield from (_releases(versions, say) for versions in ahead)
    yield from _steps(Phrase("Fix, if this is it") if match["weak"] else _FIX, each["steps"], say)
    yield from (_releases(versions, say) for versions in after)
    yield _label(_CAUSE, match["summary"], say)
    section = f" `#{match['section']}`" if match["section"] else ""
    yield _label(Phrase("Article"), f"{_name(match)}{section}", say)
    if match["evidence"]["text"]:
        label = Phrase("Line {line}", line=str(match["evidence"]["line"]))
        yield _label(label, printable(match["evidence"]["text"][:LONGEST_QUOTE]), say)
    yield from (_item(_WHY, printable(reason), say) for reason in match["reasons"][:_MOST])


def _releases(versions: NameVersionsOut, say: Say) -> str:
    """The releases that have the missing name, and the commands that install one of them."""
    commands = "".join(f"\n    {command}" for command in versions["commands"])
    return _label(Phrase("Which version"), printable(" ".join(versions["says"])), say) + commands


def _explanation(explanation: ExplanationOut, say: Say) -> Iterator[str]:
    yield from (_releases(each, say) for each in explanation["versions"])
    own = explanation["own"]
    if own:
        line = say(Phrase("line {line}", line=str(own["line"]))) if own["line"] else ""
        yield _label(
            Phrase("The code of {project}", project=printable(own["project"]))
            if own["project"]
            else Phrase("Your code, or that of a clone"),
            printable(", ".join(filter(None, (own["file"], line, own["function"])))),
            say,
        )
    yield from (f"- {printable(text)}" for text in (*explanation["says"], *explanation["kind_help"])[:_MOST])
    yield from (_item(_NEXT, printable(step), say) for step in explanation["next"][:_MOST])


def _name(reference: Reference) -> str:
    url = reference.get("url", "")
    return f"{printable(reference['title'])} (slug `{reference['slug']}`){f' {url}' if url else ''}"
