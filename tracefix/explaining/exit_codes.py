"""Exit codes in words: what status 132 or 3221225785 means, and what to do about it."""

from tracefix.articles.steps import Remedy, Step
from tracefix.linear_re import Expression
from tracefix.phrases import Phrase, sentence
from tracefix.reading.deaths import SHELL
from tracefix.reading.deaths import STATUSES as WINDOWS_STATUSES
from tracefix.reading.report import Error
from tracefix.reading.system import is_native

_CODE = Expression(
    r"(?i)(?:exit(?:ed)?[ _-]?(?:with )?(?:code|status|value)s?|exited|return(?:ed)?[ _-]?(?:code|status)|"
    r"terminated(?: with code)?|(?:with|^) ?status)[ :=(]{1,4}(?:is |was |of )?[`'\"]?(?P<code>-?\d{1,10}"
    r"|0x[0-9a-f]{8})\b"
)
_BY_SIGNAL = Expression(r"\bby signal (?P<code>\d{1,2})\b")
_BARE = Expression(r"\b(?P<code>3221\d{6}|-1073\d{6}|0x[cC]0000[0-9a-fA-F]{3})\b")
_OWN_ONES = (0, 1, 2, 3)  # a program's own; they tell nothing

_ILLEGAL = (
    Step(
        Phrase("Take a build or an image for older CPUs, or build the program on this machine."),
        Phrase("the CPU has no AVX2 (this then prints nothing)"),
        ("grep -o -m1 -w avx2 /proc/cpuinfo",),
    ),
    Step(Phrase("Set the CPU type to “host”."), Phrase("it is a virtual machine")),
    Step(
        Phrase("Try this: NumPy's OpenBLAS takes the CPU for another one."),
        Phrase("it is a Jetson or another ARM board, and `import numpy` alone ends so"),
        ("export OPENBLAS_CORETYPE=ARMV8",),
    ),
)
_UPDATE_DLL = (
    Step(Phrase("Update the program and the driver of the GPU, then the “Visual C++ Redistributable” of Microsoft.")),
    Step(
        Phrase("Move DLLs of other programs out of the `PATH`: an old CUDA or Python there is found first."),
        Phrase("it stays"),
    ),
)
_TRACE = Step(
    Phrase(
        "Start it again with this set: it prints the Python line that was running, of the launcher's processes, too."
    ),
    commands=("export PYTHONFAULTHANDLER=1",),
)
_CRASH = (
    _TRACE,
    Step(
        Phrase(
            "Reinstall the compiled packages that fit this PyTorch and this CUDA: bitsandbytes, xformers, flash-attn."
        ),
        Phrase("it began after an update"),
    ),
    Step(
        Phrase("Load the model in the worker, after it was started, or start one worker alone."),
        Phrase("it is a worker that a server forked after it had loaded the model"),
    ),
)
_NATIVE_CRASH = (
    Step(
        Phrase(
            "Look at what it was reading or loading: a path that is not there, an empty or damaged file, a file of "
            "another version. Give its full path, and try with one file that is known to be good."
        )
    ),
    Step(Phrase("Update the program, or go back to the release that worked.")),
    Step(
        Phrase("Build it with debug information: the call stack of the crash then names the line that was running."),
        Phrase("you built it yourself"),
    ),
)
_ARITHMETIC = (
    _TRACE,
    Step(Phrase("Update the library that its last lines name: PyTorch with its NVIDIA packages, if they are torch's.")),
    Step(Phrase("Try another data type, such as float16 for bfloat16, or one GPU."), Phrase("it is a matrix product")),
)
_SHARED_MEMORY = (
    Step(
        Phrase("Look whether shared memory is full; a container has 64 MB unless it is told otherwise."),
        commands=("df -h /dev/shm",),
    ),
    Step(Phrase("Start the container with `--shm-size=8g` or `--ipc=host`, or use fewer workers.")),
    Step(Phrase("Look for a full disk, or a file that was changed while it was mapped."), Phrase("it is not full")),
)
_MEMORY = (
    Step(
        Phrase("Run fewer workers or a smaller batch, or give the job or the container more memory."),
        Phrase("the kernel killed it for lack of memory (this then names the process)"),
        ("sudo dmesg -T | grep -i 'killed process'",),
    ),
    Step(
        Phrase("Look for the rank or task that failed first: launchers and schedulers then kill the others."),
        Phrase("it did not, or the job has several processes"),
    ),
)
_LESS_MEMORY = (Step(_MEMORY[0].do),)
_OLDER_CPU = (Step(_ILLEGAL[0].do), _ILLEGAL[1])
_NOT_FOUND = (
    Step(Phrase("Install the program, or activate the environment that has it: its folder must be on the `PATH`.")),
)
_NOT_EXECUTABLE = (
    Step(Phrase("Make the file executable with `chmod +x FILE`; a build for another system fails so, too.")),
)
_HUNG_UP = (
    Step(
        Phrase(
            "Start it in a terminal, and not in the IDE; on another machine in `tmux`, which outlives the connection."
        )
    ),
    Step(
        Phrase(
            "Watch the memory while it runs: a machine that is short of it ends programs, and whatever started them."
        ),
        Phrase("nobody stopped it"),
        ("free -h",),
    ),
)
_STOPPED = (Step(Phrase("Look into the log of whatever started it: it stops all processes when one has failed.")),)
_ABORT = (Step(Phrase("Read the lines above: compiled code prints its reason just before it stops itself.")),)

_UNIX: dict[int, tuple[str, tuple[Step, ...]]] = {
    126: (sentence("Status `{code}`: the program was found, and could not be run"), _NOT_EXECUTABLE),
    127: (
        sentence("Status `{code}`: the shell found no program of that name, or a library of it is missing"),
        _NOT_FOUND,
    ),
    SHELL + 1: (
        sentence("Status `{code}`: it was ended from outside, by what started it, or because its terminal was closed"),
        _HUNG_UP,
    ),
    SHELL + 4: (
        sentence("Status `{code}`: the CPU met an instruction that it does not have (SIGILL)"),
        _ILLEGAL,
    ),
    SHELL + 6: (sentence("Status `{code}`: compiled code stopped the process itself (abort)"), _ABORT),
    SHELL + 7: (sentence("Status `{code}`: a bus error (SIGBUS): memory that was mapped is not there"), _SHARED_MEMORY),
    SHELL + 8: (
        sentence("Status `{code}`: a division by zero, or another bad operation on numbers, in compiled code (SIGFPE)"),
        _ARITHMETIC,
    ),
    SHELL + 9: (
        sentence("Status `{code}`: the process was killed from outside (SIGKILL)"),
        _MEMORY,
    ),
    SHELL + 11: (sentence("Status `{code}`: a segmentation fault, so compiled code crashed"), _CRASH),
    SHELL + 15: (sentence("Status `{code}`: another program asked the process to stop"), _STOPPED),
}
_SIGNALS = {number - SHELL: row for number, row in _UNIX.items() if number > SHELL}
_WINDOWS = {
    0xC0000005: _CRASH, 0xC0000374: _CRASH, 0xC00000FD: _CRASH, 0xC0000409: _ABORT, 0xC000001D: _OLDER_CPU,
    0xC0000135: _UPDATE_DLL, 0xC0000139: _UPDATE_DLL, 0xC0000142: _UPDATE_DLL, 0xC000007B: _UPDATE_DLL,
    0xC0000017: _LESS_MEMORY, 0xC000012D: _LESS_MEMORY, 0xC000013A: _STOPPED,
}  # fmt: skip


def restate_exit(error: Error, message: str, text: str = "") -> Remedy | None:
    """What the exit code in a message means; None if there is none, or one that tells nothing.

    `text` is the paste: what helps a crash of Python does not help that of a program that is not Python's.
    """
    told = _restate(error, message)
    return told._replace(steps=_NATIVE_CRASH) if told and told.steps is _CRASH and is_native(text) else told


def _restate(error: Error, message: str) -> Remedy | None:
    if killed := _BY_SIGNAL.search(message):
        row = _SIGNALS.get(int(killed["code"]))
        return row and Remedy(Phrase(row[0], code=f"-{killed['code']}"), row[1])
    found = _BARE.search(message) or (None if error.type and not error.is_wrapper else _CODE.search(message))
    if found is None:
        return None
    code: str = found["code"]
    number = int(code, 16) if code[:2].lower() == "0x" else int(code)
    status = number & 0xFFFFFFFF if abs(number) > 255 else number
    if status in WINDOWS_STATUSES:
        meaning = WINDOWS_STATUSES[status]
        hexadecimal = f"0x{status:08X}"
        if code.lower() == hexadecimal.lower():
            return Remedy(
                Phrase("Status `{code}` of Windows: {meaning}", code=hexadecimal, meaning=Phrase(meaning)),
                _WINDOWS[status],
            )
        finding = Phrase(
            "Status `{code}` is `{hexadecimal}` of Windows: {meaning}",
            code=code,
            hexadecimal=hexadecimal,
            meaning=Phrase(meaning),
        )
        return Remedy(finding, _WINDOWS[status])
    row = _SIGNALS.get(-number) if number < 0 else _UNIX.get(number)
    if row is None or number in _OWN_ONES:
        return None
    return Remedy(Phrase(row[0], code=code), row[1])
