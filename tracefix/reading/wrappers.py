"""Errors that only report the failure of something below them. They are never the root if there is another error."""

from collections.abc import Iterable

from tracefix.linear_re import Expression, TextMatch
from tracefix.reading.paste import Paste
from tracefix.reading.recognisers.rows import Recogniser
from tracefix.reading.report import Error, Frame, Weight

_WRAPPER_CLASSES = {
    *("ChildFailedError", "CalledProcessError", "ProcessRaisedException", "ProcessExitedException"),  # launchers
    *("RayTaskError", "RayActorError", "ActorDiedError", "EngineDeadError"),  # Ray, vLLM
    *("CondaEnvException", "CondaMultiError"),  # conda, of the pip that it ran
    *("RemoteError", "MaybeEncodingError", "BrokenProcessPool"),  # multiprocessing
    *("ExceptionGroup", "BaseExceptionGroup", "SystemExit"),
}
_INTERRUPTS = {"KeyboardInterrupt", "InterruptedException"}  # stopped from outside: it hung, or another had failed
_WRAPPER_MESSAGES = Expression(
    r"^(?:Caught \w+ in \w+|Engine core initialization failed|Error sending result|failed \(exitcode|exitcode *:|"
    r"DataLoader wor(?:k(?:er?)?)?$|"  # cut off before it says how the worker died
    r"DataLoader worker \(pid\(s\) [\d, ]+\) exited|Could not pickle the task to send|process \d+ terminated|"
    r"(?:\(Fatal\) )?Blocking queue is killed|"  # PaddlePaddle, of a worker that reads the data
    r"Error (?:in call to target|instantiating|locating target) '[\w.]+'|"
    # Triton's server, of the models that it names above
    r"creating server: \w+ - failed to load all models|"
    # pip, of a build whose own error stands above
    r"Failed building wheel for|Could not build wheels for|subprocess-exited-with-error|metadata-generation-failed|"
    r"Failed to build (?:installable wheels for|one or more wheels|'[^']+' when )|failed-wheel-build-for-install)"
)
# What programs print at every start, whatever else fails; and the summary of a launcher, which repeats its ranks
_NOTICES = Expression(
    r"(?:Failed to import from vllm|No module named '(?:vllm\._(?:C|version|moe_C|core_C)|libtpu|triton)'|libtpu|"
    r"Triton is not available|Unable to register cu\w+ factory|Could not load dynamic library|Could not find TensorRT|"
    r"(?i:falling back|will be ignored|skipping)|Ignore above cudart|"
    r"newly initialized|were not used when initializing|not ok if you expect identical arch| LOAD REPORT\b|"
    r"^(?:[^\n]{0,12} )?(?:fatal: )?not a git repository|"
    r"There is no accurate error hint for this error|(?i:\bthis (?:usually|often|typically|probably) means:)|"
    r"Redirects are currently not supported|Invalid HTTP request received|"
    r"tensorflow/compiler/tf2tensorrt|TF-TRT|^[ \t]*exitcode *: )"
)


def _level(words: str, letters: str) -> str:
    """What a logger writes of a level before a message: `x - INFO - `, `[I x.cpp:3] `; a colour may stand before it."""
    return rf"(?:^|[^\w.]|\[[\d;]*m)(?:{words})(?:[^\w.]|$)|(?:^|\[)[{letters}]\d{{4}}|\[[{letters}][ \]]"


# The levels of what a program says that it does, and those at which nothing has failed yet; also `UserWarning: `
_PROGRESS = Expression(_level("INFO|DEBUG", "I"))
_MILD = Expression(_level("WARN(?:ING)?|INFO|DEBUG", "WI") + r"|(?:^|[^\w])\w*[Ww]arning: ")
# What C++ says where the log above it says why: `what():  Failed to create object`
_SAYS_NOTHING_ELSE = Expression(r"what\(\): +(?i:failed to \w+(?: \w+){0,2}|[\w ]{0,30}failed|error)[.!]?$")
_BUILDS = Expression(
    r"^(?:Error building extension|Error compiling objects|Ninja is required|CUDA_HOME environment variable is not set|"
    r"Command '\[?'?(?:\S*[/\\])?(?:ninja|nvcc|where|which|c\+\+|g\+\+|cl)\b)"
)
_LONGEST_PREFIX = 120  # characters
# … of a server that passes on what another process printed: its level tells the stream, `[WARN ] W-9000-x-stderr y - `
_PASSED_ON = Expression(r"^.*-std(?:out|err) [\w.]+ - ")
# The level at which NCCL, OpenCV and TensorFlow 1 tell why they failed
_TELLING_WARNINGS = ("NCCL WARN", "findDecoder imread_", "Error reported to Coordinator")
_LAUNCHER_FRAMES = Expression(
    r"(?:bin/(?:torchrun|accelerate|deepspeed)|torch/distributed/(?:run|launch|elastic/.*|launcher/.*)\.py|"
    r"(?:accelerate/commands|deepspeed/launcher)/\w+\.py|runpy\.py)$"
)
_ECHO_FRAMES = ("multiprocessing/spawn.py", "multiprocessing\\spawn.py", "multiprocessing/forkserver.py")
_ECHO_CLASSES = ("EOFError", "UnpicklingError", "OSError")


def is_wrapper(type_: str, *messages: str) -> bool:
    """Whether an error of this class, or with one of these readings of its message, wraps another."""
    return _name(type_) in _WRAPPER_CLASSES or any(_WRAPPER_MESSAGES.match(message) for message in {*messages})


def is_echo(type_: str, frames: Iterable[Frame]) -> bool:
    """Whether a process of multiprocessing only says that the other end of its pipe failed."""
    return _name(type_) in _ECHO_CLASSES and any(echo in frame.file for frame in frames for echo in _ECHO_FRAMES)


def is_failed_build(error: Error) -> bool:
    """Whether an error says that the build of an extension failed: that of PyTorch, by ninja or with nvcc."""
    return bool(_BUILDS.search(error.message))


def is_notice(line: str) -> bool:
    """Whether a line is printed at every start of a program, or reports something that the program survives."""
    return bool(_NOTICES.search(line))


def is_progress(paste: Paste, start: int) -> bool:
    """Whether the text at this place follows the level INFO or DEBUG: a program's report of what it does."""
    return is_mild(paste, start, _PROGRESS)


def is_mild(paste: Paste, start: int, level: Expression = _MILD) -> bool:
    """Whether the text at this place follows a log level, such as INFO, at which nothing has failed yet.

    The level is read in the paste as it was given: cleaning takes it away with the time.
    """
    place = paste.to_original(start)
    line = paste.original.rfind("\n", 0, place) + 1
    before = paste.original[max(line, place - _LONGEST_PREFIX) : place]
    before = before[_end(_PASSED_ON.match(before)) :]
    is_telling = any(sign in paste.original[line : place + _LONGEST_PREFIX] for sign in _TELLING_WARNINGS)
    return bool(before and level.search(before)) and not is_telling


def weigh(type_: str, line: str, row: Recogniser | None) -> Weight:
    """The weight of an error that wraps no other error, by its line."""
    # W&B raises `wandb.errors.UsageError: … The call to `log` will be ignored. …`, which ends the program
    is_raised = "." in type_ and line.lstrip().startswith(type_) and "The call " in line
    if type_.endswith("Warning") or (is_notice(line) and not is_raised):
        return Weight.NOTICE
    if _name(type_) in _INTERRUPTS:
        return Weight.WRAPPER
    weight = row.weight if row else Weight.ERROR
    return min(weight, Weight.LOG) if _SAYS_NOTHING_ELSE.search(line) else weight


def is_launcher(frames: Iterable[Frame]) -> bool:
    """Whether a stack passes through launchers alone."""
    return all(_LAUNCHER_FRAMES.search(frame.file.replace("\\", "/")) for frame in frames)


def _end(match: TextMatch | None) -> int:
    return match.end() if match else 0


def _name(type_: str) -> str:
    return type_.rpartition(".")[2]
