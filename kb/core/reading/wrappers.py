"""Which errors only say that something below them failed: they are never the root where there is another."""

from collections.abc import Iterable

from kb.core.linear_re import Expression
from kb.core.reading.recognisers import Recogniser
from kb.core.reading.report import Frame, Weight

_WRAPPER_CLASSES = {
    *("ChildFailedError", "CalledProcessError", "ProcessRaisedException", "ProcessExitedException"),  # launchers
    *("RayTaskError", "RayActorError", "ActorDiedError", "EngineDeadError"),  # Ray, vLLM
    *("RemoteError", "MaybeEncodingError", "BrokenProcessPool"),  # multiprocessing
    *("ExceptionGroup", "BaseExceptionGroup", "SystemExit"),
}
_WRAPPER_MESSAGES = Expression(
    r"^(?:Caught \w+ in \w+|Engine core initialization failed|Error sending result|failed \(exitcode|exitcode *:|"
    r"DataLoader worker \(pid\(s\) [\d, ]+\) exited|Could not pickle the task to send|process \d+ terminated)"
)
_LAUNCHER_FRAMES = Expression(
    r"(?:bin/(?:torchrun|accelerate|deepspeed)|torch/distributed/(?:run|launch|elastic/.*|launcher/.*)\.py|"
    r"(?:accelerate/commands|deepspeed/launcher)/\w+\.py|runpy\.py)$"
)
_ECHO_FRAMES = ("multiprocessing/spawn.py", "multiprocessing\\spawn.py", "multiprocessing/forkserver.py")
_ECHO_CLASSES = ("EOFError", "UnpicklingError", "OSError")


def is_wrapper(type_: str, *messages: str) -> bool:
    """Whether an error of this class, or with one of these readings of its message, wraps another."""
    return _name(type_) in _WRAPPER_CLASSES or any(_WRAPPER_MESSAGES.match(message) for message in messages)


def is_echo(type_: str, frames: Iterable[Frame]) -> bool:
    """Whether a process of multiprocessing only says that the other end of its pipe failed."""
    return _name(type_) in _ECHO_CLASSES and any(echo in frame.file for frame in frames for echo in _ECHO_FRAMES)


def weigh(type_: str, message: str, row: Recogniser | None) -> Weight:
    """How much an error tells that wraps no other."""
    if type_.endswith("Warning"):
        return Weight.NOTICE
    if _name(type_) == "KeyboardInterrupt":  # somebody stopped what hung, or what had failed
        return Weight.WRAPPER
    return row.weight if row else Weight.ERROR


def is_launcher(frames: Iterable[Frame]) -> bool:
    """Whether a stack passes through launchers alone."""
    return all(_LAUNCHER_FRAMES.search(frame.file.replace("\\", "/")) for frame in frames)


def _name(type_: str) -> str:
    return type_.rpartition(".")[2]
