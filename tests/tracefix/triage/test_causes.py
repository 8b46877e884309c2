"""Which event explains the others, and whom it ended."""

import json

from tests.tracefix.triage.logs import cause_of, job_of, told
from tracefix.triage.causes import find_cause
from tracefix.triage.events import Event, EventKind, EventRole
from tracefix.triage.job_answer import sentences, to_lines, to_values
from tracefix.triage.scanning import Scan

GONE = "RuntimeError: [a/pair.cc:553] Connection closed by peer [10.0.0.1]:1\n"
KILLED = "E1122 04:12:09.500000 900 api.py:984] failed (exitcode: -9) local_rank: 3 (pid: 1203) of binary: python\n"


def steps(hour, count=400):
    """A log of some minutes."""
    return "".join(f"2026-11-22 {hour:02}:{n // 60:02}:{n % 60:02},000 INFO step {n} done\n" for n in range(count))


def test_the_kernel_says_why_a_rank_was_killed():
    kernel = "[Sun Nov 22 04:12:08 2026] Out of memory: Killed process 1203 (python) total-vm:8923144kB\n"

    assert told(cause_of(dmesg=kernel, launcher=KILLED, rank0=GONE)) == ("oom-kill", 3)


def test_who_is_killed_says_nothing():
    kernel = (
        "[Sun Nov 22 04:12:08 2026] python invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0\n"
        "[Sun Nov 22 04:12:08 2026] Memory cgroup out of memory: Killed process 1203 (python) total-vm:8923144kB\n"
    )
    cause = cause_of(dmesg=kernel, rank0=GONE, rank1=GONE, rank2="step 1\n", rank3=GONE)

    assert told(cause) == ("oom-kill", 2)
    assert "Killed process 1203" in cause.text


def test_of_two_that_say_nothing_neither_is_named():
    kernel = "[Sun Nov 22 04:12:08 2026] Out of memory: Killed process 1203 (python) total-vm:8923144kB\n"

    assert told(cause_of(dmesg=kernel, rank0=GONE, rank1="step 1\n", rank2="step 1\n")) == ("oom-kill", None)


def test_what_slurm_writes_of_a_whole_job_names_no_rank():
    stopped = "slurmstepd-n1: error: *** STEP 8.0 ON n1 CANCELLED AT 2026-11-22T04:00:00 ***\n"

    assert told(cause_of(rank0="step 1\n" + stopped, rank1="step 1\n")) == ("signal", None)


def test_a_launcher_that_only_repeats_is_no_cause():
    assert cause_of(log="torch.distributed.elastic.multiprocessing.errors.ChildFailedError:\n") is None


def test_a_rank_that_a_barrier_names_is_the_one():
    failure = job_of(rank0="RuntimeError: Rank 2 failed to pass monitoredBarrier in 10000 ms\n", rank1="x\n").failure

    assert (told(failure.cause), failure.silent) == (("watchdog", 2), (2,))


def test_a_clock_that_is_ahead_is_said_and_counted_back():
    late = steps(6) + "2026-11-22 06:06:38,000 ERROR ValueError: first\n"
    job = job_of(rank0=steps(4), rank1=steps(4) + "2026-11-22 04:06:39,000 ERROR KeyError: 1\n", rank2=late)

    assert told(job.failure.cause) == ("exception", 2)
    assert job.failure.shifts == (("rank2", 7200.0),)
    assert "The clock of rank2 is 7200 seconds ahead of the others." in sentences(job)


def test_of_two_exceptions_the_first_in_time_is_the_cause():
    first = "2026-11-22 04:00:01,000 ERROR ValueError: first\n"
    later = "2026-11-22 04:00:05,000 ERROR KeyError: 1\n"

    assert told(cause_of(rank0=later, rank1=first)) == ("exception", 1)


def test_a_limit_of_the_scheduler_is_the_cause_of_every_stop():
    slurm = "slurmstepd: error: *** JOB 1 ON n1 CANCELLED AT 2026-11-22T04:00:00 DUE TO TIME LIMIT ***\n"
    stopped = "torch.distributed.elastic.multiprocessing.api.SignalException: Process 12 got signal: 15\n"

    assert told(cause_of(slurm=slurm + stopped)) == ("limit", None)


def test_the_answer_is_json():
    job = job_of(rank0=GONE, rank1="step 1\nSegmentation fault (core dumped)\n")
    values = json.loads(json.dumps(to_values(job, {"verdict": "none"})))

    assert values["cause"] == {
        "file": "rank1", "line": 2, "offset": 7, "rank": 1, "time": None, "kind": "signal",
        "text": "Segmentation fault (core dumped)", "step": None, "detail": None,
    }  # fmt: skip
    assert [event["rank"] for event in values["victims"]] == [0]
    assert values["diagnosis"] == {"verdict": "none"}
    assert (values["silent_ranks"], values["files"]) == ([], 2)


def test_the_answer_in_lines():
    assert to_lines(job_of(rank0=GONE, rank1="step 1\nSegmentation fault (core dumped)\n")) == [
        "Rank 1 was ended by a signal.",
        "  rank1:2: Segmentation fault (core dumped)",
        "Ranks that ended because of it: 0.",
    ]


def test_rays_report_of_a_dead_worker_is_a_signal():
    said = "(raylet) A worker died or was killed while executing a task. Worker exit type: SYSTEM_ERROR\n"

    assert told(cause_of(driver=said + "ray.exceptions.ActorDiedError: The actor died.\n")) == ("signal", None)


def log_of(*texts, role=EventRole.CAUSE, kind=EventKind.EXCEPTION):
    events = [Event(kind, role, text, "a.log", at, at, rank=0, is_own=True) for at, text in enumerate(texts)]
    return Scan("a.log", 0, tuple(events))


def asked_for(scan, survivors=()):
    """The lines of the events that are asked about until the cause is known."""
    asked = []

    def has_survived(event):
        asked.append(event.text)
        return event.text in survivors

    find_cause([scan], [], has_survived, lambda mark: None)
    return asked


def test_what_follows_a_cause_need_not_be_read_around():
    assert asked_for(log_of("ValueError: 1", "KeyError: 2", "TypeError: 3")) == ["ValueError: 1"]
    assert asked_for(log_of("ValueError: 1", "KeyError: 2", "TypeError: 3"), {"ValueError: 1"})[-1] == "KeyError: 2"


def test_of_a_signal_a_kill_is_looked_for_that_explains_it():
    signal = log_of("Killed", kind=EventKind.SIGNAL).events
    kill = log_of("", "Out of memory: Killed process 12", kind=EventKind.OOM_KILL).events[1:]

    assert asked_for(Scan("a.log", 0, (*signal, *kill))) == ["Killed", "Out of memory: Killed process 12"]


def error_file(text, time):
    return json.dumps({"message": {"message": text, "extraInfo": {"timestamp": time}}})


def test_error_files_of_several_ranks_give_each_its_own_time():
    logs = {f"attempt_0__{rank}__stderr.log": "ValueError: shard 7\n" for rank in (0, 1)}
    files = {f"attempt_0__{rank}__error.json": error_file("ValueError: shard 7", 1e9 + 5 - rank) for rank in (0, 1)}
    job = job_of(**logs, **files)

    assert [(event.rank, event.time) for event in job.failure.timeline] == [(1, 1e9 + 4), (0, 1e9 + 5)]
    assert job.failure.cause.rank == 1


def test_an_error_that_only_an_error_file_tells_is_an_event_once():
    told_twice = {name: error_file("ValueError: shard 7", 1e9) for name in ("a__error.json", "b__error.json")}

    assert [event.text for event in job_of(log="step 1\n", **told_twice).failure.timeline] == ["ValueError: shard 7"]
