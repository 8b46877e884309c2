"""Which lines matter, and what they can be."""

import tracemalloc

import pytest

from tracefix.triage.events import EventKind, EventRole
from tracefix.triage.ranks import split_prefix
from tracefix.triage.recognising import recognise, told_pid, told_rank, told_ranks

CAUSE, VAGUE, VICTIM, STOPPED, SUMMARY, TEARDOWN = EventRole

LINES = [
    ("RuntimeError: shape '[7, 7]' is invalid", EventKind.EXCEPTION, CAUSE),
    ("torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB", EventKind.EXCEPTION, CAUSE),
    ("2026-01-01 10:00:00 ERROR trainer: ValueError: bad", EventKind.EXCEPTION, CAUSE),
    ("EOFError", EventKind.EXCEPTION, VAGUE),
    ("torch.distributed.elastic.multiprocessing.errors.ChildFailedError:", EventKind.EXCEPTION, SUMMARY),
    ("ray.exceptions.RayActorError: The actor died unexpectedly", EventKind.EXCEPTION, SUMMARY),
    ("failed (exitcode: 1) local_rank: 0 (pid: 12) of binary: python", EventKind.EXCEPTION, SUMMARY),
    ("failed (exitcode: -9) local_rank: 3 (pid: 12) of binary: python", EventKind.SIGNAL, CAUSE),
    ("Fatal Python error: Segmentation fault", EventKind.SIGNAL, CAUSE),
    ("Fatal Python error: Aborted", EventKind.SIGNAL, VAGUE),
    ("Segmentation fault (core dumped)", EventKind.SIGNAL, CAUSE),
    ("./run.sh: line 3:    12 Killed                  python train.py", EventKind.SIGNAL, CAUSE),
    ("Killed", EventKind.SIGNAL, CAUSE),
    ("zsh: killed     python train.py", EventKind.SIGNAL, CAUSE),
    ("srun: error: node1: task 3: Killed", EventKind.SIGNAL, CAUSE),
    ("srun: error: node1: tasks 0-2: Exited with exit code 1", EventKind.TEARDOWN, SUMMARY),
    ("srun: error: node1: task 3: Out Of Memory", EventKind.OOM_KILL, CAUSE),
    ("RuntimeError: DataLoader worker (pid 12) is killed by signal: Bus error. ", EventKind.SIGNAL, CAUSE),
    ("Memory cgroup out of memory: Killed process 12 (python) total-vm:1kB", EventKind.OOM_KILL, CAUSE),
    ("slurmstepd: error: Detected 1 oom_kill event in StepId=1.0.", EventKind.OOM_KILL, CAUSE),
    ("    Reason:       OOMKilled", EventKind.OOM_KILL, CAUSE),
    (
        "slurmstepd: error: *** JOB 1 ON n1 CANCELLED AT 2026-01-01T10:00:00 DUE TO TIME LIMIT ***",
        EventKind.LIMIT,
        CAUSE,
    ),
    (
        "slurmstepd: error: *** JOB 1 ON n1 CANCELLED AT 2026-01-01T10:00:00 DUE TO PREEMPTION ***",
        EventKind.LIMIT,
        CAUSE,
    ),
    ("slurmstepd: error: *** JOB 1 ON n1 CANCELLED AT 2026-01-01T10:00:00 ***", EventKind.SIGNAL, STOPPED),
    ("OSError: [Errno 28] No space left on device", EventKind.LIMIT, CAUSE),
    ("MemoryError", EventKind.LIMIT, CAUSE),
    (
        "torch.distributed.elastic.multiprocessing.api.SignalException: Process 12 got signal: 15",
        EventKind.SIGNAL,
        STOPPED,
    ),
    ("KeyboardInterrupt", EventKind.SIGNAL, STOPPED),
    ("Sending process 12 closing signal SIGTERM", EventKind.TEARDOWN, TEARDOWN),
    ("RuntimeError: [a/pair.cc:553] Connection closed by peer [10.0.0.1]:1", EventKind.CONNECTION_LOST, VICTIM),
    (
        "[E ProcessGroupNCCL.cpp:828] [Rank 0] Watchdog caught collective operation timeout: x",
        EventKind.WATCHDOG,
        VICTIM,
    ),
    ("RuntimeError: [a/unbound_buffer.cc:78] Timed out waiting 15000ms for recv", EventKind.WATCHDOG, VICTIM),
    ("RuntimeError: NCCL error in: x.cpp:1275, unhandled system error, NCCL version 2.18.5", EventKind.NCCL, VAGUE),
]
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
