"""Details that prove more than the kind of an error: a value in the message, a frame, the statement that failed.

They lead before a general article, whose rows are for every error of the kind.
"""

from tracefix.explaining.shapes.row import Advice, Shape
from tracefix.phrases import sentence

DETAILS: tuple[Shape, ...] = (
    Shape(
        r"\b(?P<name>fit(?:_transform)?)\(\) takes (?:exactly )?2 (?:positional )?arguments (?:but 3 were|\(3) given",
        "TypeError: fit_transform() takes 2 positional arguments but 3 were given",
        (sentence("`{name}` takes `X` only, and got a second argument: a Pipeline passes `y`, too"),),
        (
            Advice(
                sentence("Take `OneHotEncoder` or `OrdinalEncoder` in its place: those three are for labels only."),
                condition=sentence("a step is `LabelBinarizer`, `LabelEncoder` or `MultiLabelBinarizer`"),
            ),
            Advice(
                sentence("Let it take `y`, too: `def {name}(self, X, y=None):`."),
                condition=sentence("the class is your own"),
            ),
            Advice(
                sentence("Upgrade it, or wrap it in a class of yours whose `{name}(self, X, y=None)` passes `X` on."),
                condition=sentence("the class is a library's"),
            ),
        ),
    ),
    Shape(
        r"cannot reshape array of size \d+ into shape|mmap length is greater than file size|"
        r"storage has wrong (?:byte )?size",
        "ValueError: cannot reshape array of size 7 into shape (4,2)",
        (sentence("The file that is loaded is cut short, or damaged: it holds less than its head says"),),
        (
            Advice(sentence("Compare its size with that of the original, and copy or download it again.")),
            Advice(
                sentence("Write it again: the run that wrote it was stopped, or the disk was full."),
                condition=sentence("a program of yours made it"),
            ),
        ),
        when="stack has */numpy/lib/*npyio*.py | */numpy/lib/*format*.py | */torch/serialization.py | *np.load(*",
    ),
    Shape(
        r"^__a?(?:enter|exit)__$|'(?:type|ABCMeta|function|method|builtin_function_or_method|generator)' object does "
        r"not support the (?:asynchronous )?context manager protocol",
        "AttributeError: __enter__",
        (
            sentence("`{value}` stands behind `with`, but has no `__enter__` and `__exit__`"),
            sentence("What stands behind `with` has no `__enter__` and `__exit__`"),
        ),
        (
            Advice(
                sentence("Call it: put `()` behind its name, at the `with` or where it is assigned."),
                condition=sentence("it is a class or a function, such as `contextlib.nullcontext`"),
            ),
            Advice(
                sentence("Print its type above that line: the call that made it returned something else."),
                condition=sentence("it is an object, or `None`"),
            ),
        ),
        ("AttributeError", "TypeError"),
        statement=r"\bwith (?P<value>[A-Za-z_][\w.]*)(?: as \w+)?:|^",
    ),
    Shape(
        r"(?:^|: ?)(?P<none>'None'|\"None\"|None)\.?$",
        "FileNotFoundError: [Errno 2] No such file or directory: 'None'",
        (sentence("The value that this is about is `None`: nothing has set it, or nothing was found"),),
        (
            Advice(
                sentence("Set it: the failing line, or the call above it in the stack, names it."),
                condition=sentence("an option or a key of the config holds it"),
            ),
            Advice(
                sentence("Read what that function looks for: many return `None` where they find nothing."),
                condition=sentence("a function returned it"),
            ),
            Advice(
                sentence("The caller and this check do not fit each other: take both from one release."),
                condition=sentence("code that is not yours passes `None` as it stands"),
            ),
        ),
        ("AssertionError", "FileNotFoundError", "HFValidationError", "KeyError", "OSError", "ValueError"),
    ),
    Shape(
        r"^\((?:.{0,200}, )?None(?:, .{0,200})?\)$",
        "AssertionError: ('stew', None)",
        (sentence("One of the values that the `assert` shows is `None`: nothing has set it, or nothing was found"),),
        (Advice(sentence("Find where that value is made, and why it stayed `None`.")),),
        ("AssertionError",),
    ),
    Shape(
        r"(?:invalid literal for int\(\) with base \d+|could not convert string to float): (?P<got>'.{1,80}')",
        "ValueError: invalid literal for int() with base 10: 'a pot.wav'",
        (sentence("An argument of the command is at another place than the script expects: `{got}` is no number"),),
        (
            Advice(
                sentence("Put it into quotes. If a program builds the command, use a path without blanks."),
                condition=sentence("a path or a name in the command has a blank"),
            ),
            Advice(
                sentence("Compare the order of the arguments with the lines of the script that read `sys.argv`."),
                condition=sentence("no argument has a blank"),
            ),
        ),
        ("ValueError",),
        statement=r"\bsys\.argv\[",
    ),
)
