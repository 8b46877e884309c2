"""The answer to a paste as an annotation of GitHub Actions: one line that a workflow prints.

https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions. The logs of a public repository are
public, so the one line quoted from the paste is redacted, and no other value of the paste is included.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tracefix.answers.text import (
    LONGEST_QUOTE,
    Say,
    first_match,
    link_of,
    plain_words,
    printable,
    step_commands,
    step_sentence,
    verdict_label,
)
from tracefix.phrases import sentence
from tracefix.redaction.redaction import redact

if TYPE_CHECKING:  # its module needs a package that only the site has
    from tracefix.answers.json_shapes import DiagnosisOut

_LEVELS = {"exact": "error", "likely": "warning", "none": "notice"}
# A runner reads a command up to the end of the line, and each property up to the next comma or colon.
_ESCAPED = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_ESCAPED_IN_TITLE = {**_ESCAPED, **str.maketrans({":": "%3A", ",": "%2C"})}


def to_annotation(answer: DiagnosisOut, *, say: Say = str) -> str:
    """The annotation on one line, `::error title=Known error::…`; "" if the paste shows no error.

    `answer` must not be a `personal` one, because its fix contains words of the paste.
    """
    explanation, match = answer["explanation"], first_match(answer)
    if match is None and explanation is None:
        return ""
    parts = [redact(printable(answer["headline"][:LONGEST_QUOTE]))] if answer["headline"] else []
    if match:
        first = answer["answers"][0]
        steps = [
            " ".join([plain_words(f"{step_sentence(step, say)} {step['note']}"), *step_commands(step)])
            for step in first["steps"]
        ]
        parts += [plain_words(first["finding"])] if first["finding"] else []
        parts += [f"{say(sentence('Fix'))}: {chr(10).join(steps)}", link_of(match)]
    elif explanation:
        parts += [printable(text) for text in explanation["kind_help"]]
    title = re.split("[:：]", say(verdict_label(match, explanation)))[0]
    return format_annotation(_LEVELS[answer["verdict"]], title, parts)


def format_annotation(level: str, title: str, parts: Sequence[str], place: tuple[str, int] | None = None) -> str:
    """An annotation on one line: its level and title, its text in several lines, and a file and line (0: none)."""
    file, line = place or ("", 0)
    given = {"file": file, "line": str(line) if line and file else "", "title": title}
    properties = ",".join(f"{name}={_escape(text, _ESCAPED_IN_TITLE)}" for name, text in given.items() if text)
    return f"::{level} {properties}::{_escape(chr(10).join(parts))}\n"


def _escape(text: str, table: Mapping[int, str] = _ESCAPED) -> str:
    return text.translate(table)
