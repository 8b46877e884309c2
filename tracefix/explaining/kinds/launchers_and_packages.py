"""Kinds of error that launchers, packages and programs print."""

from tracefix.explaining.kinds.row import Row
from tracefix.phrases import sentence
from tracefix.reading.deaths import GPU_HUNG, KERNEL_FAULT, KILLED, any_words

LAUNCHERS_AND_PACKAGES: tuple[Row, ...] = (
    # ── what launchers say ──────────────────────────────────────────────────────────────────────────────────────
    Row(
        ("ChildFailedError", "ProcessRaisedException", "ProcessExitedException", "torchrun"),
        sentence(
            "A launcher says that one of its processes failed: the error itself is above, or in that process's log."
        ),
        sentence(
            "Find the first traceback of the rank that is named as the root cause; exit code -9 means killed, -11 a "
            "crash in "
            "compiled code."
        ),
    ),
    Row(
        ("RemoteError",),
        sentence("The error was raised in another process, whose own traceback this message quotes."),
        sentence("Read the last line of that traceback: it is the error itself."),
    ),
    Row(
        ("DatasetGenerationError",),
        sentence("The library datasets failed while it wrote the data set; this line does not say why."),
        sentence("Read the traceback above “The above exception was the direct cause”: its last line is the reason."),
    ),
    Row(
        ("CalledProcessError",),
        sentence("A program that was started by this one ended with an error of its own."),
        sentence("Read what that program printed above this traceback; if nothing is there, run its command by hand."),
    ),
    Row(
        ("RayTaskError", "RayActorError", "ActorDiedError", "ray"),
        sentence("Ray says that a task, an actor or a part of Ray itself failed; the error itself is in a log."),
        sentence(
            "Read the inner traceback above, or the files in `/tmp/ray/session_latest/logs` on the node that is named."
        ),
    ),
    # ── programs that are not Python ─────────────────────────────────────────────────────────────────────────────
    Row(
        ("pip", "uv", "conda", "apt"),
        sentence("The installer found no release to install."),
        sentence(
            "Check the spelling, and whether it could reach the index at all. Then compare your Python and platform "
            "with what the package's page on PyPI asks for."
        ),
        r"(?i)(?:no matching distribution|could not find a version|no solution found|requires a different python|"
        r"not a supported wheel)",
    ),
    Row(
        ("pip", "uv", "conda", "apt"),
        sentence("The installer could not install a package."),
        sentence("The cause is above: scroll up to the first line that says `error`."),
    ),
    Row(
        (*("gcc", "nvcc", "msvc", "rustc", "cargo", "llvm"), *("cmake", "make", "ninja", "setuptools")),
        sentence("The compiler could not build the code."),
        sentence("Only the first error counts: scroll up to the first line with `error:`."),
    ),
    Row(
        ("ld",),
        sentence("The linker could not put the compiled code together."),
        sentence(
            "`cannot find -lNAME`: install that library with its development files, or put its folder into "
            "`LIBRARY_PATH`. `undefined reference`: a library is missing in the command, or of another version."
        ),
    ),
    Row(
        ("dyld",),
        sentence("The program was built for another processor than the one that loads this library."),
        sentence(
            "Run `file` on both. If the program is x86_64 on Apple silicon, install the one for arm64. If the library "
            "is, install or build one for arm64."
        ),
        r"(?i)incompatible architecture",
    ),
    Row(
        ("dyld",),
        sentence("The program was built for a newer macOS, or for another version of a library, than this one."),
        sentence("Compare `sw_vers` with what the program needs; update macOS, or take a build for yours."),
        r"(?i)symbol not found|built for newer",
    ),
    Row(
        ("dyld",),
        sentence("The program could not start: macOS did not load one of its libraries."),
        sentence("Run `otool -L` on the file that the message names: it lists the libraries that must be there."),
    ),
    Row(
        ("windows",),
        sentence("A DLL is of another version than the one that calls it: it lacks a function that is asked for."),
        sentence("Reinstall the package that the file lies in, together with those that it was built with."),
        r"(?i)procedure entry point",
    ),
    Row(
        ("windows",),
        sentence("Windows could not load a DLL: it, or one that it needs, is missing, of another kind, or failed."),
        sentence(
            "Install the “Visual C++ Redistributable” of Microsoft, then the package that the file lies in again, "
            "in the build for this Python."
        ),
        r"DLL",
    ),
    Row(
        ("windows",),
        sentence("The `.exe` that pip made for a command could not start the Python that it was made for."),
        sentence(
            "Start it with `python -m MODULE`. If that Python's path has blanks, or the environment was moved, make "
            "the environment again at a path without blanks."
        ),
        r"(?i)create process",
    ),
    Row(
        ("windows",),
        sentence("Windows recorded that a program crashed."),
        sentence("The line `Faulting module name` below names the library in which it crashed."),
        r"Faulting application",
    ),
    Row(
        ("loader", "ld.so"),
        sentence("The program could not start: the system did not load one of its libraries."),
        sentence("Run `ldd` on the program, and see which line says “not found”."),
    ),
    Row(
        ("argparse", "hydra"),
        sentence(
            "The options do not fit the program: one is unknown or missing, or has a value that it does not take."
        ),
        sentence("Run it with `--help`, and compare: an option may be renamed, misspelt, or of another version."),
    ),
    Row(
        ("bash", "cmd", "powershell"),
        sentence("The shell found no program of this name."),
        sentence("Check that it is installed in the environment that is active, and that its folder is on the `PATH`."),
        r"(?i)(?:not found|not recognized)",
    ),
    Row(
        ("bash",),
        sentence("The script changes into a folder that is not there."),
        sentence("Run it from the folder that it belongs to, or make or download first what the folder holds."),
        r"\b(?:cd|pushd): .+: No such file or directory",
    ),
    Row(
        ("bash", "cmd", "powershell"),
        sentence("The shell cannot read the script, or this line of it."),
        sentence(
            "Run `cat -A SCRIPT`: `^M` at the ends is Windows' (`sed -i 's/\\r$//' SCRIPT` takes it away), and `M-` "
            "stands for a character that is not ASCII, such as an invisible one. Delete it."
        ),
        r"(?i)syntax error|\\r|command not found: $",
    ),
    Row(
        ("bash", "cmd", "powershell"),
        sentence("The shell could not run the command."),
        sentence("Run the command alone, as it is written in the message."),
    ),
    Row(
        ("kernel",),
        sentence("The GPU hung, and its driver reset it: all programs that used it failed."),
        sentence(
            "Read the lines before the reset in `sudo dmesg -T`: the first timeout or fault names the part that hung. "
            "Then bring the kernel, the firmware and the driver of the GPU up to date together."
        ),
        GPU_HUNG,
    ),
    Row(
        ("kernel",),
        sentence("The kernel itself failed, mostly in a driver: no setting of the program mends that."),
        sentence(
            "The line `RIP:` below names the driver's module in brackets. Update the kernel or that driver, and "
            "restart the machine before you try again."
        ),
        KERNEL_FAULT,
    ),
    Row(
        ("kernel",),
        sentence("A program crashed in compiled code; the line names it, and the library in which it crashed."),
        sentence("Update or reinstall the package that brought this library."),
        r"segfault at |general protection",
    ),
    Row(
        ("kernel",),
        sentence(
            "The machine or the container ran out of memory, and the kernel killed the process, so it could "
            "not print an error."
        ),
        sentence(
            'Run `dmesg -T | grep -i "killed process"`, and look at the memory limit of the job or the container.'
        ),
        r"(?i)out of memory|oom",
    ),
    Row(
        ("slurm",),
        sentence("Slurm could not start the job, or a step of it; the program itself has not run."),
        sentence("Run `scontrol show job JOBID` and `sinfo -R` for the state of the job and of its nodes."),
        r"(?i)launch for|credential|unable to|invalid|requested",
    ),
    Row(
        ("slurm", "pbs", "lsf"),
        sentence("The scheduler ended the job, or reports its end: a limit, somebody who cancelled it, or a failure."),
        sentence("On Slurm, run `sacct -j JOBID --format=JobID,State,ExitCode,MaxRSS,Elapsed`."),
    ),
    Row(
        ("signal",),
        sentence("The process was interrupted: somebody pressed Ctrl+C, or the host of the notebook stopped it."),
        sentence("On Colab watch the RAM display while it runs: a `^C` that nobody pressed means that memory ran out."),
        r"^\^C$",
    ),
    Row(
        ("signal", "exit", "kubernetes", "systemd", "mpi", "docker"),
        sentence("The process was killed from outside, so it could not print an error."),
        sentence(
            'Run `dmesg -T | grep -i "killed process"`: it says whether memory ran out. If it did not, a launcher, the '
            "scheduler or a person killed it; a launcher does so after another process has failed."
        ),
        rf"(?i)(?:{any_words(KILLED)}|oom)",
    ),
    Row(
        ("kubernetes",),
        sentence("Kubernetes found no node with enough free {name} for the pod."),
        sentence(
            "Compare what the pod asks for with `kubectl describe nodes`, which shows what each node has and what is "
            "taken. A node offers its GPUs only while the device plugin of their maker runs on it."
        ),
        r"nodes are available.*?\bInsufficient (?P<name>[\w./-]{0,60}\w)",
    ),
    Row(
        ("kubernetes",),
        sentence("Kubernetes found no node on which the pod may run."),
        sentence(
            "The message counts the nodes for each reason, such as a taint or a label: compare the pod with `kubectl "
            "describe nodes`."
        ),
        r"nodes are available",
    ),
    Row(
        ("kubernetes",),
        sentence("A container of the pod mounts a volume that the pod does not define."),
        sentence(
            "Compare `volumeMounts` with `volumes` in `kubectl get pod POD -o yaml`. If you did not write them, the "
            "controller that made the pod is of another version than its configuration."
        ),
        r"(?i)cannot find volume",
    ),
    Row(
        ("docker",),
        sentence("A step of the image's build failed. No container has run yet."),
        sentence(
            "Read that step's own output, above this line. If it is not shown, build with "
            "`--progress=plain --no-cache`."
        ),
        r"(?i)failed to (?:solve|build)|executor failed running|returned a non-zero code",
    ),
    Row(
        ("kubernetes", "docker", "systemd"),
        sentence("A container or a service failed, or the command about it did."),
        sentence("Read its own log of the run before: `kubectl logs --previous`, `docker logs` or `journalctl -u`."),
    ),
    Row(
        ("exit",),
        sentence("A program ended with an exit status that means failure; the status does not say why."),
        sentence("Read what that program printed, above this line or in its own log."),
        r"(?:code|status)[ :=(]*[1-9]\d?\b",
    ),
    Row(
        ("mpi",),
        sentence("MPI stopped all processes of the job; the line names the call that failed, and its reason."),
        sentence("Read the lines below it: they list the arguments of the call."),
        r"(?i)fatal error in |MPI_ERR",
    ),
    Row(
        ("signal", "exit"),
        sentence("The CPU met an instruction that it does not have, or compiled code stopped itself with one."),
        sentence(
            "Install a build for older CPUs, or build the package on this machine. On a Jetson or another ARM board, "
            "if `import numpy` alone ends so, try `export OPENBLAS_CORETYPE=ARMV8`."
        ),
        r"(?i)illegal (?:hardware )?instruction|SIGILL",
    ),
    Row(
        ("signal", "Fatal Python error", "exit", "mpi", "glibc", "jupyter"),
        sentence(
            "The process crashed in compiled code or was killed by a signal; Python could not raise an exception."
        ),
        sentence("Run it again with `python -X faulthandler`: the last Python line before the crash is then printed."),
    ),
    Row(
        ("native",),
        sentence("The program crashed in compiled code."),
        sentence(
            "Update it, or go back to the release that worked. To see where it crashed, start it with `gdb --args "
            "PROGRAM …`, type `run`, and after the crash `bt`."
        ),
    ),
    Row(
        ("git", "curl", "wget", "ssh"),
        sentence("A program could not reach a server, or was not let in."),
        sentence("Run the same command alone, and check the address, the proxy (`env | grep -i proxy`) and the login."),
        r"(?i)resolve|connect|timed? ?out|SSL|certificate|TLS|auth|denied|publickey|verification|proxy|refused|"
        r"unable to access|could not read|40[134]|RPC failed|early EOF|remote end",
    ),
    Row(
        ("mkl", "omp"),
        sentence("Two copies of the threading library (OpenMP) were loaded into one process."),
        sentence("Look for the same library from pip and from conda in one environment, and keep one of them."),
        r"(?i)already initialized|but found",
    ),
    Row(
        ("node", "npm"),
        sentence("A JavaScript program failed."),
        sentence("If it shows a stack, the first line that is not in `node_modules` is your own code."),
    ),
    Row(
        ("rust",),
        sentence("A program or library written in Rust stopped at a check of its own, a panic."),
        sentence(
            "The message may go on in the line below. If the path is not in your own code, it is a bug of that "
            "release: take the newest release or image. If it does the same, report it with the stack that "
            "`RUST_BACKTRACE=1` adds."
        ),
    ),
    Row(
        ("go", "elixir", "r"),
        sentence("A program that is not Python stopped with an error of its own."),
        sentence("Read the lines below this one, too: the message may go on there. A stack shows where it failed."),
    ),
    Row(
        ("llama.cpp",),
        sentence("llama.cpp could not load or run the model."),
        sentence(
            "The reason stands at the end of the line. If it is a type, a key or an architecture that this build does "
            "not know, take another release of the program, newer or the one that worked, or a newly converted file. "
            "If data is missing or out of bounds, download the file again."
        ),
    ),
    Row(
        ("comfyui",),
        sentence("The workflow asks for a node, a model or a value that this ComfyUI does not have."),
        sentence("Read the lines below this one: they name the node and the input. Install or choose what they name."),
        r"(?i)(?:failed validation|has no outputs|class_type|node type)",
    ),
)
