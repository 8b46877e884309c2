"""Jobs that were really run, eight ranks each, with tools/failing_jobs/job.py: the cause is known.

`merged-` is one log of all ranks, `tee-` one with torchrun's --tee, `slurm-` a file for each rank without a launcher;
`sbatch-` are jobs of Slurm, `pods-` as a node of Kubernetes has them, `ray-` sessions of Ray, whose workers have no
ranks (slurm.sh, pods.py and ray_job.py beside job.py); the others have torchrun's --log-dir and what the launcher
printed.
"""

import pytest

from tests.settings import BASE_DIR
from tests.tracefix.triage.logs import job_in, told

JOBS = BASE_DIR / "tests" / "tracefix" / "triage" / "jobs"
TRUTH = {
    "raise": ("exception", 3),
    "assert": ("exception", 3),
    "kill": ("signal", 3),
    "segfault": ("signal", 3),
    "worker-segfault": ("signal", 3),
    "abort": ("signal", 3),
    "connection": ("signal", 3),  # it lost its sockets, and aborted
    "hang": ("watchdog", 3),
    "memory": ("limit", 3),
    "file-size": ("limit", 3),
    "disk": ("limit", 3),
    "handled": ("signal", 3),  # another rank had handled an exception before
    "preempt": ("signal", None),
}
OF_LAUNCHERS = {  # where the launcher, or its absence, tells more or less than torchrun
    "pods-kill": ("connection-lost", 3),
    "pods-cgroup": ("oom-kill", 3),  # a memory limit of a cgroup, told by the kernel
    "sbatch-cancel": ("signal", None),  # scancel
    "sbatch-time-limit": ("limit", None),
    "ray-raise": ("exception", None),
    "ray-kill": ("signal", None),
    "ray-segfault": ("signal", None),
}
LAUNCHERS = ("merged", "tee", "slurm", "sbatch", "pods", "ray")
WITHOUT_LAUNCHER = {
    "kill": ("connection-lost", 3), "handled": ("connection-lost", 3),
}  # fmt: skip


def truth(name):
    kind, _, way = name.partition("-")
    return OF_LAUNCHERS.get(name) or TRUTH[way if kind in LAUNCHERS else name]


NAMES = sorted(path.name for path in JOBS.iterdir())
OF_TORCHRUN = [name for name in NAMES if name.partition("-")[0] not in LAUNCHERS]


@pytest.mark.parametrize("name", [name for name in NAMES if not name.endswith("all")])
def test_the_cause_of_a_job_is_found(name):
    assert told(job_in(JOBS / name).failure.cause) == truth(name)


@pytest.mark.parametrize("name", [name for name in OF_TORCHRUN if name not in ("all", "preempt")])
def test_it_is_found_in_the_logs_of_the_ranks_alone(name):
    (folder,) = JOBS.glob(f"{name}/*/")

    assert told(job_in(folder).failure.cause) == WITHOUT_LAUNCHER.get(name, TRUTH[name])


@pytest.mark.parametrize("name", [name for name in OF_TORCHRUN if name not in ("all", "worker-segfault")])
def test_it_is_found_in_what_the_launcher_printed_alone(name):
    assert told(job_in(JOBS / name / "launcher.log").failure.cause) == truth(name)


@pytest.mark.parametrize("name", ["hang", "slurm-hang", "sbatch-hang", "pods-hang", "pods-kill", "pods-cgroup"])
def test_all_others_are_victims(name):
    victims = [event.rank for event in job_in(JOBS / name).failure.victims]

    assert victims == [0, 1, 2, 4, 5, 6, 7]


def test_ray_names_the_process_that_died_and_the_line_that_raised():
    assert "Worker PID: 30807" in job_in(JOBS / "ray-kill").failure.cause.text
    assert job_in(JOBS / "ray-segfault").failure.cause.text.startswith("*** SIGSEGV received")
    assert job_in(JOBS / "ray-raise").failure.cause.text == "KeyError: 'learning_rate'"


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("all")])
def test_all_ranks_may_fail_alike(name):
    failure = job_in(JOBS / name).failure

    assert failure.cause.kind == "exception"
    assert failure.ranks == tuple(range(8))


def test_the_rank_that_hangs_is_the_silent_one():
    failure = job_in(JOBS / "hang").failure

    assert failure.silent == (3,)
    assert [event.rank for event in failure.victims] == [0, 1, 2, 4, 5, 6, 7]
    assert failure.is_told_by_others


def test_the_time_is_that_of_the_error_file():
    assert job_in(JOBS / "raise").failure.cause.time is not None
    assert {event.file.rpartition("/")[2] for event in job_in(JOBS / "raise").failure.timeline} <= {
        "stderr.log", "launcher.log", "error.json",
    }  # fmt: skip


@pytest.mark.slow
def test_clocks_agree_in_all_of_them():
    assert not [name for name in NAMES if job_in(JOBS / name).failure.shifts]
