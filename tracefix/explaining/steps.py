"""Next steps: what to look at, run or paste to find the cause. A new step needs a rule here and a test."""

from collections.abc import Iterator, Sequence
from itertools import islice

from tracefix.articles.signatures import class_name
from tracefix.explaining.kinds import short_file
from tracefix.explaining.model import OwnFrame, Raised
from tracefix.explaining.projects import clone_of, distribution
from tracefix.explaining.quoting import PLAIN_PATH
from tracefix.linear_re import Expression
from tracefix.phrases import Phrase
from tracefix.reading.deaths import (
    ACCESS_VIOLATION,
    BUS_ERROR,
    KILLED,
    SEGFAULT,
    any_words,
    exit_codes,
    shell_words,
)
from tracefix.reading.origins import OWN, STDLIB
from tracefix.reading.report import Error, Weight

_MOST = 3
_LONGEST_MESSAGE = 2_000
_GPU = Expression(r"(?i)(?:CUDA error|device-side assert|illegal memory access|CUBLAS_|CUDNN_STATUS|HIP error)")
_NCCL = Expression(r"(?i)(?:\bNCCL|ncclInternal|ncclSystem|ncclUnhandled|watchdog caught)")
_CRASH = Expression(
    rf"(?i)(?:{shell_words([SEGFAULT, BUS_ERROR])}|SIGSEGV|SIGABRT|exit ?code:? *{exit_codes([SEGFAULT])}|core dumped|"
    rf"{ACCESS_VIOLATION})"
)
_KILLED = Expression(rf"(?i)(?:{any_words(KILLED)}|oom-?kill|out of memory: kill)")
_VERSIONED = ("TypeError", "AttributeError", "ImportError", "ModuleNotFoundError")
_NO_RELEASE = Expression(
    r"(?:requirement|distribution found for) (?P<name>[A-Za-z0-9](?:[\w.-]{0,60}\w)?)(?:\[|[ ;=<>!~(@]|$)"
)
_INSTALLERS = ("pip", "uv")
_TYPED_IN = ("<stdin>", "<string>")
_OF_JAVA = ("java.", "javax.", "org.", "com.", "io.")
_COMPLETE = ("argparse", "hydra", "bash", "cmd", "powershell", *_INSTALLERS)
_DEATHS = ("kernel", "kubernetes", "signal", "exit", "systemd", "mpi", "torchrun", "bash", "docker", "ray")


def next_steps(
    error: Error,
    own: OwnFrame | None,
    raised_in: Raised | None,
    sentences_above: Sequence[str],
    *,
    is_restated: bool = False,
    begins_in_the_middle: bool = False,
    has_stack: bool = False,
) -> tuple[Phrase, ...]:
    """Steps, the most decisive first; `sentences_above` are shown above them. Empty if nothing is left to say.

    Where the message was restated, its own steps say what to do: only what has to be run or pasted besides is left.
    """
    steps = list(_steps(error, own, raised_in, " ".join(sentences_above), is_restated))
    if not is_restated and not error.frames and not own and not error.is_wrapper:
        steps += _what_to_paste(error, begins_in_the_middle, has_stack)
    return tuple(islice(steps, _MOST))


def _steps(
    error: Error, own: OwnFrame | None, raised_in: Raised | None, sentences: str, is_restated: bool
) -> Iterator[Phrase]:
    name = class_name(error.type)
    if not is_restated:
        yield from _what_to_run(f"{name}: {error.message[:_LONGEST_MESSAGE]}", error, sentences)
    if is_restated:
        return
    if error.is_wrapper:
        yield Phrase("Paste the lines above this one, up to the first traceback: this line only passes a failure on.")
    elif (
        own and own.line and own.file not in _TYPED_IN and f"line {own.line} of {short_file(own.file)}" not in sentences
    ):
        yield _look_at(own)
    if raised_in and raised_in.package not in (OWN, STDLIB) and not raised_in.version and name in _VERSIONED:
        package = distribution(raised_in.package)
        yield Phrase(
            "Run `python -m pip show {package}` and paste its version, too: names and arguments change between "
            "versions.",
            package=package,
        )


def _look_at(own: OwnFrame) -> Phrase:
    """The innermost line that is not a package's: the reader's own, or that of a project that was cloned."""
    place = {"line": str(own.line), "file": short_file(own.file)}
    if own.source.startswith("raise ") and not clone_of(own.file):
        return Phrase(
            "Line {line} of {file} raises this itself. The `if` above it says when: print the values in it.",
            **place,
        )
    if project := clone_of(own.file):
        return Phrase(
            "Line {line} of {file} belongs to {project}. "
            '`git fetch`, then `git log -p HEAD..origin/HEAD -- "{files}"`: '
            "that prints what changed in the file since your copy. If nothing did, search its issues for the words of "
            "the message.",
            project=project,
            files=f"*{place['file']}" if PLAIN_PATH.fullmatch(place["file"]) else "*.py",  # a paste may name any
            **place,
        )
    return Phrase(
        "Look at line {line} of {file}: it is the last line before the error that is of no installed package.",
        **place,
    )


def _what_to_run(text: str, error: Error, sentences: str) -> Iterator[Phrase]:
    if _GPU.search(text) and "CUDA_LAUNCH_BLOCKING" not in sentences:
        yield Phrase(
            "Run it again with `CUDA_LAUNCH_BLOCKING=1` (`AMD_SERIALIZE_KERNEL=3` on AMD), and paste that traceback: "
            "it ends at the call that failed."
        )
    if error.program in _INSTALLERS and (wanted := _NO_RELEASE.search(error.message)):
        yield Phrase(
            "Run `python -m pip index versions {package}`: it lists the releases that fit this Python. If the one that "
            "you want is missing there, take one of the list, or another Python.",
            package=wanted["name"],
        )
    if _NCCL.search(text) and "NCCL_DEBUG" not in sentences:
        yield Phrase("Run it again with `NCCL_DEBUG=INFO`, and paste the first lines that say `WARN`, of every rank.")
    if (
        "faulthandler" not in sentences
        and "gdb" not in sentences
        and (_CRASH.search(text) or error.type == "Fatal Python error")
    ):
        yield Phrase("Run it again with `python -X faulthandler`, and paste the stack that it prints when it crashes.")
    elif "dmesg" not in sentences and _KILLED.search(text) and (error.program in _DEATHS or error.is_wrapper):
        yield Phrase('Run `dmesg -T | grep -i "killed process"` on that machine: it says whether memory ran out.')


def _what_to_paste(error: Error, is_headless: bool, has_stack: bool) -> Iterator[Phrase]:
    """What to paste in addition. Nothing for a warning, and nothing if a program refused its command and said why.

    A bare `Error: …` may be of any program, and of a paste that shows a traceback none has to be asked for.
    """
    if error.weight is Weight.NOTICE or error.program in _COMPLETE:
        return
    if error.type and (has_stack or error.type == "Error" or error.type.startswith(_OF_JAVA)):
        return
    if error.type:
        yield Phrase("If a traceback stands above it, paste that, too: its frames say whose code failed.")
    elif is_headless:
        yield Phrase(
            "Your paste begins in the middle of a log: add the lines above it, from the terminal or the file that you "
            "took it from."
        )
