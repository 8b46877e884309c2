"""What a paste reports: its errors, their frames, and which of them is the root."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property


class Weight(enum.IntEnum):
    """How informative an error line is. The roots of a report are its errors with the greatest weight."""

    NOTICE = 0  # a warning, a start-up notice, an echo: no error beside anything else
    SAID = 1  # a sentence that says that something failed: perhaps a person's
    WRAPPER = 2  # that something below it failed: a launcher, a build tool, exit code 1
    SIGNAL = 3  # how a process ended, often because of an error above: `Aborted`, exit code 134
    LOG = 4  # a sentence at the level ERROR, or a message whose class was left out
    DEATH = 5  # that something killed it: the kernel, a scheduler, a segmentation fault
    ERROR = 6  # an exception, or an error of a program


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of a stack: the file as printed, the line number (0 if not printed) and the function ("" if not).

    `paste_line` is the line of the paste, from 1, on which the frame stands.
    """

    file: str
    line: int
    function: str
    paste_line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Error:
    """One error of a report. `line` counts from 1 in the paste as it was given.

    `start`, `end` and `block_end` are offsets in the cleaned text: the error line, and the end of the lines that
    continue its message.
    """

    type: str  # class as printed, with its module; "" if none was printed
    message: str
    line: int
    frames: tuple[Frame, ...] = ()
    is_root: bool = False
    is_wrapper: bool = False  # a launcher or framework saying that something below it failed
    is_cut: bool = False  # its class alone is known: the paste stops before its own line
    is_inline: bool = False  # inside a sentence or a log line, not on a line of its own
    program: str = ""  # what printed it, where no exception stands: "pip", "gcc", "bash", "kernel", "slurm"
    weight: Weight = Weight.ERROR
    rank: int | None = None  # the rank that printed it, where a prefix says so
    start: int = 0
    end: int = 0
    block_end: int = 0

    @property
    def is_secondary(self) -> bool:
        """Whether it is a wrapper or a warning. It is no root if there is another error."""
        return self.weight <= Weight.WRAPPER


def with_stack(error: Error, errors: Sequence[Error]) -> Error:
    """The same error where its stack is shown, if this one is the title of an issue, which repeats it without."""
    if error.frames or not error.type:
        return error
    same = (each for each in errors if each.frames and (each.type, each.message) == (error.type, error.message))
    return next(same, error)


@dataclass(frozen=True)
class Report:
    """Everything that parse() saw in a paste.

    `source_lines` are the stretches of the cleaned text that quote source code; what stands there is nobody's message.
    `notices` are those of warnings, of what failed while something ended, and of a form's instructions.
    `is_cut` says that the last stack ends before its error line. `unread_from` is the line of the paste, from 1, from
    which on something was left unread, or 0.
    """

    errors: tuple[Error, ...] = ()
    source_lines: tuple[tuple[int, int], ...] = ()
    notices: tuple[tuple[int, int], ...] = ()
    is_cut: bool = False
    unread_from: int = 0

    @cached_property
    def roots(self) -> tuple[Error, ...]:
        """The errors that brought the others about; a sentence that only says that something failed is none."""
        return tuple(error for error in self.errors if error.is_root and error.weight is not Weight.SAID)

    @cached_property
    def has_cause(self) -> bool:
        """Whether a root is an exception that says what went wrong, not only that something failed."""
        return any(root.type and root.weight > Weight.WRAPPER for root in self.roots)
