"""What each kind of error means, and where to look first: one table of exception classes and programs.

The first row that names the error's class or program, and whose pattern fits its message, is taken. What the pattern
captures stands in its sentences by name; `{file}` and `{line}` are the reader's own frame.
"""

from collections.abc import Iterable
from typing import NamedTuple

from kb.core.articles.signatures import class_name
from kb.core.linear_re import Expression, Match
from kb.core.phrases import Phrase, sentence
from kb.core.reading.libraries import LIBRARIES
from kb.core.reading.report import Error, Frame

_LONGEST_MESSAGE = 2_000  # characters that are read
_OF_A_PACKAGE = "*"
_LONGEST_VALUE = 80  # characters of a name that stands in a sentence


class Row(NamedTuple):
    """One kind of error. `look` names the reader's own line; `otherwise` is for a paste that does not show one."""

    kinds: tuple[str, ...]  # bare exception classes, or programs
    means: str
    otherwise: str
    look: str = ""
    pattern: str = ""  # RE2, anywhere in the message


def explain_kind(error: Error, own: Frame | None) -> tuple[Phrase, ...]:
    """Two sentences: what this kind of error means, and where to look first. Empty for an unknown kind."""
    kind = class_name(error.type) if error.type else error.program
    message = error.message[:_LONGEST_MESSAGE]
    for row in _by_kind(kind):
        if (found := _fits(row, message)) is not None:
            return _fill(row, found, own)
    if not error.type and (told := _by_wording(message)):
        return _fill(*told, own)
    package = error.type.partition(".")[0]
    if package in LIBRARIES and package != error.type:
        return _fill(_ROWS[_OF_A_PACKAGE][0], {"name": _short(kind), "package": package}, own)
    return ()


def _by_wording(message: str) -> tuple[Row, dict[str, str]] | None:
    """The row of a class that was left out, where the message can be of no other."""
    for row in _TELLING:
        if (found := _fits(row, message)) is not None:
            return row, found
    return None


def _by_kind(kind: str) -> Iterable[Row]:
    rows = _ROWS.get("Warning" if kind.endswith("Warning") else kind)
    if rows is None and kind.endswith("Error"):  # a library's own: `HFValidationError`, `MyConfigKeyError`
        rows = next((_ROWS[name] for name in _FAMILIES if kind.endswith(name)), None)
    return rows or ()


def _fits(row: Row, message: str) -> dict[str, str] | None:
    """The names that the row's pattern captures; None where it does not fit."""
    if not row.pattern:
        return {}
    found: Match | None = _PATTERNS[row.pattern].search(message)
    if found is None:
        return None
    return {name: _short(value) for name, value in found.groupdict().items() if value}


def _short(value: str) -> str:
    return value if len(value) <= _LONGEST_VALUE else value[:_LONGEST_VALUE] + "…"


def _fill(row: Row, values: dict[str, str], own: Frame | None) -> tuple[Phrase, ...]:
    if row.look and own and own.line:
        place = {"file": short_file(own.file), "line": str(own.line)}
        return Phrase(row.means, **values), Phrase(row.look, **values, **place)
    return Phrase(row.means, **values), Phrase(row.otherwise, **values)


def short_file(path: str) -> str:
    """The name of a file without its folders; a cell of a notebook as it is."""
    return _short(path.replace("\\", "/").rstrip("/").rpartition("/")[2] or path)


_QUOTED = r"['\"`‘“](?P<name>[^'\"`’”]{1,200})['\"`’”]"

KINDS: tuple[Row, ...] = (
    # ── names and values ────────────────────────────────────────────────────────────────────────────────────────
    Row(
        ("KeyError",),
        sentence("The key {name} was looked up in a dictionary that does not have it."),
        sentence("Print the dictionary's keys just before the line that fails."),
        sentence("Print the dictionary's keys just before line {line} of {file}."),
        r"^(?P<name>['\"][^'\"\s]{1,200}['\"]|-?\d{1,20})$",
    ),
    Row(
        ("KeyError",),
        sentence("A key was looked up in a dictionary, a config or a registry that does not have it."),
        sentence("Print the keys that are there just before the line that fails."),
        sentence("Print the keys that are there just before line {line} of {file}."),
    ),
    Row(
        ("IndexError",),
        sentence("A position was asked for that lies outside of a list, a tuple or a tensor."),
        sentence(
            "Print the length, or the shape, and the index just before the line that fails: an empty one is common."
        ),
        sentence(
            "Print the length, or the shape, and the index just before line {line} of {file}: an empty one is common."
        ),
    ),
    Row(
        ("AttributeError",),
        sentence("Something is None where an object with {name} was expected."),
        sentence("Find where that value was assigned: a call that failed quietly, or a function without a return."),
        sentence(
            "Find where the value on line {line} of {file} was assigned: a call that failed quietly, or a function "
            "without a return."
        ),
        r"'NoneType' object has no attribute '(?P<name>\w{1,100})'",
    ),
    Row(
        ("AttributeError",),
        sentence(
            "The module {module} has no {name} in the version that is installed, or another file of that name hides it."
        ),
        sentence("Print `{module}.__file__` and the version: a file of yours with this name comes first."),
        "",
        r"^(?:partially initialized )?module '(?P<module>[\w.]{1,100})' has no attribute '(?P<name>\w{1,100})'",
    ),
    Row(
        ("AttributeError",),
        sentence(
            "An object of the class {owner} has no {name}: it is of another class than the code expects, or the "
            "library "
            "has renamed it."
        ),
        sentence(
            "Print the object's type just before the line that fails, and compare the library's version with the one "
            "that the code was written for."
        ),
        sentence(
            "Print the object's type just before line {line} of {file}, and compare the library's version with the one "
            "that the code was written for."
        ),
        r"'(?P<owner>[\w.]{1,100})' object has no attribute '(?P<name>\w{1,100})'",
    ),
    Row(
        ("AttributeError",),
        sentence("Code asked an object for something that objects of its class do not have."),
        sentence("Print the object's type just before the line that fails."),
        sentence("Print the object's type just before line {line} of {file}."),
    ),
    Row(
        ("TypeError",),
        sentence("{function} was called with an argument {name} that its installed version does not take."),
        sentence(
            "Compare the call with the function's signature in the installed version: the argument was renamed, "
            "removed, "
            "or added later."
        ),
        "",
        r"(?P<function>[\w.<>]{1,120})\(\) got an unexpected keyword argument '(?P<name>\w{1,100})'",
    ),
    Row(
        ("TypeError",),
        sentence("{function} was called with fewer or more arguments than it takes."),
        sentence(
            "Compare the call with the function's signature in the installed version; a method counts `self`, too."
        ),
        sentence(
            "Compare the call on line {line} of {file} with the function's signature in the installed version; a "
            "method counts `self`, too."
        ),
        r"(?P<function>[\w.<>]{1,120})\(\) (?:missing \d+ required|takes (?:from )?\d+)",
    ),
    Row(
        ("TypeError",),
        sentence("A value of the type {name} was used as something that it is not: called, indexed, looped over."),
        sentence("Find where the value was assigned: it is not what its name says."),
        sentence(
            "Find where the values on line {line} of {file} were assigned: one of them is not what its name says."
        ),
        r"'(?P<name>[A-MO-Za-z][\w.]{0,100})' object is not \w",
    ),
    Row(
        ("TypeError",),
        sentence("A value is None where the code expects something that it can use."),
        sentence("Find where that value was assigned: a call that found nothing often returns None."),
        sentence("Print the values on line {line} of {file}, and find which of them is None and who returned it."),
        r"NoneType",
    ),
    Row(
        ("TypeError",),
        sentence("An operation or a call got a value of a type that it does not take."),
        sentence("Print the types of the arguments just before the line that fails."),
        sentence("Print the types of the values on line {line} of {file}."),
    ),
    Row(
        ("ValueError",),
        sentence("There are more or fewer values than names on the left of the equals sign."),
        sentence("Print the right-hand side: its length has changed."),
        sentence("Print the right-hand side of line {line} of {file}: its length has changed."),
        r"(?:values to unpack|to unpack \()",
    ),
    Row(
        ("ValueError",),
        sentence("A value is of the right type, but the code cannot work with it."),
        sentence("Print the value just before the line that fails; the message says what is wrong with it."),
        sentence("Print the values that line {line} of {file} passes on; the message says what is wrong with them."),
    ),
    Row(
        ("RuntimeError",),
        sentence("The shapes of two tensors do not fit each other."),
        sentence("Print the shape of each tensor just before the line that fails."),
        sentence("Print the shape of each tensor just before line {line} of {file}."),
        r"(?i)(?:size of tensor|shapes? cannot be multiplied|size mismatch|sizes of tensors|"
        r"is invalid for input of size|"
        r"shape '\[)",
    ),
    Row(
        ("RuntimeError", "AcceleratorError", "OutOfMemoryError", "DistBackendError"),
        sentence("The GPU has not enough free memory for what was asked for."),
        sentence(
            "Run `nvidia-smi` to see who uses the memory; then make the batch, the sequence or the model smaller."
        ),
        "",
        r"(?i)(?:out of memory|\bOOM\b)",
    ),
    Row(
        ("RuntimeError", "AcceleratorError", "cuda"),
        sentence(
            "A kernel failed on the GPU, and the CPU noticed later: the line in the stack need not be the one that "
            "failed."
        ),
        sentence(
            "Run it again with `CUDA_LAUNCH_BLOCKING=1`, and an index or a label that is out of range shows its line."
        ),
        "",
        r"(?i)(?:CUDA error|device-side assert|illegal memory access|HIP error|error=59|Assertion )",
    ),
    Row(
        ("RuntimeError", "DistBackendError", "DistNetworkError", "DistStoreError", "nccl", "torch"),
        sentence("The processes of the job could not talk to each other."),
        sentence("Run it again with `NCCL_DEBUG=INFO` on every rank, and read the first rank that failed."),
        "",
        r"(?i)(?:NCCL|Gloo|c10d|rendezvous|TCPStore|Socket Timeout)",
    ),
    Row(
        ("RuntimeError", "AcceleratorError", "Exception"),
        sentence("The code found something wrong while it ran, for which Python has no class of its own."),
        sentence("The message is all there is: read it with the line that made the call."),
        sentence("The message is all there is: read it with line {line} of {file}, which made the call."),
    ),
    Row(
        (
            *("DistBackendError", "DistNetworkError", "DistStoreError", "ncclSystemError", "ncclInternalError"),
            *("ncclUnhandledCudaError", "ncclRemoteError", "ncclInvalidUsage"),
        ),
        sentence("The processes of the job could not talk to each other."),
        sentence("Run it again with `NCCL_DEBUG=INFO` on every rank, and read the first rank that failed."),
    ),
    Row(
        ("OutOfMemoryError",),
        sentence("The GPU has not enough free memory for what was asked for."),
        sentence(
            "Run `nvidia-smi` to see who uses the memory; then make the batch, the sequence or the model smaller."
        ),
    ),
    Row(
        ("AssertionError",),
        sentence("The code checks that something holds, and it does not."),
        sentence("Read the `assert` on the last line of the stack: it says what was expected."),
        sentence("Read the `assert` on the last line of the stack, and print its values on line {line} of {file}."),
    ),
    Row(
        ("UnboundLocalError",),
        sentence("A variable is read before it has a value: the branch that sets it did not run."),
        sentence("Give it a value before the `if`, the loop or the `try` that sets it."),
        sentence("Follow the branches above line {line} of {file}: one of them does not set it."),
    ),
    Row(
        ("NameError",),
        sentence("The name {name} is used, but nothing has defined or imported it."),
        sentence("Look for a missing import, a cell of the notebook that was not run, or a typo."),
        sentence(
            "Look at line {line} of {file} for a missing import, a cell of the notebook that was not run, or a typo."
        ),
        r"name '(?P<name>\w{1,100})' is not defined",
    ),
    Row(
        ("NameError",),
        sentence("A name is used that nothing has defined or imported."),
        sentence("Look for a missing import, a cell of the notebook that was not run, or a typo."),
    ),
    # ── imports ─────────────────────────────────────────────────────────────────────────────────────────────────
    Row(
        ("ModuleNotFoundError", "ImportError"),
        sentence("The Python that ran has no module {name}: it is not installed there, or not on its path."),
        sentence(
            'Run `python -c "import sys; print(sys.executable)"` in the same shell, and install it into that Python; a '
            "module of your own needs its folder on the path."
        ),
        "",
        r"No module named '?(?P<name>[\w.]{1,100})'?",
    ),
    Row(
        ("ImportError",),
        sentence(
            "The module {module} was found, but it has no {name}: another version has it, or this is another module."
        ),
        sentence(
            "Print `{module}.__file__`: a file or folder of yours with this name hides the package. If it is the "
            "package, compare its version with what the importing code asks for."
        ),
        "",
        r"cannot import name '(?P<name>\w{1,100})' from (?:partially initialized module )?'(?P<module>[\w.]{1,100})'",
    ),
    Row(
        ("ImportError", "OSError", "loader", "ld.so", "dyld", "windows"),
        sentence("A compiled library was built for other versions than those that are installed."),
        sentence(
            "Reinstall the package that owns the library, so that it fits the installed PyTorch, CUDA and Python."
        ),
        "",
        r"(?:undefined symbol|GLIBC|symbol lookup error|version `)",
    ),
    Row(
        ("ImportError", "OSError", "loader", "ld.so", "dyld", "windows"),
        sentence("A shared library could not be loaded: it, or one that it needs, is missing."),
        sentence(
            "Run `ldd` on the file that the message names (on Windows: Dependencies), and see which line says “not "
            "found”."
        ),
        "",
        r"(?i)(?:cannot open shared object|DLL load failed|error while loading shared|\.dll|\.so\b)",
    ),
    Row(
        ("ModuleNotFoundError", "ImportError"),
        sentence("Python could not import a module, or a name in it."),
        sentence("Compare the installed versions of both packages with what the importing one asks for."),
    ),
    # ── files, permissions, networks ────────────────────────────────────────────────────────────────────────────
    Row(
        ("FileNotFoundError", "OSError"),
        sentence("The file, folder or program {name} does not exist as seen from the process that ran."),
        sentence(
            "Print `os.getcwd()` and `os.path.abspath(…)` of it: a relative path begins at the folder in which the "
            "program "
            "was started."
        ),
        "",
        rf"No such file or directory:? {_QUOTED}",
    ),
    Row(
        ("FileNotFoundError", "NotADirectoryError"),
        sentence("A file, folder or program does not exist as seen from the process that ran."),
        sentence("Print its absolute path: a relative one begins at the folder in which the program was started."),
    ),
    Row(
        ("PermissionError",),
        sentence("The user that runs the program may not read, write or run this file."),
        sentence(
            "Look at it with `ls -l`, and at who runs the program with `id`; in a container it may be another user."
        ),
    ),
    Row(
        ("OSError",),
        sentence("The disk or the quota is full."),
        sentence("Run `df -h` and `df -i` for the folder that is written to, `/tmp` and `/dev/shm` included."),
        "",
        r"(?i)(?:No space left|quota exceeded)",
    ),
    Row(
        ("OSError",),
        sentence("The operating system refused what the program asked for: a file, a socket, memory."),
        sentence("The text after the number says why; check the file or address that the message names."),
        "",
        r"\[(?:Errno|WinError) ",
    ),
    Row(
        ("OSError",),
        sentence("Something outside of the program could not be used: a file, a folder, a model's name, an address."),
        sentence("Check the name in the message as the process sees it: relative paths begin where it was started."),
    ),
    Row(
        ("ConnectionRefusedError",),
        sentence("Nothing listens on that address and port, or a firewall turns it away."),
        sentence(
            "Check that the server runs, and that it listens on this port and not on localhost of another machine."
        ),
    ),
    Row(
        ("ConnectionResetError", "BrokenPipeError", "ConnectionAbortedError", "ConnectionError"),
        sentence("The other side closed the connection: it often died of an error of its own."),
        sentence("Read the log of the other process, at the time just before this line."),
    ),
    Row(
        ("TimeoutError", "ReadTimeout", "ConnectTimeout", "Timeout"),
        sentence("An answer did not come in time: the other side is slow, stuck, dead, or not reachable."),
        sentence("Look at what the other process did at that time, before you make the limit longer."),
    ),
    Row(
        ("HTTPError", "HfHubHTTPError", "HTTPStatusError"),
        sentence(
            "The server answered with an error: 401 and 403 mean no permission, 404 a wrong name, 429 too many "
            "requests, 5xx "
            "trouble on its side."
        ),
        sentence("Open the address of the message with the same token, for example with `curl -i`."),
    ),
    # ── memory, depth, ends ─────────────────────────────────────────────────────────────────────────────────────
    Row(
        ("MemoryError",),
        sentence("The machine, not the GPU, has no memory left for what was asked for."),
        sentence("Watch `free -h` while it runs; fewer workers of the DataLoader and smaller files help first."),
    ),
    Row(
        ("RecursionError",),
        sentence("A function calls itself without an end, or a structure is nested too deep."),
        sentence("Look for the frames that repeat in the stack."),
        sentence("Look for the frames that repeat in the stack; yours is on line {line} of {file}."),
    ),
    Row(
        ("StopIteration",),
        sentence("Something was asked for one more item, and had none left."),
        sentence("Check that the data set or loader is not empty, and that nobody has used it up before."),
    ),
    Row(
        ("GeneratorExit",),
        sentence("A generator was closed before it had finished: whoever read from it has stopped."),
        sentence("Look for the error of the one that read from it, above or in its own log."),
    ),
    Row(
        ("EOFError",),
        sentence(
            "A file or a connection ended before everything was read: it is cut short, or the other process died."
        ),
        sentence(
            "Compare the file's size with that of the original, or look for the error of the other process above."
        ),
    ),
    Row(
        ("KeyboardInterrupt",),
        sentence("Somebody, or a notebook or launcher, pressed Ctrl+C or sent SIGINT."),
        sentence("The stack shows only where the program was at that time; if it hung, that line is where."),
    ),
    Row(
        ("SystemExit",),
        sentence("The program ended itself, on purpose, with an exit status."),
        sentence("The reason was printed above this line."),
    ),
    Row(
        ("ZeroDivisionError",),
        sentence("Something was divided by zero, most often by the length of an empty list or data set."),
        sentence("Print the divisor just before the line that fails."),
        sentence("Print the divisor just before line {line} of {file}."),
    ),
    Row(
        ("NotImplementedError",),
        sentence("The code says that this case is not supported: a method of a base class, a device, a data type."),
        sentence("Read which case the message names; another device, data type or option may be."),
    ),
    # ── what is read ────────────────────────────────────────────────────────────────────────────────────────────
    Row(
        ("SyntaxError", "IndentationError", "TabError"),
        sentence("Python could not read the file: nothing of it has run."),
        sentence("Look at the line that the message names, and the one above; a newer syntax needs a newer Python."),
    ),
    Row(
        ("UnicodeDecodeError", "UnicodeEncodeError"),
        sentence("A text was read or written in another encoding than it has, or it is no text but a binary file."),
        sentence('Open the file with `encoding="utf-8"`, and check that it is a text at all.'),
    ),
    Row(
        ("JSONDecodeError",),
        sentence("What was read is not JSON: an empty file, a page of an error, or JSON that is cut."),
        sentence("Print the first 200 characters of what was read."),
        sentence("Print the first 200 characters of what is read on line {line} of {file}."),
    ),
    Row(
        ("HFValidationError",),
        sentence(
            "The name is no repository of the Hugging Face Hub, and no folder of that name exists where it was "
            "looked for."
        ),
        sentence(
            "Print the path with `os.path.abspath`: a folder that does not exist is taken for the name of a repository."
        ),
    ),
    Row(
        ("ValidationError",),
        sentence("A config or a request has a field that is missing, has the wrong type, or is not known."),
        sentence(
            "Each field is named below the first line of the message; compare it with the installed version's "
            "documentation."
        ),
    ),
    Row(
        ("PicklingError", "UnpicklingError"),
        sentence("An object could not be turned into bytes for another process or a file, or back."),
        sentence(
            "Functions inside functions, lambdas, locks and open files cannot be sent; a file may be cut or of "
            "another kind."
        ),
    ),
    Row(
        ("Warning",),
        sentence("This is a warning: the program went on after it."),
        sentence("If the program failed, its error is further down: paste that, too."),
    ),
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
        ("CalledProcessError",),
        sentence("A program that was started by this one ended with an error of its own."),
        sentence("Read what that program printed above this traceback."),
    ),
    Row(
        ("RayTaskError", "RayActorError", "ActorDiedError", "ray"),
        sentence("Ray says that a task, an actor or a worker failed: the error itself is in the worker's own log."),
        sentence(
            "Read the inner traceback above, or the files in `/tmp/ray/session_latest/logs` on the node that is named."
        ),
    ),
    # ── classes of a package, about which no more is known ──────────────────────────────────────────────────────
    Row(
        (_OF_A_PACKAGE,),
        sentence("{name} is an error class of {package}, not one of Python's own: its message is that package's."),
        sentence("Compare the installed version of {package} with the documentation or the example that you follow."),
        sentence(
            "Compare the call on line {line} of {file} with the documentation of the installed version of {package}."
        ),
    ),
    # ── programs that are no Python ─────────────────────────────────────────────────────────────────────────────
    Row(
        ("pip", "uv", "conda", "apt"),
        sentence("The installer found no release that fits this Python, this platform and the other requirements."),
        sentence(
            "Compare your Python with what the package's page on PyPI asks for; check the spelling and the index."
        ),
        "",
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
        sentence(
            "Only the first error counts: scroll up to it, and compare the versions of the compiler, CUDA and PyTorch."
        ),
    ),
    Row(
        ("ld",),
        sentence("The linker found no library, or no function, that the compiled code needs."),
        sentence(
            "Install the library that the message names, with its development files, or put its folder into "
            "`LIBRARY_PATH`."
        ),
    ),
    Row(
        ("loader", "ld.so", "dyld", "windows"),
        sentence("The program could not start: the system did not load one of its libraries."),
        sentence("Run `ldd` on the program, and see which line says “not found”."),
    ),
    Row(
        ("argparse", "hydra"),
        sentence("The program does not take these arguments: nothing of it has run."),
        sentence("Run it with `--help`, and compare: an option may be renamed, misspelt, or of another version."),
    ),
    Row(
        ("bash", "cmd", "powershell"),
        sentence("The shell found no program of this name."),
        sentence("Check that it is installed in the environment that is active, and that its folder is on the `PATH`."),
        "",
        r"(?i)(?:not found|not recognized)",
    ),
    Row(
        ("bash", "cmd", "powershell"),
        sentence("The shell could not run the command."),
        sentence("Run the command alone, as it is written in the message."),
    ),
    Row(
        ("kernel",),
        sentence(
            "The machine or the container ran out of memory, and the kernel killed the process: it had no time to "
            "say anything."
        ),
        sentence(
            'Run `dmesg -T | grep -i "killed process"`, and look at the memory limit of the job or the container.'
        ),
    ),
    Row(
        ("slurm", "pbs", "lsf"),
        sentence("The scheduler ended the job: over its time, over its memory, or on somebody's order."),
        sentence("On Slurm, run `sacct -j JOBID --format=JobID,State,ExitCode,MaxRSS,Elapsed`."),
    ),
    Row(
        ("signal", "exit", "kubernetes", "systemd", "mpi", "docker"),
        sentence(
            "The process was killed from outside, most often because memory ran out: it had no time to say anything."
        ),
        sentence(
            'Run `dmesg -T | grep -i "killed process"`, and look at the memory limit of the job or the container.'
        ),
        "",
        r"(?i)(?:\bkilled?\b|oom|\b137\b|-9\b|9/KILL|已杀死)",
    ),
    Row(
        ("kubernetes", "docker", "systemd"),
        sentence("The container or the service did not start, or ended and is started again and again."),
        sentence("Read its own log of the run before: `kubectl logs --previous`, `docker logs` or `journalctl -u`."),
    ),
    Row(
        ("exit",),
        sentence("A program ended with an exit status that says failure; its error was printed before."),
        sentence("Read what that program printed above this line."),
        "",
        r"(?:code|status)[ :=(]*[1-9]\d?\b",
    ),
    Row(
        ("signal", "Fatal Python error", "exit", "mpi", "glibc", "jupyter"),
        sentence(
            "The process crashed in compiled code or was killed by a signal; Python could not raise an exception."
        ),
        sentence("Run it again with `python -X faulthandler`: the last Python line before the crash is then printed."),
    ),
    Row(
        ("git", "curl", "wget", "ssh"),
        sentence("A program could not reach a server, or was not let in."),
        sentence("Run the same command alone, and check the address, the proxy (`env | grep -i proxy`) and the login."),
    ),
    Row(
        ("mkl", "omp"),
        sentence("Two copies of a library for threads were loaded into one process."),
        sentence("Look for the same library from pip and from conda in one environment, and keep one of them."),
        "",
        r"(?i)already initialized|but found",
    ),
    Row(
        ("node", "npm"),
        sentence("A JavaScript program failed."),
        sentence("The first line of its stack that is not in `node_modules` is your own code."),
    ),
    Row(
        ("go", "rust", "elixir", "r"),
        sentence("A program that is not Python stopped with an error of its own."),
        sentence("Its stack, below or above this line, shows where; the first frame of your own is the place to look."),
    ),
    Row(
        ("llama.cpp",),
        sentence("llama.cpp could not load or run the model."),
        sentence("The lines above say what it read: compare the file's format and its size with those of this build."),
    ),
    Row(
        ("assert", "c++", "torch", "comfyui", "grpc"),
        sentence("Compiled code, or a program around yours, stopped with this message."),
        sentence("Read the lines above it: the exception that brought it about is often printed there."),
    ),
)

_ROWS: dict[str, list[Row]] = {}
for _row in KINDS:
    for _kind in _row.kinds:
        _ROWS.setdefault(_kind, []).append(_row)
_PATTERNS = {row.pattern: Expression(row.pattern) for row in KINDS if row.pattern}
# A library's own class is most often derived from the one whose name it ends in
_FAMILIES = sorted(
    (name for name in _ROWS if name.endswith("Error") and name not in ("OSError",)), key=len, reverse=True
)
_CLASSES_TOLD_BY_WORDING = ("AttributeError", "TypeError", "NameError", "ModuleNotFoundError", "ImportError")
_VAGUE = ("NoneType",)
_TELLING = tuple(
    row for row in KINDS if row.kinds[0] in _CLASSES_TOLD_BY_WORDING and row.pattern and row.pattern not in _VAGUE
)
