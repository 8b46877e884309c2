"""Parse a cleaned paste into the errors it reports.

parse() looks for marks (a traceback's header, a frame, a line that names an exception, a chain sentence) with one
expression over the whole text, and reads only the lines around them. Python's own layout is documented at
https://docs.python.org/3/library/traceback.html; the others (IPython, rich, pytest, C++) are taken from what the
programs print.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from kb.core.linear_re import Expression, Match
from kb.core.reading.lines import line_number, line_starts
from kb.core.reading.paste import Paste

_MOST_ERRORS = 200  # a paste with more has been read well enough
_MOST_LINES = 20_000  # worth reading; of more, the first and the last half: causes come first, last words last


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of a stack: the file as printed, the line number (0 if not printed) and the function ("" if not)."""

    file: str
    line: int
    function: str


@dataclass(frozen=True, slots=True)
class Error:
    """One error of a report. `line` counts from 1 in the paste as it was given.

    `start`, `end` and `block_end` are offsets in the cleaned text: the error line, and the end of the lines that
    continue its message.
    """

    type: str  # class as printed, with its module; "" where none was printed
    message: str
    line: int
    frames: tuple[Frame, ...] = ()
    is_root: bool = False
    is_wrapper: bool = False  # a launcher or framework saying that something below it failed
    is_inline: bool = False  # inside a sentence or a log line, not on a line of its own
    rank: int | None = None  # the rank that printed it, where a prefix says so
    start: int = 0
    end: int = 0
    block_end: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that parse() saw in a paste.

    `source_lines` are the stretches of the cleaned text that quote source code; what stands there is nobody's message.
    `is_cut` says that the last stack ends before its error line. `unread_from` is the line of the paste, from 1, from
    which on something was left unread, or 0.
    """

    errors: tuple[Error, ...] = ()
    source_lines: tuple[tuple[int, int], ...] = ()
    is_cut: bool = False
    unread_from: int = 0

    @property
    def roots(self) -> tuple[Error, ...]:
        return tuple(error for error in self.errors if error.is_root)


# ── marks ───────────────────────────────────────────────────────────────────────────────────────────────────────

_CLASS = r"(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*"
# Exception classes that people meet end in one of these; others are recognised by their place below a stack.
_SUFFIX = (
    r"(?:Error|Exception|Exit|Interrupt|Iteration|Warning|Expired|Refused|Timeout|Failure|Died|Found|Denied|Fault)"
)
_NAMED = rf"(?:[A-Za-z_]\w*\.)*\w*{_SUFFIX}"

# One cheap expression finds the lines that are worth reading; the recognisers below then read them one by one.
_WORTH_READING = Expression(
    r"(?m)^.*(?:raceback \(most recent call|most recent call first|File |"
    r"\.pyx?:\d|\.py in |<ipython-input|Cell In|frame #\d|"
    r"what\(\):|Fatal Python error|Check FAIL|failed \(exitcode|exitcode *:|: error: |Assertion|^\[E[ \d]|"
    r"!!! Exception|"
    rf"The above exception |During handling of the above|{_SUFFIX}\b).*$"
)
# Kind of line, a word that it must hold, and what it looks like. The first that fits decides.
_RECOGNISERS: tuple[tuple[str, str, Expression], ...] = tuple(
    (kind, sign, Expression(pattern))
    for kind, sign, pattern in (
        # a statement that somebody copied instead of what it printed
        ("source", "raise ", r"^[ \t>]*raise +[\w.]+\([ \t]*(?:[rbf]{0,2}[\"'].{0,300})?$"),
        # faulthandler: `Fatal Python error: Bus error`, and its dump of every thread
        ("fatal", "Fatal Python error", r"(?P<type>Fatal Python error): (?P<message>.*)"),
        ("dump", "call first", r"(?P<is_current>^Current )?.*\(most recent call first\)"),
        # torch elastic, deepspeed: `failed (exitcode: -9) local_rank: 3 (pid: 12) of binary: python`
        ("what", "exitcode", r"(?P<message>failed \(exitcode: -?\d+\).*)"),
        # … and its summary table: `  exitcode  : -9 (pid: 1234)`
        ("what", "exitcode", r"^[ \t]*(?P<message>exitcode *: -?\d+ \(pid: \d+\))"),
        # argparse and click: `train.py: error: unrecognized arguments: --local-rank=0`
        ("what", ": error: ", r"^[ \t]*[\w./\\-]+: error: (?P<message>\S.*)"),
        # a CUDA kernel: `…/Indexing.cu:1292: operator(): block: [3,0,0], thread: [0,0,0] Assertion `i < n` failed.`
        (
            "what",
            "Assertion",
            r"block: \[\d+, ?\d+, ?\d+\], thread: \[\d+, ?\d+, ?\d+\] (?P<message>Assertion .*failed.*)",
        ),
        # … without its place; C's assert: `python: uv.c:12: uv_close: Assertion `handle' failed.`
        ("what", "Assertion", r"(?:^[ \t`*]*|: )(?P<message>Assertion [`'\"]?\S.*[ `'\"]failed\b.*)"),
        # PyTorch up to 1.4: `THCudaCheck FAIL file=…/THCTensorCopy.cu line=29 error=59 : device-side assert triggered`
        ("what", "Check FAIL", r"THCudaCheck FAIL file=.* line=\d+ (?P<message>error=\d+ ?: .*)"),
        # PyTorch's C++ log: `[E socket.cpp:484] [c10d] …`, `[E1031 10:00:00.1 ProcessGroupNCCL.cpp:607] [Rank 0] …`
        (
            "what",
            "[E",
            r"^\[E[ \d][^\]]*\.(?:cpp|cc|cu|cuh|h|hpp):\d+\](?: ?\[(?:c10d|Rank \d+|PG [^\]]*)\])* ?(?P<message>.*)",
        ),
        # ComfyUI: `!!! Exception during processing !!! …`
        ("what", "!!! Exception", r"!!! Exception during processing ?!!! ?(?P<message>.*)"),
        # `Traceback (most recent call last):`, also glued to a progress bar, with its first letter lost, or IPython's
        (
            "header",
            "raceback",
            rf"(?:^(?P<type>{_NAMED})[ \t]+T)?raceback \(most recent call (?:last|first)\)",
        ),
        # Python: `  File "x.py", line 3, in f`; faulthandler: `  File "x.py", line 3 in f`
        (
            "frame",
            "File ",
            r"^[ \t>|]*File [\"'](?P<file>[^\"']+)[\"'], ?line (?P<line>\d+)(?:,? ?in (?P<function>.+))?",
        ),
        # IPython 8: `File ~/x.py:3, in f(a)`; rich: `/x.py:3 in f`; pytest: `x.py:3: in f`; `Cell In[1], line 3, in f`
        (
            "quoting frame",
            " in ",
            r"^[ \t]*(?:File )?(?P<file>[^:*]{1,200}?\.pyx?|[A-Z]:[^:*]{1,200}?\.pyx?|Cell In\[\d+\]):?,? ?(?:line )?"
            r"(?P<line>\d+)[:,]? in (?P<function>[\w<>.]+)",
        ),
        # IPython 7: `~/x.py in f(a, b)`, `<ipython-input-6-6d75fd452bb1> in <module>`
        (
            "quoting frame",
            " in ",
            r"^[ \t]*(?P<file>[^\s:]+\.py|<ipython-input[^>]*>)(?P<line>) in (?P<function>[\w<>.]+)(?:\(.*)?$",
        ),
        # C++; where two ranks write over each other, `  what():    what():  …`
        ("what", "what():", r"what\(\):(?: *what\(\):)* {0,3}(?P<message>.*)"),
        # c10, below a message: `frame #2: c10::cuda::f() + 0x7f (0x7f… in /site-packages/torch/lib/libc10_cuda.so)`
        (
            "native frame",
            "frame #",
            r"^[ \t]*frame #\d+: (?P<function>.+?)(?: \+ 0x[0-9a-f]+)?(?: \(0x[0-9a-f]+ in (?P<file>[^()]+)\))?$",
        ),
        # Django repeats the message: `The above exception (…) was the direct cause of the following exception:`
        (
            "link",
            "The above exception",
            r"The above exception (?:\(.*\) )?was the direct cause of the following exception",
        ),
        ("link", "During handling", r"During handling of the above exception(?: \(.*\))?, another exception occurred"),
        # Dagster prints the cause below
        (
            "link to cause",
            "The above exception",
            r"The above exception (?:was caused by|occurred during handling of) the following exception",
        ),
        # a log that shows the class as an object: `raised <class 'ValueError'> exception: …`, `<class 'ValueError'>: …`
        (
            "error",
            "<class '",
            rf"(?:^[ \t`*]*|\braised )<class '(?P<type>{_NAMED})'>(?: exception)?(?::[ \t]*|[ \t]+|$)(?P<message>.*)$",
        ),
        # `TypeError: …`, `torch.cuda.OutOfMemoryError: …`, `KeyboardInterrupt`, `RayTaskError(ValueError): …`
        (
            "error",
            "",
            rf"^[ \t`*#'\"(-]*(?P<type>{_NAMED})(?:\([\w.]+\))?(?:`|\*\*)?[ \t]*(?::[ \t]*|$)(?P<message>.*)$",
        ),
    )
)
_HEADINGS = ("Error", "Exception")  # alone on a line and below no stack, these are headings that people write
_NOT_SAID = r"(?P<not>(?:except|raise|raises|return|isinstance)[ (]+)?"  # source text, not a message
# An error inside a sentence or a log line: `… failed: TypeError: …`, or as Python shows the object, `RuntimeError('…')`
_INLINE = Expression(rf"{_NOT_SAID}\b(?P<type>{_NAMED})(?:: (?P<message>.+)|\([\"'](?P<shown>.*))")
_OWN_LINE = Expression(rf"^(?P<type>{_CLASS})(?:: (?P<message>.*))?$")
_QUOTED = Expression(r"^(?:[ \t]*(?:-+>|❱|>)?[ \t]*\d+(?:[ \t]|$)|[ \t]*│|[ \t]{4})")
_STRING = Expression(r"^[ \t>]*(?:[rbf]{0,2}[\"'].*|\)+)$")
_SAYS_ERROR = Expression(rf"^[ \t]*{_NAMED}(?::[ \t]|$)")
_LONGEST_STATEMENT = 12  # lines
_CARETS = Expression(r"^[ \t]*[~^]+[ \t~^]*$")
_RANK = Expression(r"\[rank:? ?(\d+)\]|\[\d+,(?:mpirank:)?(\d+)(?:,[\w-]+)?\]<std|rank=(\d+)[, ].{0,40}pid=")
_FAR = 10_000  # characters behind a prefix; text still farther behind it is not looked up
_RANK_SIGNS = ("[rank", "]<std", "rank=")

# Errors that only say that something below them failed.
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


@dataclass(slots=True)
class _Stack:
    """Frames that wait for their error line."""

    frames: list[Frame] = field(default_factory=list)
    indent: int = 0  # of the last frame
    exception: str = ""  # the class, where the header names it, as IPython's does
    start: int = 0
    is_dump: bool = False  # a thread's stack, which no error line ends
    is_current: bool = False  # … and it is that of the thread that failed, whose error stands above


@dataclass(slots=True)
class _Strand:
    """What one process printed, where the lines of several are interleaved."""

    stack: _Stack | None = None
    chain: list[int] = field(default_factory=list)  # indexes of the errors that brought each other about, causes first
    link: str = ""  # the chain sentence between the last error and the next: "link", "link to cause"


class _Reader:
    """One pass over the marks of a paste."""

    def __init__(self, paste: Paste) -> None:
        self.text = paste.text
        self.paste = paste
        self.starts = line_starts(paste.text)
        self.counted = (0, 1)  # a place in the original, and the number of its line
        self.errors: list[Error] = []
        self.chains: list[list[int]] = []
        self.source_lines: dict[int, int] = {}  # start and end of the lines that quote source
        self.frames_below: dict[int, list[Frame]] = {}  # by error: those that stand below it
        self.marked: set[int] = set()
        self.ranks: dict[int, int] = {}
        self.below: list[int] = []  # by line: the next one of the same rank; empty where no two ranks printed
        self.strands: dict[int | None, _Strand] = {}
        self.strand = _Strand()

    def line(self, index: int) -> str:
        return self.text[self.starts[index] : self.line_end(index)]

    def line_end(self, index: int) -> int:
        return self.starts[index + 1] - 1 if index + 1 < len(self.starts) else len(self.text)

    def read(self) -> Report:
        lines = [
            (line_number(self.starts, found.start()) - 1, found[0]) for found in _WORTH_READING.finditer(self.text)
        ]
        self.marked = {index for index, _ in lines}
        if len(set(self._ranks(self.marked).values())) > 1:
            self.ranks = self._ranks(range(len(self.starts)))
            self.below = _next_of_same([self.ranks.get(index) for index in range(len(self.starts))])
        unread_from = 0
        if len(lines) > _MOST_LINES:
            unread_from = self._line_in_paste(lines[_MOST_LINES // 2][0])
            lines = [*lines[: _MOST_LINES // 2], *lines[-_MOST_LINES // 2 :]]
        for index, line in lines:
            if len(self.errors) >= _MOST_ERRORS:
                unread_from = unread_from or self._line_in_paste(index)
                break
            if self.starts[index] not in self.source_lines:
                self.strand = self.strands.setdefault(self.ranks.get(index), _Strand())
                self._read_line(index, line)
        is_cut = self._is_cut()
        for strand in self.strands.values():
            self.strand, stack = strand, strand.stack
            if stack and stack.exception:  # the class is known all the same
                self._add(line_number(self.starts, stack.start) - 1, stack.exception, "", stack.start)
        return Report(self._with_roots(), tuple(sorted(self.source_lines.items())), is_cut, unread_from)

    def _line_in_paste(self, index: int) -> int:
        """The number, from 1, of a cleaned line in the paste as it was given."""
        return self.paste.original.count("\n", 0, self.paste.to_original(self.starts[index])) + 1

    def _ranks(self, indexes: Iterable[int]) -> dict[int, int]:
        """The rank of every line among these that has one: ranks stand in prefixes that were taken away."""
        if not self.paste.applied:
            return {}
        ranks = ((index, self._rank(self.paste.to_original(self.starts[index]))) for index in indexes)
        return {index: rank for index, rank in ranks if rank is not None}

    def _below(self, index: int) -> int:
        """The next line of the same process."""
        return self.below[index] if self.below else index + 1

    def _read_line(self, index: int, line: str) -> None:
        for kind, sign, expression in _RECOGNISERS:
            if sign and sign not in line:
                continue
            found = expression.search(line)
            if found is None:
                continue
            if kind == "source":
                self._skip_statement(index)
            elif kind == "header":
                self.strand.stack = _Stack(exception=found["type"] or "", start=self.starts[index])
                self._read_inline_errors(index, line[found.end() :], self.starts[index] + found.end())
            elif kind == "native frame":
                self._see_frame_below(Frame((found["file"] or "").strip(), 0, found["function"].strip()))
            elif kind == "dump":
                self.strand.stack = _Stack(is_dump=True, is_current=bool(found["is_current"]))
            elif kind in ("link", "link to cause"):
                self.strand.link = kind
            elif kind == "what":
                self._add(index, "", found["message"], self.starts[index] + found.start(1))
            elif kind == "error" and found["type"] in _HEADINGS and not found["message"] and not self.strand.stack:
                pass
            elif kind == "error" and found["type"].endswith("Warning"):
                self._read_inline_errors(index, found["message"], self.starts[index] + found.start(2))
            elif kind in ("error", "fatal"):
                self._add(index, found["type"], found["message"], self.starts[index] + found.start(1))
                if self.errors[-1].is_wrapper:  # which may quote the error that it wraps
                    self._read_inline_errors(index, found["message"], self.starts[index] + found.start(2))
            else:
                self._see_frame(index, line, found, quotes_lines=kind == "quoting frame")
            return
        self._read_inline_errors(index, line, self.starts[index])

    def _read_inline_errors(self, index: int, line: str, offset: int) -> None:
        for found in _INLINE.finditer(line):
            if not found["not"]:
                message = found["message"] or (found["shown"] or "").rstrip("',\")")
                self._add(index, found["type"], message, offset + found.start(2), is_inline=True)

    def _see_frame(self, index: int, line: str, found: Match, *, quotes_lines: bool) -> None:
        if self.strand.stack is None:
            self.strand.stack = _Stack()
        frame = Frame(found["file"].strip(), int((found["line"] or "0")[:9]), (found["function"] or "").strip())
        if not self.strand.stack.is_dump:
            self.strand.stack.frames.append(frame)
        elif self.strand.stack.is_current:
            self._see_frame_below(frame)
        self.strand.stack.indent = _indent(line)
        if quotes_lines:
            self._skip_quoted_lines(index)
        else:
            self._read_below_frame(index, self.strand.stack.indent)

    def _see_frame_below(self, frame: Frame) -> None:
        """C++ and faulthandler print the stack below the message: the frame belongs to the error just read."""
        if self.strand.chain:
            self.frames_below.setdefault(max(self.strand.chain), []).append(frame)

    def _skip_quoted_lines(self, index: int) -> None:
        """IPython, rich and pytest quote several lines of source under a frame, with numbers or an arrow."""
        for below in range(index + 1, min(index + 30, len(self.starts))):
            text = self.line(below)
            if text.strip() and not _QUOTED.match(text):
                return
            self.source_lines[self.starts[below]] = self.line_end(below)

    def _skip_statement(self, index: int) -> None:
        """The strings of a statement may stand on lines of their own."""
        self.source_lines[self.starts[index]] = self.line_end(index)
        for below in range(index + 1, min(index + 12, len(self.starts))):
            if not _STRING.match(self.line(below)):
                return
            self.source_lines[self.starts[below]] = self.line_end(below)

    def _read_below_frame(self, index: int, indent: int) -> None:
        """Python quotes one line of source under a frame, from 3.13 on the whole statement.

        An error line whose class has an unusual name may follow.
        """
        below = self._below(index)
        if below < len(self.starts) and self._is_source(below, indent):
            self.source_lines[self.starts[below]] = self.line_end(below)
            below = self._below(below)
            below = self._skip_rest_of_statement(below, indent)
        if below < len(self.starts) and _CARETS.match(self.line(below)):
            below = self._below(below)
        if below >= len(self.starts) or below in self.marked:
            return
        text = self.line(below)
        own = _OWN_LINE.match(text.strip())
        if own is None or not own["type"].rpartition(".")[2][:1].isupper():
            return
        if _indent(text) < indent or own["message"]:
            self._add(below, own["type"], own["message"] or "", self.starts[below] + _indent(text))

    def _skip_rest_of_statement(self, below: int, indent: int) -> int:
        """The first line from `below` on that is no source: not deeper than its frame, or an error all the same."""
        for _ in range(_LONGEST_STATEMENT):
            if below >= len(self.starts) or _indent(self.line(below)) <= indent or _SAYS_ERROR.match(self.line(below)):
                break
            self.source_lines[self.starts[below]] = self.line_end(below)
            below = self._below(below)
        return below

    def _is_source(self, below: int, indent: int) -> bool:
        """Whether the line under a frame quotes source: it is indented deeper, or all indentation was lost."""
        text = self.line(below)
        if _indent(text) > indent:
            return True
        is_flat = indent == 0 == _indent(text)
        return (
            is_flat
            and bool(text)
            and _OWN_LINE.match(text) is None
            and not _CARETS.match(text)
            and 'File "' not in text
        )

    def _add(self, index: int, type_: str, message: str, start: int, *, is_inline: bool = False) -> None:
        end = block_end = self.line_end(index)
        for below in range(index + 1, min(index + 12, len(self.starts) - 1) + 1):
            if below in self.marked or not self.line(below).strip():
                break
            block_end = self.line_end(below)
        message = message.strip()
        if not message and block_end > end and not is_inline:  # type and message on lines of their own
            message = self.line(index + 1).strip()
        frames: tuple[Frame, ...] = ()
        if self.strand.stack is not None:
            frames = tuple(self.strand.stack.frames)
            self.strand.stack = None
        name = type_.rpartition(".")[2]
        place = self.paste.to_original(start)
        whole = " ".join(self.text[start:block_end].split())  # the message may have been wrapped by a terminal
        is_wrapper = name in _WRAPPER_CLASSES or _WRAPPER_MESSAGES.match(message) is not None
        is_wrapper = is_wrapper or _WRAPPER_MESSAGES.match(whole[len(type_) :].lstrip(": ")) is not None
        is_echo = name in ("EOFError", "UnpicklingError", "OSError") and any(
            echo in frame.file for frame in frames for echo in _ECHO_FRAMES
        )
        error = Error(
            type=type_,
            message=message,
            line=self._original_line(place),
            frames=frames,
            is_wrapper=is_wrapper or is_echo,
            is_inline=is_inline,
            rank=self._rank(place),
            start=start,
            end=end,
            block_end=block_end,
        )
        if self.strand.link and self.strand.chain:
            place_in_chain = 0 if self.strand.link == "link to cause" else len(self.strand.chain)
            self.strand.chain.insert(place_in_chain, len(self.errors))
        else:
            self.strand.chain = [len(self.errors)]
            self.chains.append(self.strand.chain)
        self.strand.link = ""
        self.errors.append(error)

    def _original_line(self, place: int) -> int:
        """The number of a line of the original. Errors come in order, so that only what lies between is counted."""
        counted, number = self.counted
        if place < counted:
            counted, number = 0, 1
        number += self.paste.original.count("\n", counted, place)
        self.counted = (place, number)
        return number

    def _rank(self, place: int) -> int | None:
        first = max(0, place - _FAR)
        start = self.paste.original.rfind("\n", first, place) + 1
        if not start and first:  # far inside one endless line
            return None
        prefix = self.paste.original[start : start + 200]
        found = _RANK.search(prefix) if any(sign in prefix for sign in _RANK_SIGNS) else None
        return int(next(group for group in found.groups() if group)[:6]) if found else None

    def _with_roots(self) -> tuple[Error, ...]:
        """Mark the roots: of a chain the first error, which brought about the others; no wrapper if there is more."""
        firsts: set[int] = set()
        for chain in self.chains:
            real = [index for index in chain if not self._is_secondary(index)]
            firsts.update(real[:1])
        if not firsts:
            firsts = {chain[0] for chain in self.chains}
        return tuple(
            replace(error, is_root=index in firsts, frames=(*error.frames, *self.frames_below.get(index, ())))
            for index, error in enumerate(self.errors)
        )

    def _is_secondary(self, index: int) -> bool:
        error = self.errors[index]
        return error.is_wrapper or error.type.endswith("Warning")

    def _is_cut(self) -> bool:
        """Whether the text ends inside a traceback. A launcher's own stack is not missed: its error says nothing."""
        last = self.text.rstrip().rpartition("\n")[2].strip()
        if len(last) >= 4 and "Traceback (most recent call last):".startswith(last):
            return True
        has_launcher = any(error.message.startswith("failed (exitcode") for error in self.errors)
        stacks = [strand.stack for strand in self.strands.values() if strand.stack and not strand.stack.is_dump]
        return any(
            not has_launcher
            or not all(_LAUNCHER_FRAMES.search(frame.file.replace("\\", "/")) for frame in stack.frames)
            for stack in stacks
        )


def _next_of_same(ranks: Sequence[int | None]) -> list[int]:
    """For each line the index of the next line of the same rank, or the number of lines: one pass from the end.

    >>> _next_of_same([0, 1, 0])
    [2, 3, 3]
    """
    nearest: dict[int | None, int] = {}
    following = [0] * len(ranks)
    for index in range(len(ranks) - 1, -1, -1):
        following[index] = nearest.get(ranks[index], len(ranks))
        nearest[ranks[index]] = index
    return following


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def parse(paste: Paste) -> Report:
    """Find every error in a cleaned paste. Never raises."""
    return _Reader(paste).read()
