"""The table of recognisers: what a line of a report looks like, and what kind of line it is.

Python's own layout is documented at https://docs.python.org/3/library/traceback.html; the others (IPython, rich,
pytest, C++) are taken from what the programs print.
"""

import enum
from typing import NamedTuple

from kb.core.linear_re import Expression, Match


class Kind(enum.Enum):
    """What a line of a report is."""

    SOURCE = enum.auto()  # a statement that raises
    HEADER = enum.auto()  # above a stack
    FRAME = enum.auto()  # … below which at most one statement is quoted
    QUOTING_FRAME = enum.auto()  # … below which several lines of source are quoted
    NATIVE_FRAME = enum.auto()  # of C++, printed below the error
    DUMP = enum.auto()  # above a thread's stack, which no error line ends
    LINK = enum.auto()  # "the error above caused the one below", or the one below arose while it was handled
    LINK_TO_CAUSE = enum.auto()  # the error below caused the one above
    ERROR = enum.auto()  # an exception's class and message
    FATAL = enum.auto()  # an error of the interpreter
    MESSAGE = enum.auto()  # an error of which no class is printed


class Recogniser(NamedTuple):
    """What lines of one kind look like."""

    kind: Kind
    sign: str  # text that every such line holds: a cheap way not to try the expression
    expression: Expression


_CLASS = r"(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*"
# Exception classes that people meet end in one of these; others are recognised by their place below a stack.
_SUFFIX = (
    r"(?:Error|Exception|Exit|Interrupt|Iteration|Warning|Expired|Refused|Timeout|Failure|Died|Found|Denied|Fault)"
)
NAMED = rf"(?:[A-Za-z_]\w*\.)*\w*{_SUFFIX}"

# One cheap expression finds the lines that are worth reading; the recognisers below then read them one by one.
WORTH_READING = Expression(
    r"(?m)^.*(?:raceback \(most recent call|most recent call first|File |"
    r"\.pyx?:\d|\.py in |<ipython-input|Cell In|frame #\d|"
    r"what\(\):|Fatal Python error|Check FAIL|failed \(exitcode|exitcode *:|: error: |Assertion|^\[E[ \d]|"
    r"!!! Exception|"
    rf"The above exception |During handling of the above|{_SUFFIX}\b).*$"
)
# The first that fits decides.
RECOGNISERS = tuple(
    Recogniser(kind, sign, Expression(pattern))
    for kind, sign, pattern in (
        # a statement that somebody copied instead of what it printed
        (Kind.SOURCE, "raise ", r"^[ \t>]*raise +[\w.]+\([ \t]*(?:[rbf]{0,2}[\"'].{0,300})?$"),
        # faulthandler: `Fatal Python error: Bus error`, and its dump of every thread
        (Kind.FATAL, "Fatal Python error", r"(?P<type>Fatal Python error): (?P<message>.*)"),
        (Kind.DUMP, "call first", r"(?P<is_current>^Current )?.*\(most recent call first\)"),
        # torch elastic, deepspeed: `failed (exitcode: -9) local_rank: 3 (pid: 12) of binary: python`
        (Kind.MESSAGE, "exitcode", r"(?P<message>failed \(exitcode: -?\d+\).*)"),
        # … and its summary table: `  exitcode  : -9 (pid: 1234)`
        (Kind.MESSAGE, "exitcode", r"^[ \t]*(?P<message>exitcode *: -?\d+ \(pid: \d+\))"),
        # argparse and click: `train.py: error: unrecognized arguments: --local-rank=0`
        (Kind.MESSAGE, ": error: ", r"^[ \t]*[\w./\\-]+: error: (?P<message>\S.*)"),
        # a CUDA kernel: `…/Indexing.cu:1292: operator(): block: [3,0,0], thread: [0,0,0] Assertion `i < n` failed.`
        (
            Kind.MESSAGE,
            "Assertion",
            r"block: \[\d+, ?\d+, ?\d+\], thread: \[\d+, ?\d+, ?\d+\] (?P<message>Assertion .*failed.*)",
        ),
        # … without its place; C's assert: `python: uv.c:12: uv_close: Assertion `handle' failed.`
        (Kind.MESSAGE, "Assertion", r"(?:^[ \t`*]*|: )(?P<message>Assertion [`'\"]?\S.*[ `'\"]failed\b.*)"),
        # PyTorch up to 1.4: `THCudaCheck FAIL file=…/THCTensorCopy.cu line=29 error=59 : device-side assert triggered`
        (Kind.MESSAGE, "Check FAIL", r"THCudaCheck FAIL file=.* line=\d+ (?P<message>error=\d+ ?: .*)"),
        # PyTorch's C++ log: `[E socket.cpp:484] [c10d] …`, `[E1031 10:00:00.1 ProcessGroupNCCL.cpp:607] [Rank 0] …`
        (
            Kind.MESSAGE,
            "[E",
            r"^\[E[ \d][^\]]*\.(?:cpp|cc|cu|cuh|h|hpp):\d+\](?: ?\[(?:c10d|Rank \d+|PG [^\]]*)\])* ?(?P<message>.*)",
        ),
        # ComfyUI: `!!! Exception during processing !!! …`
        (Kind.MESSAGE, "!!! Exception", r"!!! Exception during processing ?!!! ?(?P<message>.*)"),
        # `Traceback (most recent call last):`, also glued to a progress bar, with its first letter lost, or IPython's
        (
            Kind.HEADER,
            "raceback",
            rf"(?:^(?P<type>{NAMED})[ \t]+T)?raceback \(most recent call (?:last|first)\)",
        ),
        # Python: `  File "x.py", line 3, in f`; faulthandler: `  File "x.py", line 3 in f`
        (
            Kind.FRAME,
            "File ",
            r"^[ \t>|]*File [\"'](?P<file>[^\"']+)[\"'], ?line (?P<line>\d+)(?:,? ?in (?P<function>.+))?",
        ),
        # IPython 8: `File ~/x.py:3, in f(a)`; rich: `/x.py:3 in f`; pytest: `x.py:3: in f`; `Cell In[1], line 3, in f`
        (
            Kind.QUOTING_FRAME,
            " in ",
            r"^[ \t]*(?:File )?(?P<file>[^:*]{1,200}?\.pyx?|[A-Z]:[^:*]{1,200}?\.pyx?|Cell In\[\d+\]):?,? ?(?:line )?"
            r"(?P<line>\d+)[:,]? in (?P<function>[\w<>.]+)",
        ),
        # IPython 7: `~/x.py in f(a, b)`, `<ipython-input-6-6d75fd452bb1> in <module>`
        (
            Kind.QUOTING_FRAME,
            " in ",
            r"^[ \t]*(?P<file>[^\s:]+\.py|<ipython-input[^>]*>)(?P<line>) in (?P<function>[\w<>.]+)(?:\(.*)?$",
        ),
        # C++; where two ranks write over each other, `  what():    what():  …`
        (Kind.MESSAGE, "what():", r"what\(\):(?: *what\(\):)* {0,3}(?P<message>.*)"),
        # c10, below a message: `frame #2: c10::cuda::f() + 0x7f (0x7f… in /site-packages/torch/lib/libc10_cuda.so)`
        (
            Kind.NATIVE_FRAME,
            "frame #",
            r"^[ \t]*frame #\d+: (?P<function>.+?)(?: \+ 0x[0-9a-f]+)?(?: \(0x[0-9a-f]+ in (?P<file>[^()]+)\))?$",
        ),
        # Django repeats the message: `The above exception (…) was the direct cause of the following exception:`
        (
            Kind.LINK,
            "The above exception",
            r"The above exception (?:\(.*\) )?was the direct cause of the following exception",
        ),
        (
            Kind.LINK,
            "During handling",
            r"During handling of the above exception(?: \(.*\))?, another exception occurred",
        ),
        # Dagster prints the cause below
        (
            Kind.LINK_TO_CAUSE,
            "The above exception",
            r"The above exception (?:was caused by|occurred during handling of) the following exception",
        ),
        # a log that shows the class as an object: `raised <class 'ValueError'> exception: …`, `<class 'ValueError'>: …`
        (
            Kind.ERROR,
            "<class '",
            rf"(?:^[ \t`*]*|\braised )<class '(?P<type>{NAMED})'>(?: exception)?(?::[ \t]*|[ \t]+|$)(?P<message>.*)$",
        ),
        # `TypeError: …`, `torch.cuda.OutOfMemoryError: …`, `KeyboardInterrupt`, `RayTaskError(ValueError): …`
        (
            Kind.ERROR,
            "",
            rf"^[ \t`*#'\"(-]*(?P<type>{NAMED})(?:\([\w.]+\))?(?:`|\*\*)?[ \t]*(?::[ \t]*|$)(?P<message>.*)$",
        ),
    )
)
_NOT_SAID = r"(?P<not>(?:except|raise|raises|return|isinstance)[ (]+)?"  # source text, not a message
# An error inside a sentence or a log line: `… failed: TypeError: …`, or as Python shows the object, `RuntimeError('…')`
INLINE = Expression(rf"{_NOT_SAID}\b(?P<type>{NAMED})(?:: (?P<message>.+)|\([\"'](?P<shown>.*))")
# An error line whose class may have any name: only its place, below a stack, says what it is
OWN_LINE = Expression(rf"^(?P<type>{_CLASS})(?:: (?P<message>.*))?$")


def recognise(line: str) -> tuple[Kind, Match] | None:
    """The kind of a line, and where its parts stand; None where no recogniser fits."""
    for kind, sign, expression in RECOGNISERS:
        if sign in line and (found := expression.search(line)):
            return kind, found
    return None
