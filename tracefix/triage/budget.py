"""Budget: how much work a triage may do. Work is counted, not timed, so the same logs get the same answer everywhere.

The budget grows only with the bytes that are read. So the cost of a log is bounded by its length, whatever it says.
"""

from __future__ import annotations

from dataclasses import dataclass

HIT = 10  # what a line costs that is read for an event, in lines that are only looked at
_AT_FIRST = 4_000  # lines
_EACH_LOG = 60
_BYTES_A_LINE = 48  # that a log has, for each line that may be looked at: all that honest jobs of megabytes need


@dataclass(slots=True)
class Budget:
    """How many more lines of a job may be looked at. It may be overdrawn by one step of work."""

    left: int = _AT_FIRST

    def open_log(self) -> None:
        """Every log may cost something, whatever those before it took."""
        self.left = max(self.left, 0) + _EACH_LOG

    def read(self, size: int) -> None:
        """So many bytes of a log were read."""
        self.left += size // _BYTES_A_LINE

    def spend(self, lines: int) -> bool:
        """Whether this much work may be done."""
        if self.left <= 0:
            return False
        self.left -= lines
        return True
