"""Events: what the logs of a job say about how it ended, a line each."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from tracefix.compat import StrEnum

LONGEST_TEXT = 500  # characters of an event's line that are kept


class Kind(StrEnum):
    """What an event is, as the answer names it."""

    EXCEPTION = "exception"
    SIGNAL = "signal"
    OOM_KILL = "oom-kill"
    WATCHDOG = "watchdog"
    NCCL = "nccl"
    CONNECTION_LOST = "connection-lost"
    LIMIT = "limit"
    TEARDOWN = "teardown"


class Role(enum.IntEnum):
    """What an event can be: the cause, or only that of a rank that died of another's death."""

    CAUSE = 0  # explains itself
    VAGUE = 1  # it failed, but of what is said elsewhere, if anywhere: an abort, an error of NCCL
    VICTIM = 2  # another rank is gone or does not answer
    STOPPED = 3  # somebody stopped the process
    SUMMARY = 4  # of a launcher, which repeats what its ranks said
    TEARDOWN = 5  # what follows every end


@dataclass(frozen=True, slots=True)
class Event:
    """One line that matters.

    `line` counts from 1, `offset` in bytes of the unpacked file. `time` is in seconds of the clock of the machine that
    wrote the line, as if that were UTC; None if no time stands near. `rank` is whom the line is about.
    """

    kind: Kind
    role: Role
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
    window: bytes = b""  # what stands around it, where the source cannot be read again
