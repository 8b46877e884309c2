"""The formats of the answer to a paste besides JSON: API, command and client draw them from this one table."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from tracefix.answers.annotation import to_annotation
from tracefix.answers.context import lines_around
from tracefix.answers.github import to_github
from tracefix.answers.prompt import to_prompt
from tracefix.answers.question import to_question
from tracefix.answers.text import to_text
from tracefix.matching.diagnosis import Diagnosis

if TYPE_CHECKING:
    from tracefix.answers.json_shapes import DiagnosisOut


class Format(NamedTuple):
    """How an answer of match_payload() is drawn, of what media type, and what of the paste it shows."""

    draw: Callable[..., str]  # of the answer, and of `say`, which translates its sentences
    media_type: str
    is_personal: bool  # with the sender's values; the others may be posted anywhere
    shows_context: bool = False  # the lines around the error

    def more(self, answer: "DiagnosisOut", diagnosis: Diagnosis) -> dict[str, Any]:
        """What `draw` gets beside the answer."""
        return {"context": lines_around(answer, diagnosis)} if self.shows_context else {}


FORMATS: Mapping[str, Format] = {
    "text": Format(to_text, "text/plain", True),
    "github": Format(to_github, "text/markdown", False),
    "annotation": Format(to_annotation, "text/plain", False),
    "question": Format(to_question, "text/markdown", False),
    "prompt": Format(to_prompt, "text/markdown", True, shows_context=True),
}
