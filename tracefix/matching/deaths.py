"""How a process died that printed no exception, in words: who ends processes in this way, and how to find out.

A new way needs a row here with its sentence, a test, and the sentence's translation. The first row that fits decides.
"""

from typing import NamedTuple

from tracefix.linear_re import Expression
from tracefix.phrases import Phrase, sentence
from tracefix.reading.deaths import ABORTED, BUS_ERROR, GPU_HUNG, KERNEL_FAULT, KILLED, TERMINATED, any_words
from tracefix.reading.report import Error, Report, Weight
from tracefix.reading.system import is_native


class _Way(NamedTuple):
    """One way in which a process ends: how its error looks, and the sentence about it."""

    programs: frozenset[str]  # any, where empty
    message: Expression
    sentence: str  # `make messages` gathers it as it stands


_ANY: frozenset[str] = frozenset()
_WAYS = (
    _Way(
        frozenset({"slurm", "pbs", "lsf"}),
        Expression(r""),
        "The job scheduler stopped this job: it reached a limit of time or memory, or somebody cancelled it. On "
        "Slurm, `sacct -j JOBID --format=State,ExitCode,Elapsed,Timelimit,MaxRSS,ReqMem` shows which.",
    ),
    _Way(
        frozenset({"kubernetes"}),
        Expression(r""),
        "Kubernetes reports that the container stopped. Run `kubectl describe pod POD` for the reason (OOMKilled "
        "means that it used more memory than its limit), and `kubectl logs POD --previous` for its last output.",
    ),
    _Way(
        frozenset({"ray"}),
        Expression(r""),
        "Ray killed a worker because the machine was running out of memory. Run fewer workers, or give each one "
        "less to do. Ray's logs in `/tmp/ray/session_latest/logs` name the worker.",
    ),
    _Way(
        frozenset({"kernel", "systemd"}),
        Expression(r"(?i)out of memory|oom"),
        "The Linux kernel killed the process because the machine, or its container, was out of memory. It is main "
        "memory, not the GPU's. The same line names the process and how much it used.",
    ),
    _Way(
        frozenset({"kernel"}),
        Expression(r"Xid"),
        "The NVIDIA driver reports a fault of the GPU. Look the number after the brackets up in NVIDIA's list of "
        "Xid errors: it tells whether a program, the driver or the hardware failed.",
    ),
    _Way(
        frozenset({"kernel"}),
        Expression(GPU_HUNG),
        "The GPU hung, and its driver reset it, so the programs that used it failed. Read the lines before the "
        "reset in `sudo dmesg -T`: the first timeout or fault names the part that hung. Then bring kernel, "
        "firmware and driver of the GPU up to date together.",
    ),
    _Way(
        frozenset({"kernel"}),
        Expression(KERNEL_FAULT),
        "The kernel itself failed, mostly in a driver: the line `RIP:` below names its module in brackets. Update "
        "the kernel or that driver, and restart the machine before you try again.",
    ),
    _Way(
        frozenset({"kernel"}),
        Expression(r"^[\w.+-]+\[\d+\]: |segfault|general protection"),
        "A program crashed in compiled code, and the kernel logged it: the line names the program and the library "
        "in which it crashed. Update or reinstall the package that brought this library.",
    ),
    _Way(
        frozenset({"jupyter"}),
        Expression(r""),
        "The notebook's process died without an exception. Most often it ran out of memory, or native code "
        "crashed. Run the same code as a script with `python -X faulthandler script.py`: the terminal shows which.",
    ),
    _Way(
        frozenset({"signal"}),
        Expression(r"^\^C$"),
        "`^C` at the end means that the process was interrupted. If nobody pressed Ctrl+C, the host of the "
        "notebook stopped it: on Colab mostly because main memory ran out. Watch the RAM display while it runs; "
        "keep less in memory (a smaller cache, fewer workers, a smaller batch).",
    ),
    _Way(
        _ANY,
        Expression(rf"(?i){any_words(KILLED)}"),
        "The process was killed from outside (signal 9, exit code 137 or -9), so it could not print an exception. "
        "Most often it used too much main memory. `sudo dmesg -T | grep -i 'killed process'` on that machine names "
        "it if so; in a container, `kubectl describe pod` or `docker inspect` does.",
    ),
    _Way(
        _ANY,
        Expression(rf"(?i){any_words(BUS_ERROR)}"),
        "The process died of a bus error (signal 7): most often shared memory was full. Check `df -h /dev/shm`; in "
        "Docker, start the container with a larger `--shm-size`.",
    ),
    _Way(
        _ANY,
        Expression(rf"(?i)\babort|{any_words(ABORTED)}|terminate called|double free|corrupt|invalid pointer|smashing"),
        "The process stopped itself (signal 6, SIGABRT) because native code found something wrong. The reason is "
        "usually printed just above: paste the lines above it, too.",
    ),
    _Way(
        _ANY,
        Expression(rf"(?i){any_words(TERMINATED)}"),
        "Another program asked the process to stop (signal 15, SIGTERM). Look into the log of whatever started it: "
        "a launcher does this when another of its processes failed, a scheduler when a limit is reached.",
    ),
    _Way(
        _ANY,
        Expression(r""),
        "The process crashed in native code (a segmentation fault or the like), so Python could not print an "
        "exception. Run it again with `python -X faulthandler`: it prints the Python line that was running.",
    ),
)
_BY_SIGNAL = Expression(r"exitcode *: -\d|\(exitcode: -\d|code = -\d|SIG[A-Z]{3,4}")


_NATIVE = sentence(
    "The program crashed in compiled code (a segmentation fault or the like). Update it, or go back to the release "
    "that worked. To see where it crashed, start it with `gdb --args PROGRAM …`, type `run`, and after the crash `bt`."
)


def explain_death(report: Report, text: str = "") -> Phrase | None:
    """Say what ended the process; None if an exception or another error says more."""
    roots = [error for error in report.errors if error.is_root]
    deaths = [error for error in roots if _is_death(error)]
    if not roots or (len(deaths) < len(roots) and max(error.weight for error in roots) > Weight.WRAPPER):
        return None
    return _explain(deaths[0], text) if deaths else None


def _is_death(error: Error) -> bool:
    if error.weight in (Weight.DEATH, Weight.SIGNAL):
        return True
    return error.weight <= Weight.WRAPPER and bool(_BY_SIGNAL.search(error.message))


def _explain(error: Error, text: str) -> Phrase:
    ways = (way for way in _WAYS if not way.programs or error.program in way.programs)
    fitting = next(way for way in ways if way.message.search(error.message))  # the last one fits everything
    return Phrase(_NATIVE if fitting is _WAYS[-1] and is_native(text) else fitting.sentence)
