"""What a row of the tables of recognisers holds, and the pieces of expressions that several tables share."""

import enum
from collections.abc import Iterable
from typing import NamedTuple

from tracefix.linear_re import Expression
from tracefix.reading.report import Weight


class LineKind(enum.Enum):
    """The kind of a line of a report."""

    SOURCE = enum.auto()  # a statement that raises
    HEADER = enum.auto()  # above a stack
    FRAME = enum.auto()  # … below which at most one statement is quoted
    QUOTING_FRAME = enum.auto()  # … below which several lines of source are quoted
    NATIVE_FRAME = enum.auto()  # of C++, printed below the error
    FRAME_BELOW = enum.auto()  # of Python, printed below the error, with several lines of source
    DUMP = enum.auto()  # above a thread's stack, which no error line ends
    LINK = enum.auto()  # "the error above caused the one below", or the one below arose while it was handled
    LINK_TO_CAUSE = enum.auto()  # the error below caused the one above
    ECHO = enum.auto()  # above a stack that only tells what went wrong while a process ended
    PAUSED = enum.auto()  # an exception's class and message, above its stack, whose innermost frame comes first
    LEAD_IN = enum.auto()  # above a message that no class stands before
    ERROR = enum.auto()  # an exception's class and message
    FATAL = enum.auto()  # an error of the interpreter
    MESSAGE = enum.auto()  # an error of which no class is printed


class Recogniser(NamedTuple):
    """How lines of one kind look."""

    kind: LineKind
    signs: tuple[str, ...]  # every such line holds one of these texts: a cheap way not to try the expression
    expression: Expression
    program: str = ""  # what printed it, where the wording tells: "pip", "gcc", "kernel"
    weight: Weight = Weight.ERROR


CLASS = r"(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*"
# Exception classes that people meet end in one of these, or have one of the names below; others are recognised by
# their place below a stack.
SUFFIX = r"(?:Error|Exception|Exit|Interrupt|Iteration|Warning|Expired|Refused|Timeout|Failure|Died|Found|Denied|Fault)"
_PYTHONS = (  # of the standard library
    "BadZipFile|BadZipfile|LargeZipFile|BadGzipFile|BadStatusLine|IncompleteRead|RemoteDisconnected|NotConnected|"
    "CannotSendRequest|ResponseNotReady|BrokenProcessPool|BrokenThreadPool|QueueEmpty|QueueFull|QueueShutDown|BdbQuit|"
    r"(?:struct|re|socket|select)\.error|gaierror|herror"
)
_LIBRARIES = (  # setuptools, requests and httpx, Django, gRPC and Google, dask, psutil, optuna, Triton, Arrow, S3
    "VersionConflict|ContextualVersionConflict|UnknownExtra|TooManyRedirects|UnsupportedProtocol|MissingSchema|"
    "InvalidSchema|InvalidURL|InvalidHeader|DoesNotExist|ObjectDoesNotExist|MultipleObjectsReturned|"
    "_MultiThreadedRendezvous|ServiceUnavailable|ResourceExhausted|DeadlineExceeded|TooManyRequests|KilledWorker|"
    "NoSuchProcess|TrialPruned|OutOfResources|ArrowInvalid|NoSuchKey|NoSuchBucket|MissingMandatoryValue|InvalidToken"
)
UNSUFFIXED = rf"(?:{_PYTHONS}|{_LIBRARIES})"
NAMED = rf"(?:[A-Za-z_]\w*\.)*(?:\w*{SUFFIX}|{UNSUFFIXED})"
TOOL = r"^[ \t`]*(?:\S*[/\\])?"  # where the name of a program may follow


def messages(weight: Weight, rows: Iterable[tuple[str, str | tuple[str, ...], str]]) -> tuple[Recogniser, ...]:
    """Rows of errors without a class, all of one weight: the program, the sign or signs, the expression."""
    return tuple(
        Recogniser(
            LineKind.MESSAGE, (signs,) if isinstance(signs, str) else signs, Expression(pattern), program, weight
        )
        for program, signs, pattern in rows
    )
