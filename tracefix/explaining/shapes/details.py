"""Details that prove more than the kind of an error: a value in the message, a file of the stack.

They lead before a general article, whose rows are for every error of the kind.
"""

from tracefix.explaining.shapes.language_models import LANGUAGE_MODELS
from tracefix.explaining.shapes.row import Advice, Shape
from tracefix.phrases import sentence

DETAILS: tuple[Shape, ...] = (
    Shape(
        r"cannot reshape array of size \d+ into shape|mmap length is greater than file size|"
        r"storage has wrong (?:byte )?size",
        "ValueError: cannot reshape array of size 7 into shape (4,2)",
        (sentence("The file that is loaded is cut short, or damaged: it holds less than its head says"),),
        (
            Advice("Compare its size with that of the original, and copy or download it again."),
            Advice(
                "Write it again: the run that wrote it was stopped, or the disk was full.",
                condition=sentence("a program of yours made it"),
            ),
        ),
        when="stack has */numpy/lib/*npyio*.py | */numpy/lib/*format*.py | */torch/serialization.py",
    ),
    Shape(
        r"(?:^|: ?)(?P<none>'None'|\"None\"|None)\.?$",
        "FileNotFoundError: [Errno 2] No such file or directory: 'None'",
        (sentence("The value that this is about is `None`: nothing has set it, or nothing was found"),),
        (
            Advice(
                "Set it: the failing line, or the call above it in the stack, names it.",
                condition=sentence("an option or a key of the config holds it"),
            ),
            Advice(
                "Read what that function looks for: many return `None` where they find nothing.",
                condition=sentence("a function returned it"),
            ),
            Advice(
                "The caller and this check do not fit each other: take both from one release.",
                condition=sentence("code that is not yours passes `None` as it stands"),
            ),
        ),
        ("AssertionError", "FileNotFoundError", "KeyError", "ValueError"),
    ),
    Shape(
        r"^\((?:.{0,200}, )?None(?:, .{0,200})?\)$",
        "AssertionError: ('stew', None)",
        (sentence("One of the values that the `assert` shows is `None`: nothing has set it, or nothing was found"),),
        (Advice("Find where that value is made, and why it stayed `None`."),),
        ("AssertionError",),
    ),
    *LANGUAGE_MODELS,
)
