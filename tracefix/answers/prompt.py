"""The answer to a paste as a text for an assistant: the error, what was computed from the paste, and what is not known.

A language model that gets only a paste guesses the versions, the project and the releases; here they are read or looked
up. Its reader sends the text to somebody else, so secrets are replaced. It costs at most some 1,500 tokens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tracefix.answers.github import code_block, fenced
from tracefix.answers.text import (
    Say,
    link_of,
    match_of,
    plain_words,
    printable,
    step_commands,
    step_sentence,
)
from tracefix.cutting import cut
from tracefix.matching.verdict import ArticleKind
from tracefix.phrases import Phrase, sentence
from tracefix.redaction.redaction import redact

if TYPE_CHECKING:  # not at start-up, because creating the shapes takes long
    from tracefix.answers.json_shapes import DiagnosisOut, ExplanationOut, FrameOut, MatchOut

_MOST = 5_600  # bytes of UTF-8: some 1,400 tokens, in Chinese as in English
_MOST_FRAMES, _MOST_STEPS, _MOST_KNOWN = 8, 4, 2
_LONGEST_LINE = 400
_ASKS = sentence(
    "Help me fix this error of a deep-learning program: the cause, the command or change that mends it, and a check. "
    "Say what you would need to see, and write in the language of whoever wrote the log. A tool read the log and "
    "computed what stands below; secrets are replaced. Rely on it for versions, releases and places. The log decides "
    "whether a known error is this one."
)
_ERROR, _STACK, _READ = sentence("Error"), sentence("Stack, the innermost frame last"), sentence("Read from the log")
_RELEASES, _KNOWN = sentence("Releases that have the name"), sentence("Known errors that fit")
_AROUND = sentence("The log around the error")
_UNTOLD = sentence("What the log does not tell")


def to_prompt(answer: DiagnosisOut, *, say: Say = str, context: Sequence[str] = ()) -> str:
    """The text for an assistant, in Markdown; "" if the paste shows no error; `context` are lines_around() it.

    What we say of a kind of error in general is left out: an assistant knows that, and takes it for this error's cause.
    """
    headline, explanation = answer["answers"][0]["headline"], answer["explanation"]
    if not headline:
        return ""
    parts = [
        (_ERROR, [code_block(headline)]),
        (_AROUND, [fenced("\n".join(context))] if context else []),
        (_READ, _facts(answer, explanation, say)),
        (_RELEASES, _releases(answer, explanation)),
        (_KNOWN, _known(answer, say)),
        (_UNTOLD, _untold(answer, explanation, say)),
        (_STACK, [f"- {_frame(frame)}" for frame in _frames(answer)]),
    ]
    sections = [_section(say(title), list(lines)) for title, lines in parts]
    return redact(_fit([say(_ASKS), *filter(None, sections)])) + "\n"


def _section(title: str, lines: Sequence[str]) -> str:
    return "\n".join([f"## {title}", "", *lines]) if lines else ""


def _fit(sections: Sequence[str]) -> str:
    """As many whole sections as fit, the most important first; the one that does not fit is cut at a line."""
    text, left = "", _MOST
    for section in sections:
        for line in ("\n\n" * bool(text) + section).splitlines(keepends=True):
            left -= len(line.encode())
            if left < 0:
                return text.rstrip()
            text += line
    return text


def _facts(answer: DiagnosisOut, explanation: ExplanationOut | None, say: Say) -> Iterator[str]:
    versions = ", ".join(f"{name} {version}" for name, version in answer["environment"].items())
    if versions:
        yield _item(say, Phrase("Versions: {versions}", versions=versions))
    if explanation is None:
        return
    raised, own, project = explanation["raised_in"], explanation["own"], explanation["project"]
    if raised and raised["package"] != "own":
        where = f"{raised['package']} {raised['version'] or ''}".strip()
        place = printable(f"{raised['file']}:{raised['line']} {raised['function']}")
        yield _item(say, Phrase("Raised in {package}", package=where), f": {place}")
    if own:
        source = f": `{_line(own['source'])}`" if own["source"] else ""
        yield _item(say, sentence("Your code, or that of a clone"), f": {printable(own['file'])}:{own['line']}{source}")
    if project:
        yield _item(
            say, Phrase("Project: {name}", name=project["name"]), f", {project['repository']}, {project['issues']}"
        )
    for link in explanation["chain"]:
        yield f"- {say(link['kind'])}: {_line(link['text'])}"
    yield from (f"- {_line(text)}" for text in explanation["says"])


def _item(say: Say, text: str, more: str = "") -> str:
    """An item of a list. Texts are made outside of f-strings, in which xgettext finds none."""
    return f"- {say(text)}{more}"


def _releases(answer: DiagnosisOut, explanation: ExplanationOut | None) -> Iterator[str]:
    first = match_of(answer, answer["answers"][0])
    for each in [*(first["versions"] if first else ()), *(explanation["versions"] if explanation else ())]:
        yield from (f"- {_line(text)}" for text in each["says"])
        yield from (f"  `{command}`" for command in each["commands"])


def _known(answer: DiagnosisOut, say: Say) -> Iterator[str]:
    """The matched articles and notes with their addresses, and the steps for this paste."""
    for each in answer["answers"]:
        match = match_of(answer, each)
        if match:
            yield _reference(match)
            if not _is_for_this_paste(match):
                continue
            yield f"  {_line(plain_words(match['summary']))}"
        for step in each["steps"][:_MOST_STEPS]:
            commands = " ".join(f"`{command}`" for command in step_commands(step))
            yield f"  - {_line(f'{step_sentence(step, say)} {commands}')}"
    answered = {each["article"] for each in answer["answers"]}
    others = [match for match in answer["matches"] if match["slug"] not in answered]
    yield from map(_reference, others[:_MOST_KNOWN])


def _is_for_this_paste(match: MatchOut) -> bool:
    """Whether the steps are those of one error, or were chosen by what the paste says."""
    return not match["weak"] and bool(match["kind"] != ArticleKind.GENERAL or match["section"])


def _reference(match: MatchOut) -> str:
    return f"- {match['title']} ({match['verdict']}): {link_of(match)}"


def _untold(answer: DiagnosisOut, explanation: ExplanationOut | None, say: Say) -> Iterator[str]:
    if answer["verdict"] == "none":
        yield _item(say, sentence("No article covers this error yet."))
    yield from (f"- {_line(hint['text'])}" for hint in answer["hints"])
    if not answer["environment"]:
        yield _item(say, sentence("It shows no versions."))
    if explanation is None or not explanation["raised_in"]:
        yield _item(say, sentence("It does not show whose code raised the error."))


def _frames(answer: DiagnosisOut) -> list[FrameOut]:
    """The frames of the error that is answered first."""
    index = answer["answers"][0]["error"]
    return list(answer["errors"][index]["frames"][-_MOST_FRAMES:]) if index is not None else []


def _frame(frame: FrameOut) -> str:
    return printable(f"{frame['file']}:{frame['line']} {frame['function']}")


def _line(text: str) -> str:
    return cut(printable(text), _LONGEST_LINE)
