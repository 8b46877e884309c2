"""Errors that somebody tells of as over: `… No module named 'x'. I fixed it by installing x, and now I get …`."""

from collections.abc import Sequence
from dataclasses import replace

from tracefix.linear_re import Expression
from tracefix.reading.paste import Paste
from tracefix.reading.report import Error, Weight

_SAME = 40  # characters of a message by which it is known again: behind it, a sentence may go on
_LONGEST_PROSE = 20_000  # characters of what somebody writes about errors; more is a log
# How people say that an error is gone; not `how can it be fixed by me`, `I never solved this`
_OVER = Expression(
    r"(?i)(?P<not>\b(?:not|never|be|can|to|how|unless|until|n't)\s+)?"
    r"\b(?:fixed|solved|resolved)\s+(?:it|this|that|by|with|after|the (?:error|issue|problem))\b|"
    r"\bso,? (?:i|we) (?:had to |have to |just |then |manually )*"
    r"(?:install|activat|upgrad|downgrad|chang|edit|add|copi|renam)|"
    r"(?:解决|修好|装好|装上)了|安装(?:之?后|完)|(?:之后|接着|然后)[^\n]{0,10}(?:又|再)报"
)


def without_solved(errors: Sequence[Error], paste: Paste) -> list[Error]:
    """The errors, of which those without a stack that are told to be over are notices; the last one never is."""
    told = list(errors)
    if len(paste.original) > _LONGEST_PROSE:
        return told
    open_: set[tuple[str, str]] = set()  # what came back is not over
    for at in reversed(range(len(told))):
        error, what = told[at], (told[at].type, told[at].message[:_SAME])
        after = paste.text[error.start : told[at + 1].start] if at + 1 < len(told) else ""
        if error.frames or what in open_ or not any(not found["not"] for found in _OVER.finditer(after)):
            open_.add(what)
        else:
            told[at] = replace(error, weight=Weight.NOTICE)
    return told
