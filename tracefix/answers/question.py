"""A Markdown comment for an issue that asks for the missing error line of an incomplete report.

A workflow may post it unread, if a maintainer asks for it. The report is hostile, so the comment names at most a file
and a line from it, and puts text that a tracker would interpret (a mention, a link, HTML) into a code span.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracefix.answers.github import code_span
from tracefix.answers.text import Say, printable
from tracefix.lazy_pattern import lazy_pattern
from tracefix.matching.hints import HintCode
from tracefix.phrases import sentence
from tracefix.redaction.redaction import plain, redact

if TYPE_CHECKING:  # its module needs a package that only the site has
    from tracefix.answers.json_shapes import DiagnosisOut

# code in the sentences of these hints
_OWN_CODE = lazy_pattern(
    r"(`File …`|`echo \$\?`|`--only-binary :all:`|`pip install`|`Collecting`|`Building wheel for`)"
)
_HARMLESS = lazy_pattern(r"(?!www\.)[\w.,:;?!…()，。：；、（）“”]+")
_WHICH = {  # the hints that ask for a line, and how
    HintCode.CUT: sentence("Which line comes next?"),
    HintCode.WRAPPER_ONLY: sentence("Which error comes first?"),
}
_SIGNATURE = sentence(
    "_A program (Tracefix) wrote this, because a label on this issue asks for it. Edit your report or add a comment: "
    "the program reads both._"
)


def to_question(answer: DiagnosisOut, *, say: Say = str) -> str:
    """A comment that asks for the missing line; "" if the report shows its error, or if there is nothing to ask.

    Its first line is for programs and not shown to readers: `<!-- tracefix question cut -->`.
    """
    hint = next((hint for hint in answer["hints"] if hint["code"] in _WHICH), None)
    if hint is None or answer["verdict"] == "exact":
        return ""
    code = HintCode(hint["code"])
    head = f"<!-- tracefix question {code.value} -->"
    return "\n\n".join([head, f"**{say(_WHICH[code])}** {_harmless(hint['text'])}", say(_SIGNATURE)]) + "\n"


def _harmless(text: str) -> str:
    """The sentences of a hint, with the words of the report put into code spans where Markdown could read them."""
    text = printable(text)
    redacted = redact(text)  # also without a secret in it, it writes full-width punctuation as ASCII
    parts = _OWN_CODE.split(text if redacted == plain(text) else redacted)
    return "".join(part if number % 2 else _harmless_words(part) for number, part in enumerate(parts))


def _harmless_words(text: str) -> str:
    return " ".join(word if not word or _HARMLESS.fullmatch(word) else code_span(word) for word in text.split(" "))
