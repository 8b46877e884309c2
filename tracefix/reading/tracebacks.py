"""Read a cleaned paste into the errors it reports.

parse() looks for the lines worth reading (a traceback's header, a frame, a line that names an exception, a chain
sentence, an error of a program) with one expression over the whole text, and reads only them and the lines around them.
Where it finds no error at all, it takes the first sentence that says that something failed.
"""

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, replace

from tracefix.linear_re import Expression, TextMatch
from tracefix.reading.lines import LineCounter, Lines, indent
from tracefix.reading.paste import Paste
from tracefix.reading.process_state import NEAR, ProcessState, Stack
from tracefix.reading.raising_statements import read_raising
from tracefix.reading.ranks import Ranks
from tracefix.reading.recognisers import (
    BARE,
    BARE_WORDS,
    FILE_ALONE,
    HARMLESS,
    INLINE,
    INTERRUPTED,
    JAVASCRIPT,
    LOOKS_PYTHON,
    NAMES_EXAMPLE,
    NESTED_JAVA,
    NO_CLASS,
    NOT_SAID,
    ONLY_HARMLESS,
    OWN_LINE,
    QUOTING,
    SAYS_FAILURE,
    SENTENCE,
    TELLING_CLASS,
    TOLD_DEATH,
    WORTH_READING,
    recognise,
    recognise_program,
)
from tracefix.reading.recognisers.rows import LineKind, Recogniser
from tracefix.reading.report import Error, Frame, Report, Weight
from tracefix.reading.roots import mark_roots
from tracefix.reading.sentences import find_sentences
from tracefix.reading.solved import without_solved
from tracefix.reading.source_lines import SourceLines
from tracefix.reading.wrappers import is_echo, is_launcher, is_mild, is_wrapper, weigh

_MOST_ERRORS = 200  # a paste with more has been read well enough
_MOST_LINES = 20_000  # worth reading; of more, the first and the last half: causes come first, last words last
_LONGEST_MESSAGE = 12  # lines below the error line
_MOST_WRAPPED = 8  # lines of a terminal that a source line and its carets take
_HEADER = "Traceback (most recent call last):"
_COMMENT = "<!--"
_INTERRUPT = "^C"
_FAR = 20_000  # characters in which somebody says that they did not press it
_NOBODY = Expression(
    r"(?i)\b(?:did ?n[o']t|never|without|not|nobody|no ?one)(?: even)? "
    r"(?:press\w*|hit|typed?|touch\w*|interrupt\w*|stopped)\b"
)
# Keras 3 and the Hugging Face hub say what happened in a paragraph of its own, below a blank line
_IN_PARAGRAPHS = Expression(
    r"(?:^|: )(?:Exception encountered when calling |Error when deserializing class |"
    r"A total of \d+ objects could not be loaded\. |"
    r"\d{3} (?:Client|Server) Error(?:\.[ \t]*$|\b[^\n]{0,300}\(Request ID: ))"
)
# Where the next command of a terminal begins, or a ruler that somebody drew
_PROMPT = Expression(
    r"^(?:\([\w .-]{1,40}\) ?)?(?:\w[\w.-]{0,40}@[\w.-]{1,80}:[~/][^\s$#]{0,200}[$#] |"
    r"\[\w+@[\w.-]+ [^\]\n]{1,80}\][$#] |(?:PS )?[A-Za-z]:\\[^\n>\"]{0,200}>)|^[ \t]*#{6}"
)
_NO_MESSAGE = Expression(r"^[ \t]*#{1,6}[ \t]")  # a heading of Markdown
_CALLED_ERROR = Expression(r"(?i)\berror\b[^:\n]{0,80}: ?\S")
_AT_A_MILD_LEVEL = Expression(r"\b(?:DEBUG|INFO|WARN|WARNING)\b")
_NEAR_STACK = 8  # lines
_CAUSE = Expression(r"^[ \t]*\d{1,2}: ")  # of an error of Rust: `    0: request error`
# What is quoted as a whole, up to its closing quote: `… named 'x'" -- I typed "y"`; a quote within follows a blank
_TO_CLOSING_QUOTE = Expression(r'^(?P<own>[^"\n]*(?:[ (]"[^"\n]*"[^"\n]*)*[^"\n (])"')
_OPENING = ("(", "[", "'", '"', "`", "*")
_INSTRUCTIONS = Expression(rf"(?s){_COMMENT}.*?-->")  # of a form; they are not shown to its reader
_NAMELESS = "<stdin>"  # what a form left of it where it took the angles for a tag
_NO_DESCRIPTION = "exception: no description"  # of VS Code, where an exception has no message
_SHORTEST_MESSAGE = 4  # characters of a message that is cut off
_SHORTEST_HEADER = 4  # characters of a header that is cut off; fewer may be anything


def parse(paste: Paste) -> Report:
    """Find every error in a cleaned paste. Never raises."""
    return _Reader(paste).read()


@dataclass(slots=True)
class _Line:
    """A line that is worth reading."""

    index: int
    start: int  # its offset in the cleaned text
    text: str
    row: Recogniser | None = None  # the recogniser that fits; None if the line at most quotes an error …
    found: TextMatch | None = None  # … and where its parts stand
    is_program: bool = False  # it is of a program or a log, and names no exception


class _Reader:
    """One pass over the lines worth reading."""

    def __init__(self, paste: Paste) -> None:
        self.paste = paste
        self.text = paste.text
        self.lines = Lines(paste.text)
        self.numbers = LineCounter(paste.original)
        self.unread_from = 0  # the line of the paste, from 1, on from which something was left unread
        self.worth_reading = list(self._recognise(self._found_lines()))
        self.marked = {line.index: line for line in self.worth_reading}
        self.read_ahead: set[int] = set()  # lines with an error that was read before their turn
        self.marked_python = {  # a word such as `Found` alone begins nothing
            line.index for line in self.worth_reading if not line.is_program and (line.row or INLINE.search(line.text))
        }
        self.ranks = Ranks(paste, self.lines, self.marked)
        self.source_lines = SourceLines(self.lines, self.ranks.below)
        self.notices: list[tuple[int, int]] = []
        self.errors: list[Error] = []
        self.frames_below: defaultdict[int, list[Frame]] = defaultdict(list)  # by error: those that stand below it
        self.processes: defaultdict[int | None, ProcessState] = defaultdict(ProcessState)
        self.process = ProcessState()

    def read(self) -> Report:
        self._read_lines()
        self._read_wrapped_stacks()
        self._read_raising_statements()
        self._complete_message()
        self._read_interrupt()
        is_cut = self._is_cut()
        if not self.errors:
            self._read_line_above() if is_cut else self._read_sentence()
        for process in self.processes.values():
            self.process, stack = process, process.stack
            if stack and stack.exception:  # the class is known all the same, and nothing else
                self._add(self.lines.at(stack.start), stack.exception, "", stack.start)
                end = stack.start + len(stack.exception)
                self.errors[-1] = replace(self.errors[-1], message="", end=end, block_end=end, is_cut=True)
        chains = [chain for process in self.processes.values() for chain in process.chains]
        errors = mark_roots(without_solved(self.errors, self.paste), chains, self.frames_below, is_cut=is_cut)
        if _COMMENT in self.text:
            self.notices += ((found.start(), found.end()) for found in _INSTRUCTIONS.finditer(self.text))
        return Report(errors, self.source_lines.spans(), tuple(sorted(self.notices)), is_cut, self.unread_from)

    def _found_lines(self) -> list[_Line]:
        """The lines worth reading. If there are too many, the first and the last half of the limit."""
        lines = [
            _Line(self.lines.at(found.start()), found.start(), found[0]) for found in WORTH_READING.finditer(self.text)
        ]
        if len(lines) > _MOST_LINES:
            self.unread_from = self._line_in_paste(lines[_MOST_LINES // 2])
            lines = [*lines[: _MOST_LINES // 2], *lines[-_MOST_LINES // 2 :]]
        return lines

    def _recognise(self, lines: Iterable[_Line]) -> Iterator[_Line]:
        """The lines with their kinds, without those that only name a program."""
        for line in lines:
            recognised = recognise(line.text)
            is_program = recognised is None and not INLINE.search(line.text)
            if is_program:
                recognised = recognise_program(line.text)
            if recognised:
                line.row, line.found = recognised
                line.is_program = is_program
                yield line
            elif LOOKS_PYTHON.search(line.text):
                yield line

    def _read_lines(self) -> None:
        for line in self.worth_reading:
            if len(self.errors) >= _MOST_ERRORS:
                self.unread_from = self.unread_from or self._line_in_paste(line)
                return
            if line.index not in self.source_lines and line.index not in self.read_ahead:
                self.process = self.processes[self.ranks.of_line(line.index)]
                if not self._continues_message(line):
                    self._read_line(line)

    def _continues_message(self, line: _Line) -> bool:
        """Whether a program's error line is part of an exception's message, which may quote the program's output."""
        if not (line.is_program and line.row and self.errors):
            return False
        last = self.errors[-1]
        return bool(last.type) and line.start < last.block_end and last.weight >= line.row.weight

    def _line_in_paste(self, line: _Line) -> int:
        """The number, from 1, of a line in the paste as it was given."""
        return self.numbers.number(self.paste.to_original(line.start))

    def _read_line(self, line: _Line) -> None:
        if line.row and line.found:
            _READERS[line.row.kind](self, line, line.found)
        else:
            self._read_inline_errors(line, 0)

    # ── one method for each kind of line ────────────────────────────────────────────────────────────────────────

    def _read_source(self, line: _Line, found: TextMatch) -> None:
        self.source_lines.add_statement(line.index)

    def _read_header(self, line: _Line, found: TextMatch) -> None:
        before = "" if found["type"] else line.text[: found.start()]
        if before and (quoting := QUOTING.match(before)):
            self._add(line.index, quoting["type"], quoting["message"], line.start + quoting.start("type"))
            self.process.link = LineKind.LINK_TO_CAUSE
        is_echo = line.index - self.process.echo < NEAR
        self.process.stack = Stack(exception=found["type"] or "", start=line.start, is_echo=is_echo)
        self._demote_lead_in(line)
        self._read_inline_errors(line, found.end())

    def _read_dump(self, line: _Line, found: TextMatch) -> None:
        self.process.stack = Stack(is_dump=True, is_current=bool(found["is_current"]))

    def _read_link(self, line: _Line, found: TextMatch) -> None:
        self.process.link = LineKind.LINK

    def _read_link_to_cause(self, line: _Line, found: TextMatch) -> None:
        self.process.link = LineKind.LINK_TO_CAUSE

    def _read_echo(self, line: _Line, found: TextMatch) -> None:
        self.process.echo = line.index
        self.notices.append((line.start, line.start + len(line.text)))

    def _read_lead_in(self, line: _Line, found: TextMatch) -> None:
        """Take the next line that is not blank as the message, unless that line is an error itself.

        Of the numbered causes of a Rust program, it is the last: the deepest.
        """
        near = range(line.index + 1, min(line.index + 1 + NEAR, len(self.lines)))
        below = next((number for number in near if self.lines[number].strip()), None)
        if below is None:
            return
        if _CAUSE.match(self.lines[below]):
            below = self._last_cause(below)
            self.process.link = LineKind.LINK_TO_CAUSE
        if below not in self.marked:
            text = self.lines[below]
            number = _CAUSE.match(text)
            begin = number.end() if number else indent(text)
            self._add(below, "", text[begin:].strip(), self.lines.starts[below] + begin, line.row)

    def _last_cause(self, first: int) -> int:
        """The last of the numbered lines from this one to the next blank one that says that something failed."""
        last = first
        for index in range(first, min(first + _LONGEST_MESSAGE, len(self.lines))):
            if not self.lines[index].strip():
                break
            last = index if _CAUSE.match(self.lines[index]) and SAYS_FAILURE.search(self.lines[index]) else last
        return last

    def _read_frame(self, line: _Line, found: TextMatch) -> None:
        self._add_frame(line, found)
        self._read_unusual_error(self.source_lines.add_below(line.index), indent(line.text))

    def _read_quoting_frame(self, line: _Line, found: TextMatch) -> None:
        below = self.source_lines.add_quoted(line.index)
        self._add_frame(line, found, self.source_lines.marked(line.index, below))  # IPython 7 and Colab: there alone
        if below < len(self.lines) and self.lines[below][:1].strip():  # at the margin, as the class of an error is
            self._read_unusual_error(below, 0)

    def _read_native_frame(self, line: _Line, found: TextMatch) -> None:
        self._add_frame_below(
            Frame((found["file"] or "").strip(), 0, found["function"].strip(), self._line_in_paste(line))
        )

    def _read_frame_below(self, line: _Line, found: TextMatch) -> None:
        self._add_frame_below(
            Frame(found["file"].strip(), int(found["line"][:9]), found["function"], self._line_in_paste(line))
        )
        self.source_lines.add_quoted(line.index)

    def _read_message(self, line: _Line, found: TextMatch) -> None:
        is_log = line.row and line.row.weight is Weight.LOG
        if is_log and weigh("", line.text, line.row) is Weight.NOTICE:
            return
        if not NAMES_EXAMPLE.search(line.text[: found.start("message")]):
            self._add(line.index, "", found["message"], line.start + found.start("message"), line.row)

    def _read_error(self, line: _Line, found: TextMatch) -> None:
        type_, message = found["type"], found["message"]
        if type_.startswith("java.") and (nested := NESTED_JAVA.search(message)):  # which Java quotes as its message
            start = line.start + found.start("message") + nested.start("type")
            self._add(line.index, nested["type"], nested["message"], start, line.row)
            return
        if type_ in BARE and not message and not self.process.stack:
            return
        is_warning = type_.endswith("Warning")
        if is_warning:
            self._note_warning(line.index, message)
        else:
            self._add(line.index, type_, message, line.start + found.start("type"), line.row)
        if is_warning or self.errors[-1].is_wrapper:  # which may quote the error that it warns of or wraps
            self._read_inline_errors(line, found.start("message"))

    def _read_paused(self, line: _Line, found: TextMatch) -> None:
        """The stack of this error stands below it."""
        self._add(line.index, found["type"], found["message"], line.start + found.start("type"), line.row)
        self.process.stack = Stack(is_dump=True, is_current=True, is_reversed=True)

    def _read_line_above(self) -> None:
        """If a stack is cut off, the error is what a line above it calls one, such as a library's own output."""
        header = self.lines.at(max(self.text.find(_HEADER), 0))
        for index in range(max(0, header - _NEAR_STACK), header):
            line = self.lines[index]
            is_said = _CALLED_ERROR.search(line) and not (NOT_SAID.search(line) or _AT_A_MILD_LEVEL.search(line))
            if is_said and weigh("", line, SENTENCE) is not Weight.NOTICE:
                self.process = self.processes[-1]
                self._add(index, "", line, self.lines.starts[index] + indent(line), SENTENCE)
                return

    def _read_sentence(self) -> None:
        """If there is no error line, take the sentence that tells the error most surely."""
        for start, message, row, type_ in find_sentences(self.paste):
            index = self.lines.at(start)
            if index not in self.source_lines and weigh("", self.lines[index], row) is not Weight.NOTICE:
                self.process = ProcessState()
                self.processes[-1] = self.process
                self._add(index, type_, message, start, row, is_inline=bool(type_))
                if message and self.text[start - 1 : start] in _OPENING:
                    end = start + len(message)
                    self.errors[-1] = replace(self.errors[-1], end=end, block_end=end)
                return
        if found := HARMLESS.search(self.text):  # it is told to be no error
            self.process = self.processes[-1]
            start = found.start("message")
            self._add(self.lines.at(start), "", found["message"], start, ONLY_HARMLESS)

    def _read_interrupt(self) -> None:
        """A `^C` at the very end, where no error says why it ended: perhaps nobody pressed it."""
        start = len(self.text.rstrip()) - len(_INTERRUPT)
        index = self.lines.at(max(start, 0))
        if self.lines[index].strip() != _INTERRUPT or any(error.weight >= Weight.DEATH for error in self.errors):
            return
        self.process = self.processes[-1]
        row = TOLD_DEATH if _NOBODY.search(self.text[:_FAR]) else INTERRUPTED
        self._add(index, "", _INTERRUPT, start, row)

    def _read_wrapped_stacks(self) -> None:
        """The error line of a stack that does not stand right below it, since a terminal wrapped the source lines.

        Only a dotted name at the margin whose last part begins with a capital, with a message: `onnxruntime.….Fail: …`.
        """
        for process, stack in self._stacks_without_error():
            for below in range(stack.last + 2, min(stack.last + 2 + _MOST_WRAPPED, len(self.lines))):
                own = OWN_LINE.match(self.lines[below])
                if not own or not own["message"] or not self._may_be_class(own, below):
                    continue
                modules, _, name = own["type"].rpartition(".")
                if modules and name[0].isupper():
                    self.process = process
                    self._add(below, own["type"], own["message"], self.lines.starts[below])
                    break

    def _read_raising_statements(self) -> None:
        """The errors whose stacks end with the statement that raised them, because their own lines were left out."""
        if any(error.weight >= Weight.LOG for error in self.errors):
            return
        for process, stack in self._stacks_without_error():
            index = self.ranks.below(stack.last)
            if index in self.source_lines and (raised := read_raising(self.lines[index])):
                self.process = process
                self._add(index, raised.type, raised.message, self.lines.starts[index] + indent(self.lines[index]))

    def _complete_message(self) -> None:
        """Where a paste ends within its last message, the statement that raised it has the whole."""
        last = self.errors[-1] if self.errors else None
        if last is None or len(last.message) < _SHORTEST_MESSAGE or self.text[last.end :].strip():
            return
        above = self.lines.at(last.start) - 1
        raised = read_raising(self.lines[above]) if above in self.source_lines else None
        if (
            raised
            and raised.type == last.type
            and raised.message.removeprefix(last.message) not in ("", raised.message)
        ):
            start = self.lines.starts[above] + indent(self.lines[above])
            self.errors[-1] = replace(last, message=raised.message, start=start, end=self.lines.end(above))

    def _stacks_without_error(self) -> Iterator[tuple[ProcessState, Stack]]:
        """The stacks of processes that no error line has ended yet."""
        for process in self.processes.values():
            stack = process.stack
            if stack and stack.frames and not (stack.is_dump or stack.exception):
                yield process, stack

    # ── what several kinds need ─────────────────────────────────────────────────────────────────────────────────

    def _read_inline_errors(self, line: _Line, begin: int) -> None:
        """Errors inside the sentence or log line that begins at this character of the line."""
        for found in INLINE.finditer(line.text[begin:]) if begin < len(line.text) else ():
            if not found["not"]:
                if found["type"] in BARE_WORDS and line.text[: begin + found.start("type")].rstrip()[-1:].isalnum():
                    continue  # `Submission Not Found: …` is a sentence, and names no class
                message = found["message"] or (found["shown"] or "").rstrip("',\")")
                place = begin + found.start("type")
                quoted = _TO_CLOSING_QUOTE.match(message) if line.text[place - 1 : place] == '"' else None
                message = quoted["own"] if quoted else message
                self._add(line.index, found["type"], message, line.start + place, is_inline=True)
                if quoted and found["message"]:
                    end = line.start + begin + found.start("message") + len(message)
                    self.errors[-1] = replace(self.errors[-1], end=end, block_end=end)
                if found["type"].endswith("Warning"):
                    self._note_warning(line.index, message)

    def _note_warning(self, index: int, message: str) -> None:
        self.notices.append((self.lines.starts[index], self._block_end(index, self.marked_python)))
        self.process.warning = index if message.rstrip().endswith(":") else -NEAR

    def _read_unusual_error(self, below: int, depth: int) -> None:
        """Read an error line whose class has an unusual name. It is recognised only by its place below a frame."""
        is_apart = below < len(self.lines) and not self.lines[below].strip()  # loguru leaves a line blank
        below += is_apart
        if below >= len(self.lines):
            return
        text = self.lines[below]
        own = OWN_LINE.match(text.strip())
        if own is None or not self._may_be_class(own, below):
            return
        if is_apart and not ("." in own["type"] and TELLING_CLASS.match(own["type"])):
            return
        if indent(text) < depth or own["message"]:
            self.read_ahead.add(below)
            self._add(below, own["type"], own["message"] or "", self.lines.starts[below] + indent(text))

    def _may_be_class(self, own: TextMatch, index: int) -> bool:
        """Whether this line names an exception, whatever its class is called: no recogniser knows it as one.

        Below a stack any dotted name does, unless it is a file's, or a logger's after the time. Where another program
        prints such lines, or no message follows, it must look like a class.
        """
        type_, line = own["type"], self.marked.get(index)
        if line and line.row and line.row.kind is not LineKind.MESSAGE:
            return False
        if TELLING_CLASS.match(type_):
            return True
        if (line and line.row) or NO_CLASS.match(type_):
            return False
        is_capital = type_.rpartition(".")[2].lstrip("_")[:1].isupper()
        return is_capital or (bool(own["message"]) and self._has_no_prefix(index))

    def _has_no_prefix(self, index: int) -> bool:
        """Whether nothing, such as the time, was taken away before this line."""
        place = self.paste.to_original(self.lines.starts[index])
        return place == 0 or self.paste.original[place - 1] == "\n"

    def _add_frame(self, line: _Line, found: TextMatch, marked: int = 0) -> None:
        if self.process.stack is None:
            self.process.stack = Stack()
        frame = Frame(
            file=found["file"].strip() or _NAMELESS,
            line=int((found["line"] or "0")[:9]) or marked,
            function=(found["function"] or "").strip(),
            paste_line=self._line_in_paste(line),
        )
        self.process.stack.last = line.index
        if not self.process.stack.is_dump:
            self.process.stack.frames.append(frame)
        elif self.process.stack.is_current:
            self._add_frame_below(frame, is_reversed=self.process.stack.is_reversed)

    def _add_frame_below(self, frame: Frame, *, is_reversed: bool = False) -> None:
        """C++ and faulthandler print the stack below the message: the frame belongs to the error just read."""
        if self.process.chains:
            frames = self.frames_below[max(self.process.chains[-1])]
            frames.insert(0 if is_reversed else len(frames), frame)

    def _add(
        self,
        index: int,
        type_: str,
        message: str,
        start: int,
        row: Recogniser | None = None,
        *,
        is_inline: bool = False,
    ) -> None:
        """Add the error that begins at `start` on this line, which this recogniser fits."""
        marked = self.marked_python if type_ else self.marked
        above = self._line_above_message(index, start + len(type_)) if type_ and not is_inline else index
        end, block_end = self.lines.end(index), self._block_end(above, marked)
        message = "" if message.strip() == _NO_DESCRIPTION else message.strip()
        if not message and block_end > end and not is_inline:  # type and message on lines of their own
            message = self.lines[above + 1].strip()
        whole = " ".join(self.text[start + len(type_) : block_end].split())  # it may have been wrapped by a terminal
        stack, frames = self.process.stack, self.process.take_frames()
        self._demote_announcement(message, frames)
        place = self.paste.to_original(start)
        wraps = is_wrapper(type_, message, whole.lstrip(": ")) or is_echo(type_, frames)
        self.process.add_to_chain(len(self.errors))
        self.errors.append(
            Error(
                type=type_,
                message=message,
                line=self.numbers.number(place),
                frames=frames,
                is_wrapper=wraps,
                is_inline=is_inline,
                program=self._program(index, row),
                weight=self._weight(index, start, type_, message, row, stack, wraps=wraps),
                rank=self.ranks.at(place),
                start=start,
                end=end,
                block_end=block_end,
            )
        )

    def _weight(
        self,
        index: int,
        start: int,
        type_: str,
        message: str,
        row: Recogniser | None,
        stack: Stack | None,
        *,
        wraps: bool,
    ) -> Weight:
        is_echo = stack.is_echo if stack else index - self.process.echo < NEAR
        goes_on = not stack and index - self.process.warning == 1
        is_title = not stack and type_ in BARE and bool(FILE_ALONE.match(message))
        if is_echo or goes_on or is_title:
            return Weight.NOTICE
        weight = weigh(type_, self.lines[index], row)
        if not stack and is_mild(self.paste, start):  # what ends a stack was raised, at whatever level it is logged
            weight = min(weight, Weight.WRAPPER)
        return min(weight, Weight.WRAPPER) if wraps else weight

    def _program(self, index: int, row: Recogniser | None) -> str:
        below = self.lines[index + 1] if index + 1 < len(self.lines) else ""
        is_javascript = below.lstrip(" \t").startswith("at ") and JAVASCRIPT.match(below)
        return "node" if is_javascript else row.program if row else ""

    def _demote_lead_in(self, header: _Line) -> None:
        """A sentence of a log right above a traceback only announces it."""
        last = self.errors[-1] if self.errors else None
        if last and last.program == "log" and header.start - last.end <= NEAR:
            self.errors[-1] = replace(last, weight=Weight.NOTICE)

    def _demote_announcement(self, message: str, frames: tuple[Frame, ...]) -> None:
        """What stands right above a stack only announces the error that has the same message.

        So a log's `ERROR - Exception: 'x'`, and ComfyUI's `!!! Exception during processing !!! x`.
        """
        last = self.errors[-1] if self.errors else None
        if not last or not frames or last.frames or last.message != message:
            return
        if last.type in BARE or (not last.type and message):
            self.errors[-1] = replace(last, weight=Weight.NOTICE)

    def _line_above_message(self, index: int, after: int) -> int:
        """The line above an error's message, whose class ends at `after`: a blank one if the message begins with some.

        Python prints a colon behind the class only if there is a message.
        """
        if not self.process.stack or self.text[after : self.lines.end(index)].strip() != ":":
            return index
        for below in range(index + 1, min(index + 1 + NEAR, len(self.lines) - 1)):
            if self.lines[below].strip():
                return index
            if self.lines[below + 1].strip():
                is_apart = below + 1 in self.marked or _NO_MESSAGE.match(self.lines[below + 1])
                return index if is_apart else below
        return index

    def _block_end(self, index: int, marked: Container[int]) -> int:
        """The end of the lines that continue the message of an error on this line."""
        last, is_in_paragraphs = index, bool(_IN_PARAGRAPHS.search(self.lines[index]))
        for below in range(index + 1, min(index + _LONGEST_MESSAGE + 1, len(self.lines))):
            is_blank = not self.lines[below].strip()
            if is_blank and is_in_paragraphs and last == index:
                continue
            if is_blank or (below in marked and not is_in_paragraphs) or _PROMPT.match(self.lines[below]):
                break
            last = below
        return self.lines.end(last)

    # ── the report as a whole ───────────────────────────────────────────────────────────────────────────────────

    def _is_cut(self) -> bool:
        """Whether the text ends inside a traceback. A launcher's own stack is not missed: its error says nothing."""
        last = self.text.rstrip().rpartition("\n")[2].strip()
        if len(last) >= _SHORTEST_HEADER and _HEADER.startswith(last):
            return True
        has_launcher = any(error.message.startswith("failed (exitcode") for error in self.errors)
        stacks = [process.stack for process in self.processes.values() if process.stack and not process.stack.is_dump]
        return any(not (has_launcher and is_launcher(stack.frames)) for stack in stacks)


_READERS: dict[LineKind, Callable[[_Reader, _Line, TextMatch], None]] = {
    LineKind.SOURCE: _Reader._read_source,
    LineKind.HEADER: _Reader._read_header,
    LineKind.FRAME: _Reader._read_frame,
    LineKind.QUOTING_FRAME: _Reader._read_quoting_frame,
    LineKind.NATIVE_FRAME: _Reader._read_native_frame,
    LineKind.FRAME_BELOW: _Reader._read_frame_below,
    LineKind.DUMP: _Reader._read_dump,
    LineKind.LINK: _Reader._read_link,
    LineKind.LINK_TO_CAUSE: _Reader._read_link_to_cause,
    LineKind.ECHO: _Reader._read_echo,
    LineKind.PAUSED: _Reader._read_paused,
    LineKind.LEAD_IN: _Reader._read_lead_in,
    LineKind.ERROR: _Reader._read_error,
    LineKind.FATAL: _Reader._read_error,
    LineKind.MESSAGE: _Reader._read_message,
}
