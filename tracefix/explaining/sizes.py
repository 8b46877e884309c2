"""Two sizes that do not fit, and what they share: a count written into the code is at fault, or an image's size."""

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
_IMAGE = Expression(
    r"shape '\[(?:-1|1), (?P<height>\d{2,5}), (?P<width>\d{2,5}), (?P<channels>[134])\]' is invalid for input of size "
    r"(?P<size>\d{3,10})$"
)
_LEAST_FACTOR = 5  # smaller ones are shared by chance
_MOST_TIMES = 64


def restate_sizes(error: Error) -> Remedy | None:
    """What the common factor of two sizes tells; None if they share none, or one is a multiple of the other."""
    found = _SIZES.search(error.message)
    if found is None:
        return _restate_image(error)
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


def _restate_image(error: Error) -> Remedy | None:
    """An image that is as wide or as high as the code wants, and not both."""
    found = _IMAGE.search(error.message)
    if found is None:
        return None
    height, width, channels, size = (int(found[name]) for name in ("height", "width", "channels", "size"))
    pixels, rest = divmod(size, channels)
    if rest or (pixels % width and pixels % height):
        return None
    other = f"{height} × {pixels // height}" if pixels % width else f"{pixels // width} × {width}"
    return Remedy(
        Phrase(
            "An image is {other}, and the code takes all of them as {wanted}", other=other, wanted=f"{height} × {width}"
        ),
        (
            Step(Phrase("Bring all images to one size before anything else is made from them, also before COLMAP.")),
            Step(
                Phrase("Let all pictures share one camera: `--ImageReader.single_camera 1`."),
                Phrase("COLMAP undistorted them: each camera then gets a size of its own"),
            ),
        ),
    )
