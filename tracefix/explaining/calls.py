"""A call and a method of two states: a subclass or a sibling has the method with other arguments."""

from tracefix.articles.steps import Remedy, Step
from tracefix.cutting import cut
from tracefix.explaining.kinds import short_file
from tracefix.explaining.quoting import source_below
from tracefix.linear_re import Expression
from tracefix.phrases import Phrase
from tracefix.reading.origins import innermost_last
from tracefix.reading.paste import Paste
from tracefix.reading.report import Error, Frame

_MISSING = Expression(
    r"^(?:\w{1,80}\.){0,4}(?P<function>\w{1,80})\(\) missing 1 required positional argument: '(?P<argument>\w{1,80})'"
)
_TOO_MANY = Expression(
    r"^(?P<callee>(?:\w{1,80}\.){0,4}(?P<function>\w{1,80}))\(\) takes (?:from \d+ to )?(?P<most>\d{1,2}) positional "
    r"arguments? but (?P<given>\d{1,2}) (?:was|were) given"
)
_METHOD_CALL = Expression(r"\w\.(?P<function>\w{1,80})\((?P<arguments>[^()]{1,200})\)")
_CALL = Expression(r"\bself\.(?P<function>\w{1,80})\((?P<arguments>[^()]{1,200})\)")
_WORD = Expression(r"\w+")
_LONGEST = 80
_NEWER = Step(
    Phrase("Update the project: one of the two classes was left behind."), Phrase("both classes are the project's")
)


def restate_call(error: Error, paste: Paste) -> Remedy | None:
    """What is wrong where `self.f(a, b)` lacks `b` by the message of its error, or passes one too many."""
    frames = innermost_last(error)
    if error.type != "TypeError" or not frames:
        return None
    return _restate_missing(error, paste, frames[-1]) or _restate_too_many(error, paste, frames[-1])


def _restate_too_many(error: Error, paste: Paste, frame: Frame) -> Remedy | None:
    """`pan.f(a, b, c)` of a method that takes two: which of the arguments it does not know."""
    found = _TOO_MANY.match(error.message)
    call = _METHOD_CALL.search(source_below(frame, paste, error.start)) if found else None
    if found is None or call is None or call["function"] != found["function"]:
        return None
    passed = [each.strip() for each in call["arguments"].split(",")]
    extra = passed[int(found["most"]) - 1 :]  # `self` is counted
    if len(passed) + 1 != int(found["given"]) or not extra or not all(each.isidentifier() for each in passed):
        return None
    values = {"function": cut(found["function"], _LONGEST), "extra": ", ".join(extra)}
    finding = Phrase(
        "Line {line} of `{file}` also passes `{extra}`, which `{callee}` does not take",
        callee=cut(found["callee"], _LONGEST),
        **_place(frame),
        **values,
    )
    add = Step(
        Phrase("Add `{extra}` with a default to that class's `{function}`, as the other classes have it.", **values),
        commands=(f'grep -rn "def {values["function"]}" --include="*.py" .',),
    )
    avoid = Step(
        Phrase("Choose another kind of data or model in the config or command: only this class was left behind."),
        Phrase("you need not use this class"),
    )
    return Remedy(finding, (add, avoid, _NEWER))


def _place(frame: Frame) -> dict[str, str]:
    return {"line": str(frame.line), "file": cut(short_file(frame.file), _LONGEST).replace("`", "'")}


def _restate_missing(error: Error, paste: Paste, frame: Frame) -> Remedy | None:
    missing = _MISSING.match(error.message)
    if missing is None:
        return None
    call = _CALL.search(source_below(frame, paste, error.start))
    if call is None or call["function"] != missing["function"]:
        return None
    arguments = [found[0] for found in _WORD.finditer(call["arguments"])]
    if missing["argument"] not in arguments:
        return None
    function = cut(missing["function"], _LONGEST)
    finding = Phrase(
        "A subclass has its own `{function}`, with more arguments than the call at line {line} of `{file}` passes",
        function=function,
        **_place(frame),
    )
    step = Step(
        Phrase(
            "Give the subclass's `{function}` the same arguments, in the same order, as the one of the base class, and "
            "take the rest from those.",
            function=function,
        ),
        commands=(f'grep -rn "def {function}" --include="*.py" .',),
    )
    return Remedy(finding, (step, _NEWER))
