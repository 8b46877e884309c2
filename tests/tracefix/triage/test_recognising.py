"""Which lines matter, and what they can be."""

import tracemalloc

import pytest

from tests.tables import read_tables
from tracefix.triage.events import EventRole
from tracefix.triage.ranks import split_prefix
from tracefix.triage.recognising import recognise, told_pid, told_rank, told_ranks

CAUSE, VAGUE, VICTIM, STOPPED, SUMMARY, TEARDOWN = EventRole

LINES = read_tables(__file__)["lines"]
NO_EVENTS = [
    "epoch 3: error rate 0.1, 12 timeouts",
    "the process was configured with timeout=600",
    "DeprecationWarning: x",
    "2026-01-01 10:00:00 INFO connection closed by peer",
    "2026-01-01 10:00:00 WARNING Connection reset by peer, retrying",
    "Exited with exit code 0",
    "killed 3 idle workers of the last run",
]


@pytest.mark.parametrize(("line", "kind", "role"), LINES)
def test_a_line_is_recognised(line, kind, role):
    told = recognise(*split_prefix(line))

    assert told is not None
    assert (told.kind, told.role) == (kind, role)


@pytest.mark.parametrize("line", NO_EVENTS)
def test_what_does_not_matter_is_not(line):
    assert recognise(*split_prefix(line)) is None


def test_whom_a_line_is_about():
    assert told_rank("failed (exitcode: -9) local_rank: 3 (pid: 12) of binary: python") == 3
    assert told_rank("[E x.cpp:828] [PG ID 0 PG GUID 0(default_pg) Rank 5] Watchdog caught") == 5
    assert told_pid("failed (exitcode: -9) local_rank: 3 (pid: 12) of binary: python") == 12
    assert told_pid("Out of memory: Killed process 9611 (python) total-vm:1kB") == 9611
    assert told_ranks("srun: error: n1: tasks 0-2,5: Killed") == (0, 1, 2, 5)
    assert told_ranks("[Rank 0]: Rank 3 failed to pass monitoredBarrier in 10000 ms") == (3,)
    assert told_rank("x") is told_pid("x") is None


def test_a_line_that_names_millions_of_ranks_takes_little_memory():
    tracemalloc.start()
    ranks = told_ranks(f"srun: error: n1: tasks {'0-9999,' * 500}0-9999: Killed")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert len(ranks) == 10_000
    assert most < 4 << 20
