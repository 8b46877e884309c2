"""Follow torchrun's summary: which rank each of its lines is about. The summary repeats what the ranks logged."""

from __future__ import annotations

from dataclasses import dataclass

from tracefix.linear_re import Expression
from tracefix.triage import clocks

_TIME = Expression(r"^\s{1,8}time {6}: (\S+)")
_RANK = Expression(r"^\s{1,8}rank {6}: (\d{1,6}) \(local_rank: \d+\)")
_EXIT = Expression(r"^\s{1,8}exitcode {2}: -?\d+ \(pid: (\d{1,9})\)")


@dataclass(slots=True)
class Summary:
    """Where in a summary a log is read. Outside of one, `is_open` is false."""

    is_open: bool = False
    time: float | None = None
    rank: int | None = None
    pid: int | None = None

    def read(self, line: str) -> bool:
        """Read a line, and say whether it belongs to a summary."""
        if line.startswith("====="):
            self.is_open = False
        elif not line[:1].isspace():  # as are most lines, and none of a summary
            pass
        elif found := _TIME.match(line):
            self.is_open, self.time = True, clocks.read_time(found[1])
            self.rank = self.pid = None
        elif found := _RANK.match(line):
            self.is_open, self.rank = True, int(found[1])
        elif found := _EXIT.match(line):
            self.pid = int(found[1])
        return self.is_open
