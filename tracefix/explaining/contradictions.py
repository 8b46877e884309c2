"""A message that contradicts itself: it names the values that are allowed, and refuses one of them."""

from tracefix.articles.steps import Remedy, Step
from tracefix.linear_re import Expression
from tracefix.phrases import Phrase

_QUOTED = r"[`'\"‘“][^`'\"‘’“”\n]{1,60}[`'\"’”]"
_REFUSED = Expression(
    r"\b(?:must be|can only be|should be|has to be|expected|allowed|supported|available|choose)\b"
    r"(?P<allowed>[^\n]{2,400}?)\b(?:got|not|but|received|found|given)[: ]{1,3}"
    rf"(?P<refused>{_QUOTED})"
)
_FEWEST = 2  # values that a message allows: of one, the other wording may deny the same
_VALUE = Expression(_QUOTED)
_QUOTES = "`'\"‘’“”"


def restate_contradiction(message: str) -> Remedy | None:
    """What to do where the value that a message refuses is among those that it allows; None for all else.

    >>> restate_contradiction("mode must be either 'server' or 'colocate', got 'server'.").finding
    '`server` is one of the values that the message allows: the check itself is at fault, or looks at another value'
    """
    found = _REFUSED.search(message)
    if found is None:
        return None
    refused = found["refused"].strip(_QUOTES)
    allowed = [value[0].strip(_QUOTES) for value in _VALUE.finditer(found["allowed"])]
    if len(allowed) < _FEWEST or refused not in allowed:
        return None
    return Remedy(
        Phrase(
            "`{value}` is one of the values that the message allows: the check itself is at fault, or looks at another "
            "value",
            value=refused,
        ),
        (
            Step(
                Phrase("Update the package that prints it, or go one release back: your setting is right."),
                Phrase("you passed a plain text"),
            ),
            Step(
                Phrase(
                    "Print `type(x), repr(x)` of what you pass: a list, an Enum or a blank at its end looks the same "
                    "in the message. Pass the plain text."
                ),
                Phrase("your code or a config makes the value"),
            ),
        ),
    )
