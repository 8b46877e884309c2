"""A call that passes what its callee says is missing: a subclass has overridden the method with other arguments."""

from tracefix.articles.steps import Remedy, Step
from tracefix.cutting import cut
from tracefix.explaining.kinds import short_file
from tracefix.explaining.quoting import source_below
from tracefix.linear_re import Expression
from tracefix.phrases import Phrase
from tracefix.reading.origins import innermost_last
from tracefix.reading.paste import Paste
from tracefix.reading.report import Error

_MISSING = Expression(
    r"^(?:\w{1,80}\.){0,4}(?P<function>\w{1,80})\(\) missing 1 required positional argument: '(?P<argument>\w{1,80})'"
)
_CALL = Expression(r"\bself\.(?P<function>\w{1,80})\((?P<arguments>[^()]{1,200})\)")
_WORD = Expression(r"\w+")
_LONGEST = 80


def restate_call(error: Error, paste: Paste) -> Remedy | None:
    """What is wrong where `self.f(a, b)` lacks `b` by the message of its error; None for all else."""
    missing, frames = _MISSING.match(error.message), innermost_last(error)
    if error.type != "TypeError" or missing is None or not frames:
        return None
    frame = frames[-1]
    call = _CALL.search(source_below(frame, paste, error.start))
    if call is None or call["function"] != missing["function"]:
        return None
    arguments = [found[0] for found in _WORD.finditer(call["arguments"])]
    if missing["argument"] not in arguments:
        return None
    function, file = cut(missing["function"], _LONGEST), cut(short_file(frame.file), _LONGEST)
    finding = Phrase(
        "A subclass has its own `{function}`, with more arguments than the call at line {line} of `{file}` passes",
        function=function,
        line=str(frame.line),
        file=file.replace("`", "'"),
    )
    step = Step(
        Phrase(
            "Give the subclass's `{function}` the same arguments, in the same order, as the one of the base class, and "
            "take the rest from those.",
            function=function,
        ),
        commands=(f'grep -rn "def {function}" --include="*.py" .',),
    )
    newer = Step(
        Phrase("Update the project: one of the two classes was left behind."), Phrase("both classes are the project's")
    )
    return Remedy(finding, (step, newer))
