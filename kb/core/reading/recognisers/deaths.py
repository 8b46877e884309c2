"""What kills a process, or says how one ended: kernels, schedulers, signals, exit codes."""

from kb.core.reading.recognisers.rows import messages
from kb.core.reading.report import Weight

DEATHS = (
    *messages(
        Weight.DEATH,
        (
            # Slurm: `slurmstepd: error: *** JOB 12 ON n1 CANCELLED AT … DUE TO TIME LIMIT ***`
            ("slurm", "slurmstepd: ", r"slurmstepd(?:-\w+)?: error: (?P<message>.*)"),
            # the kernel's log: `Out of memory: Killed process 12 (python) total-vm:…`
            ("kernel", "ut of memory: Kill", r"(?P<message>(?:Memory cgroup o|O)ut of memory: Kill(?:ed)? process .*)"),
        ),
    ),
)
