"""Event: a line of a job's logs that says something about how the job ended."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from tracefix.compat import StrEnum

LONGEST_TEXT = 500  # characters of an event's line that are kept


class EventKind(StrEnum):
    """The kind of an event, as the answer names it."""

    EXCEPTION = "exception"
    SIGNAL = "signal"
    OOM_KILL = "oom-kill"
    WATCHDOG = "watchdog"
    NCCL = "nccl"
    CONNECTION_LOST = "connection-lost"
    LIMIT = "limit"
    TEARDOWN = "teardown"
    STEP = "step"
    TEST = "test"
    BUILD = "build"


class EventRole(enum.IntEnum):
    """Whether an event can be the cause of the failure, or is a consequence of another rank's failure."""

    CAUSE = 0  # names its own reason
    VAGUE = 1  # a failure without its reason: an abort, an error of NCCL
    VICTIM = 2  # another rank is gone or does not answer
    STOPPED = 3  # somebody stopped the process
    SUMMARY = 4  # of a launcher, which repeats what its ranks logged
    TEARDOWN = 5  # printed whenever a process ends


@dataclass(frozen=True, slots=True)
class Event:
    """One line that matters.

    `line` counts from 1, `offset` in bytes of the unpacked file. `time` is in seconds of the clock of the machine that
    wrote the line, as if that were UTC; None if no time stands near. `rank` is whom the line is about.
    """

    kind: EventKind
    role: EventRole
    text: str
    file: str = ""
    line: int = 0
    offset: int = 0
    time: float | None = None
    rank: int | None = None
    pid: int | None = None  # of the process that the line is about, where it is told
    ranks: tuple[int, ...] = ()  # others that the line names
    is_own: bool = False  # told by the rank itself, and not by a launcher
    is_repeated: bool = False  # in a launcher's summary
    step: str = ""  # of a CI job, where it is known in which one the line stands
    detail: str = ""  # what a test that failed says above the line that names it
    window: bytes = b""  # what stands around it, where the source cannot be read again
