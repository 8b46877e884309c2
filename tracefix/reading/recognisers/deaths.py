"""What kills a process, or says how one ended: kernels, schedulers, signals, exit codes."""

from tracefix.reading.deaths import TOLD_BY_A_SHELL, WINDOWS_STATUS, shell_words
from tracefix.reading.recognisers.rows import messages
from tracefix.reading.report import Weight

_KILLER = shell_words(TOLD_BY_A_SHELL)
_ABORT = r"(?:Aborted|abort|Abort trap|Terminated|terminated|已放弃|已终止)"  # not `Abort` alone, which buttons say
_BY_SIGNAL = rf"(?:13[2-9]|-[4-9]|-1[0-5]|{WINDOWS_STATUS})"  # also of signals that no row of ours has
_ENDS = "exit(?:ed|s)?|finished|return(?:ed)?|terminated|died|quit|stopped"
_CODE = r"[\w ]{0,20}?(?:[- ](?i:exit|return))?[- ]?(?i:code|status)[ \t]{0,8}[:=]?[ \t]{0,8}\(?"
_EXITS = rf"(?i:{_ENDS}|failed){_CODE}"
# `transcription failed with code -4` is what a function returned: only the commonest signals are taken for one
_EXITS_BY_SIGNAL = (
    rf"(?:(?i:failed with )?(?i:{_ENDS}){_CODE}{_BY_SIGNAL}|"
    rf"(?i:failed){_CODE}(?:13[2-9]|-(?:6|9|11|15)|{WINDOWS_STATUS}))"
)

# Tried before programs, whose wording Slurm shares
SCHEDULERS = messages(
    Weight.DEATH,
    (
        # Slurm: `slurmstepd: error: *** JOB 12 ON n1 CANCELLED AT … DUE TO TIME LIMIT ***`
        ("slurm", "slurmstepd", r"slurmstepd(?:-\w+)?: error: (?P<message>\S.*)"),
        ("slurm", "CANCELLED AT", r"(?P<message>\*\*\* (?:JOB|STEP) .*CANCELLED AT.*)"),
        ("slurm", "oom-kill event", r"(?P<message>(?:Detected|Some of your).*oom-kill event.*)"),
        ("slurm", "ut Of Memory", r"srun: error: (?P<message>\S+: tasks? .*: Out Of Memory.*)"),
        # PBS: `=>> PBS: job killed: walltime 3605 exceeded limit 3600`; LSF: `TERM_MEMLIMIT: job killed …`
        ("pbs", "PBS: job killed", r"PBS: (?P<message>job killed.*)"),
        ("lsf", "TERM_", r"^(?P<message>TERM_\w+: job killed.*)"),
    ),
)
DEATHS = (
    *messages(
        Weight.DEATH,
        (
            # the kernel's log: `Out of memory: Killed process 12 (python) total-vm:…`, `oom-kill:constraint=…`
            ("kernel", "ut of memory: Kill", r"(?P<message>(?:Memory cgroup o|O)ut of memory: Kill(?:ed)? process .*)"),
            ("kernel", "oom-kill:", r"(?P<message>oom-kill:constraint=.*)"),
            ("kernel", "oom_reaper: ", r"(?P<message>oom_reaper: reaped process .*)"),
            ("kernel", "invoked oom-killer", r"(?P<message>\S+ invoked oom-killer: .*)"),
            # … a fault: `python[12]: segfault at 0 ip 00007f… error 4 in libtorch.so[…]`, `NVRM: Xid (PCI:…): 79, …`
            (
                "kernel",
                ("segfault at ", "general protection"),
                r"(?P<message>(?:[\w.+-]{1,40}\[\d+\]: )?(?:segfault at |general protection fault).*)",
            ),
            ("kernel", "NVRM: Xid", r"(?P<message>NVRM: Xid .*)"),
            # … of the kernel itself: `BUG: kernel NULL pointer dereference, address: 0000000000000008`
            (
                "kernel",
                "BUG: ",
                r"(?P<message>BUG: (?:kernel NULL|unable to handle|soft lockup|scheduling while|Bad page|stack guard|"
                r"KASAN).*)",
            ),
            # … of a GPU that hung: `amdgpu 0000:0c:00.0: amdgpu: GPU reset(2) succeeded!`, `[drm] GPU HANG: ecode …`
            (
                "kernel",
                ("GPU reset", "ring ", "GPU HANG", "device wedged", "GPU fault"),
                r"(?:^|[\]:] )(?P<message>(?:amdgpu: )?(?:GPU reset(?:\(\d+\)| begin| end| succeeded| failed).*|"
                r"ring \w+(?:\.\d+)* timeout.*|GPU fault detected.*)|GPU HANG: .*|device wedged\b.*)",
            ),
            # Kubernetes: `Reason: OOMKilled`, `The node was low on resource: memory.`, a pod's state in a table
            ("kubernetes", ("OOMKilled", "OOMKilling"), r"(?P<message>\bOOMKill(?:ed|ing)\b.*)"),
            ("kubernetes", "node was low on resource", r"(?P<message>The node was low on resource: .*)"),
            (
                "kubernetes",
                ("CrashLoopBackOff", "ImagePull", "RunContainerError", "Evicted", "CreateContainer"),
                r"(?:^|\s|Reason: *|\")(?P<message>(?:Init:)?(?:CrashLoopBackOff|ImagePullBackOff|ErrImagePull|Evicted|"
                r"RunContainerError|CreateContainer(?:Config)?Error)\b.*)",
            ),
            # `docker ps`: `Exited (137) 12 seconds ago`
            ("docker", "Exited (", r"\b(?P<message>Exited \((?:12[5-9]|1[3-5]\d)\).*)"),
            # systemd: `x.service: Main process exited, code=killed, status=9/KILL`
            ("systemd", "Main process exited", r"(?P<message>Main process exited, code=(?:killed|dumped).*)"),
            ("systemd", "esult 'oom-kill'", r"(?P<message>Failed with result 'oom-kill'.*)"),
            # Ray: `(raylet) node_manager.cc:12: 1 Workers (tasks / actors) killed due to memory pressure (OOM), …`
            ("ray", "killed due to", r"(?P<message>(?:\d+ Workers? .*|Task was )killed due to (?:memory|the node).*)"),
            # faulthandler without its header, gdb: `Thread 1 "python" received signal SIGSEGV, Segmentation fault.`
            ("signal", "eceived signal", r"(?P<message>[Rr]eceived signal:? SIG(?:SEGV|BUS|FPE|ILL|KILL)\b.*)"),
            # … absl, Open MPI, torch elastic: `*** SIGSEGV received at …`, `Signal 11 (SIGSEGV) received by PID 12`
            ("signal", "received", r"(?P<message>\*\*\* SIG(?:SEGV|BUS|FPE|ILL)\w* received.*)"),
            (
                "signal",
                "received by PID",
                r"(?i:(?P<message>signal \d+ \(SIG(?:SEGV|BUS|FPE|ILL|KILL)\) received by PID.*))",
            ),
            # tornado, a parent of workers: `child 0 (pid 8391) killed by signal 11, restarting`
            (
                "signal",
                "by signal ",
                r"(?P<message>(?:killed|terminated|crashed) by signal "
                r"(?:4|6|7|8|9|11|SIG(?:SEGV|BUS|FPE|ILL|KILL|ABRT))\b.*)",
            ),
            ("mpi", "Signal: ", r"^[ \t]*Signal: (?P<message>.* \(\d+\))"),
            ("mpi", "on signal ", r"(?P<message>exited on signal \d+.*)"),
            # a shell, of its child: `Segmentation fault (core dumped)`, `./run.sh: line 3: 12 Killed   python x`
            (
                "signal",
                ("egmentation fault", "illed", "us error", "llegal ", "Floating point", "已杀死", "段错误"),
                rf"^[ \t`]*(?:[^:]+: line \d+: +\d+ |zsh: |bash: |"
                rf"/bin/sh: line \d+: +\d+ )?(?P<message>{_KILLER}"
                r"(?:[ \t(:。].*|\.|!|`)?)$",
            ),
            (
                "signal",
                "egmentation fault",
                r"(?P<message>Segmentation fault(?: \(core dumped\)| \(核心已转储\)| encountered).*)",
            ),
            # glibc's heap: `double free or corruption (!prev)`, `malloc(): corrupted top size`
            (
                "glibc",
                ("double free", "corrupted", "invalid pointer", "invalid size", "unaligned", "*** "),
                r"(?P<message>(?:double free or corruption|corrupted (?:size vs|double-linked)|"
                r"(?:malloc(?:_consolidate)?|free|realloc|"
                r"munmap_chunk)\(\): \w+|\*\*\* (?:stack smashing|buffer overflow) detected).*)",
            ),
            # C++: `terminate called without an active exception`
            ("c++", "terminate called without", r"(?P<message>terminate called without an active exception)"),
            # notebooks: `The kernel appears to have died. It will restart automatically.`, VS Code's, Colab's
            (
                "jupyter",
                "ernel ",
                r"(?i:(?P<message>(?:the |your )?(?:kernel (?:appears to have died|crashed while|"
                r"[\da-f-]{36} restarted)|session crashed).*))",
            ),
            # Windows' event log: `Faulting application name: x.exe, version: …`
            ("windows", "Faulting application name", r"(?P<message>Faulting application name: .*)"),
            # exit codes that tell a signal: `finished with exit code -1073741819 (0xC0000005)`, `exit status 137`
            ("exit", ("code", "status", "Code", "Status"), rf"(?P<message>{_EXITS_BY_SIGNAL}(?:[ \t).,;:(].*)?)$"),
            ("exit", ("Exit", "exit"), r"^[ \t]*(?P<message>(?i:exit code) ?: ?-?\d+ \(0x[cC]0.*)"),
            ("exit", "(0x", r"(?:^|: ?|returns? )(?P<message>-?\d{8,10} \(0x[cC]0000\w{3,4}\).*)"),
            # Python, of a child: `died with <Signals.SIGKILL: 9>.`
            ("exit", "<Signals.SIG", r"(?P<message>died with <Signals\.SIG\w+: \d+>.*)"),
        ),
    ),
    *messages(
        Weight.SIGNAL,
        (
            # a shell, of its child that gave up: `Aborted (core dumped)`, `zsh: abort      python x`
            (
                "signal",
                ("bort", "erminated", "已放弃", "已终止"),
                rf"^[ \t`]*(?:[^:]+: line \d+: +\d+ |zsh: )?(?P<message>{_ABORT}(?: \(core dumped\)|"
                rf"[ \t:].*|\.)?)$",
            ),
            (
                "signal",
                ("SIGABRT", "SIGTERM received"),
                r"(?P<message>(?:\*\*\* SIG(?:ABRT|TERM) received|received signal SIGABRT|Signal \d+ \(SIG(?:ABRT|"
                r"TERM)\) received).*)",
            ),
            ("signal", "*** Aborted at", r"(?P<message>\*\*\* Aborted at \d+.*)"),
            # the C runtime of Windows, of abort(); the older wording is that of programs built with MinGW, too
            (
                "windows",
                ("terminate it in an unusual way", "abort() has been called"),
                r"(?P<message>This application has requested the Runtime to terminate it in an unusual way\.?|"
                r"R6010\b.*abort\(\) has been called)",
            ),
            # MPI's starters, of a rank that failed
            (
                "mpi",
                ("MPI_ABORT", "BAD TERMINATION"),
                r"(?P<message>(?:MPI_ABORT was invoked|BAD TERMINATION OF ONE).*)",
            ),
        ),
    ),
    *messages(
        Weight.WRAPPER,
        (
            # other exit codes: `Process finished with exit code 1`, `exitCode: 1 terminated`
            ("exit", ("code", "status", "Code"), rf"(?P<message>{_EXITS}(?:-1|[1-9]\d{{0,3}})(?:[ \t).,;:(\"}}].*)?)$"),
            ("docker", "Exited (", r"\b(?P<message>Exited \([1-9]\d{0,2}\).*)"),
            ("kubernetes", "exitCode: ", r"(?P<message>exitCode: [1-9]\d* terminated.*)"),
            # Ray Tune's table: ` - Trainable_0: ERROR, 1 failures: /…/error.txt`
            ("ray", "ERROR, ", r"(?P<message>\S+:\s+ERROR, \d+ failures: .*)"),
        ),
    ),
)
