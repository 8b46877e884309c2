"""The state of one process while a paste is read: the stack that waits for its error line, and its chains so far."""

from dataclasses import dataclass, field

from tracefix.reading.recognisers.rows import LineKind
from tracefix.reading.report import Frame

NEAR = 3  # lines


@dataclass(slots=True)
class Stack:
    """Frames that wait for their error line."""

    frames: list[Frame] = field(default_factory=list)
    exception: str = ""  # the class, where the header names it, as IPython's does
    start: int = 0
    last: int = 0  # the line of the frame that was read last
    is_dump: bool = False  # a thread's stack, which no error line ends
    is_echo: bool = False  # of what failed while the process ended
    is_current: bool = False  # … and it is that of the thread that failed, whose error stands above
    is_reversed: bool = False  # … and its innermost frame comes first


@dataclass(slots=True)
class ProcessState:
    """What was read so far of one process, because the lines of several processes may be interleaved."""

    stack: Stack | None = None
    # each of indexes of errors that brought each other about, causes first; the last one is still growing
    chains: list[list[int]] = field(default_factory=list)
    link: LineKind | None = None  # the chain sentence between the last error and the next
    echo: int = -NEAR  # the line that announced the stack of an echo
    warning: int = -NEAR  # the line of a warning whose message stands below it

    def take_frames(self) -> tuple[Frame, ...]:
        """The frames that waited for an error line."""
        frames = tuple(self.stack.frames) if self.stack else ()
        self.stack = None
        return frames

    def add_to_chain(self, error: int) -> None:
        if self.link and self.chains:
            chain = self.chains[-1]
            chain.insert(0 if self.link is LineKind.LINK_TO_CAUSE else len(chain), error)
        else:
            self.chains.append([error])
        self.link = None
