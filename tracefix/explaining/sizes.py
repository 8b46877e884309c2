"""Two sizes that do not fit, and the factor that they share: then a count written into the code is at fault."""

from math import gcd

from tracefix.articles.steps import Remedy, Step
from tracefix.linear_re import Expression
from tracefix.phrases import Phrase
from tracefix.reading.report import Error

_SIZES = Expression(
    r"cannot reshape array of size (?P<size>\d{2,7}) into shape \((?P<wanted>\d{2,7}),?\)"
    r"|Cannot feed value of shape \(\d{1,6}, (?P<fed>\d{2,7})\) for Tensor \S{1,80}, which has shape "
    r"'\(\?, (?P<place>\d{2,7})\)'"
    r"|shape '\[(?P<view>\d{2,7})\]' is invalid for input of size (?P<given>\d{2,7})"
)
_LEAST_FACTOR = 5  # smaller ones are shared by chance
_MOST_TIMES = 64


def restate_sizes(error: Error) -> Remedy | None:
    """What the common factor of two sizes tells; None if they share none, or one is a multiple of the other."""
    found = _SIZES.search(error.message)
    if found is None:
        return None
    size = int(found["size"] or found["fed"] or found["given"])
    wanted = int(found["wanted"] or found["place"] or found["view"])
    factor = gcd(size, wanted)
    have, want = size // factor, wanted // factor
    if factor < _LEAST_FACTOR or not 1 < min(have, want) <= max(have, want) <= _MOST_TIMES:
        return None
    values = {"size": str(size), "wanted": str(wanted), "factor": str(factor), "have": str(have), "want": str(want)}
    return Remedy(
        Phrase(
            "{size} is {have} × {factor}, and {wanted} is {want} × {factor}: you have {have}, the code has {want}",
            **values,
        ),
        (
            Step(
                Phrase(
                    "Look where the code or the config says {want} or {wanted}, and write your own count.", **values
                ),
                commands=(f"grep -rnwE --include='*.py' '{want}|{wanted}' .",),
                note=Phrase(
                    "Both are counts of one thing, such as characters, classes or frames, of {factor} values each.",
                    **values,
                ),
            ),
            Step(
                Phrase("Make the data as long as the code wants: cut or pad each sample to {want}.", **values),
                Phrase("the model is trained already"),
            ),
        ),
    )
