"""Find the line that made a step of a CI job fail, in the text above the mark that says so.

A test's summary names the test. Else it is the root error of the report that the step is: a compiler's, a linker's, a
program's. A step whose output shows no error says why in its last paragraph.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from itertools import takewhile

from tracefix.linear_re import Expression
from tracefix.reading.cleaning import clean
from tracefix.reading.lines import Lines
from tracefix.reading.paste import Paste
from tracefix.reading.report import Error, Weight
from tracefix.reading.tracebacks import parse
from tracefix.triage.events import EventKind
from tracefix.triage.line_text import without_colours

ABOVE = 1 << 20  # bytes above a mark that are looked at
_LONGEST_PARAGRAPH = 10  # lines
_LONGEST_STACK = 60  # lines below a test's name
_NEAR = 20  # lines between errors of one program that belong together
# Where a step begins. The first of these that stands anywhere in a log decides which runner wrote it.
_STARTS = (
    # GitHub: `##[group]Run make`, also as `gh run view --log` prints it; Azure: `##[section]Starting: Build`
    Expression(r"(?m)(?:^|[ \t\x{feff}])##\[(?:group\]Run|section\]Starting:) (?P<step>[^\r\n]+)"),
    # Buildkite: `~~~ Running commands`, `+++ :hammer: Build`, behind the time that its escape character begins
    Expression(r"(?m)^(?:\x1b?_bk;t=\d+\x07?)(?:~~~|---|\+\+\+) (?P<step>[^\r\n]+)"),
    # Jenkins, `[Pipeline] { (Build)`; below a stage that it skips it says so, or ends it at once
    Expression(
        r"(?m)^[^a-zA-Z\n]{0,40}\[Pipeline\] \{ \((?P<step>[^\r\n]+)\)\r?\n"
        r"[^a-zA-Z\n]{0,40}(?:[A-OQRT-Za-z+]|S[^t]|P(?:[^i]|ipeline\] [^}]))"
    ),
    # GitLab, Travis and others print each command: `$ make`
    Expression(r"(?m)^(?:[\d-]{10}T[\d:.]+Z \d\d[OE][ +])?\$ (?P<step>[^\r\n]+)"),
)
_END_OF_HEADER = "##[endgroup]"  # below the commands of a step and its environment
# What may stand before a line: the time, also behind the job and the step
_TIME = r"(?:[^\n]{0,200}?\d\d:\d\d:\d\d[\d.,]*(?:Z|\])?(?: \d\d[OE])?[ +]{1,3}|\x1b?_bk;t=\d+\x07?)?"
# A line that names a test that failed: pytest, unittest, CTest, GoogleTest, Bazel, Go, cargo, Jest
_TESTS = Expression(
    rf"(?m)^{_TIME}[ \t]*(?P<line>(?:FAILED|ERROR) (?:\[[\d.]+s\] )?[\w./\\-]+\.py(?:::\S.*)?(?: - .*)?"
    r"|(?:FAIL|ERROR)(?: \[[\d.]+s\])?: \w+ \([\w.<>-]+(?:\.\w+)*\).*"
    r"|\d+ - \S+ \((?:Failed|Timeout|SEGFAULT|ILLEGAL|NUMERICAL|Not Run|Subprocess (?:aborted|killed))\)"
    r"|\[  FAILED  \] \S+\.\S+(?: \(\d+ ms\))?"
    r"|FAIL(?:ED)?: //\S+.*"
    r"|--- FAIL: \S+ \([\d.]+s\)"
    r"|test \S+ \.\.\. FAILED"
    r"|● .* › .*)$"
)
# What it says: pytest marks the error's lines, unittest prints a stack
_SAYS = Expression(
    rf"(?m)^{_TIME}(?:E {{3,}}(?P<pytest>\S.*)$|(?P<unittest>(?:\w+\.)*\w*(?:Error|Exception|Failure)\b.*))$"
)
# What stands above the names of all tests that failed
_SUMMARIES = (
    "short test summary info",
    "tests passed, ",
    "[  FAILED  ]",
    "failures:\n",
    "Summary of all failing tests",
)
# What a runner itself prints in a step, and below the last one
_OF_RUNNER = Expression(
    r"^[ \t]*(?:\++ |[A-Z]:\\[^>\n]*>|##\[|\[command\]|Post job cleanup|\[Pipeline\]|Post stage$|"
    r"Stage \".*\" skipped due to |\d\d:\d\d$|"
    r"section_(?:start|end):|Running (?:on|with) |on \S+ \S+$|Preparing (?:the|environment)|Using \w+ executor)"
)
_TAIL = Expression(
    r"(?m)^(?:\x1b?_bk;t=\d+\x07?|[^a-zA-Z\n]{0,40})(?:section_end:\d+:step_script|Running after_script|"
    r"Pipeline\] \{ \(Declarative: Post Actions\)|Uploading artifacts for failed job|"
    r"Cleaning up (?:project directory and )?file based variables|\^\^\^ \+\+\+)"
)


@dataclass(frozen=True, slots=True)
class FailingLine:
    """The line that made a step fail. `number` counts from 1 in the text."""

    number: int
    text: str
    kind: EventKind
    detail: str = ""  # what the test says that the line names


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a job: its name, where that is known, and what it printed, from a line of the log on."""

    name: str
    output: str
    lines_above: int = 0


def find_step(text: str) -> Step:
    """The step that a mark ends, in the text above the mark."""
    text = without_colours(text)
    if tail := _TAIL.search(text):
        text = text[: tail.start()]
    for expression in _STARTS:
        if last := next(iter(deque(expression.finditer(text), maxlen=1)), None):
            header = text.find(_END_OF_HEADER, last.end())
            begin = text.find("\n", max(header, last.end("step"))) + 1 or len(text)
            return Step(last["step"].strip(), text[begin:], text.count("\n", 0, begin))
    return Step("", text)


def find_failing_line(step: Step) -> FailingLine | None:
    """The line that made a step fail; None if the step printed nothing."""
    region = clean(step.output)
    found = _find_test(step.output) or _find_error(region) or _find_last_words(region)
    return replace(found, number=found.number + step.lines_above) if found else None


def find_last_error(text: str) -> FailingLine | None:
    """The test or the error that the end of a log tells which no mark ends; None if it tells none."""
    text = without_colours(text)
    return _find_test(text) or _find_error(clean(text), least=Weight.LOG)


def _find_test(text: str) -> FailingLine | None:
    """The first test that failed, of those that the last summary names."""
    start = max(text.rfind(title) for title in _SUMMARIES)
    for place in (start, 0) if start > 0 else (0,):
        if found := _TESTS.search(text[place:]):
            line, number = found["line"].rstrip(), text.count("\n", 0, place + found.start("line")) + 1
            return FailingLine(number, line, EventKind.TEST, _detail(text, line, number))
    return None


def _detail(text: str, line: str, number: int) -> str:
    """What the test says that a line names: pytest's section bears the test's name, unittest's follows the line."""
    name = line.partition(" - ")[0].rpartition("::")[2]
    title = text.find(f" {name} _")
    below = text[title:] if title >= 0 else "\n".join(text.split("\n")[number : number + _LONGEST_STACK])
    found = _SAYS.search(below)
    return (found["pytest"] or found["unittest"]).strip() if found else ""


def _find_error(paste: Paste, least: Weight = Weight.WRAPPER) -> FailingLine | None:
    """The root error nearest to the end; of several that one program printed there, the first."""
    roots = [root for root in parse(paste).roots if root.weight >= least]
    if not roots:
        return None
    first = len(roots) - 1
    while first and _belong_together(roots[first - 1], roots[first]):
        first -= 1
    error = roots[first]
    begin = paste.text.rfind("\n", 0, error.start) + 1
    return FailingLine(error.line, paste.text[begin : error.end].strip(), _kind(error))


def _belong_together(above: Error, below: Error) -> bool:
    return above.program == below.program and below.line - above.line <= _NEAR


def _kind(error: Error) -> EventKind:
    if error.weight is Weight.DEATH:
        return EventKind.SIGNAL
    return EventKind.EXCEPTION if error.type else EventKind.STEP


def _find_last_words(paste: Paste) -> FailingLine | None:
    """The first line of the last paragraph, where that is short and stands apart; else the last line."""
    lines = Lines(paste.text)
    indexes = [index for index in range(len(lines)) if not _OF_RUNNER.search(lines[index])]
    while indexes and not lines[indexes[-1]].strip():
        indexes.pop()
    if not indexes:
        return None
    paragraph = list(takewhile(lambda index: lines[index].strip(), reversed(indexes[-_LONGEST_PARAGRAPH - 1 :])))
    is_apart = len(paragraph) <= _LONGEST_PARAGRAPH and len(paragraph) < len(indexes)
    index = paragraph[-1] if is_apart else indexes[-1]
    return FailingLine(_number(paste, lines.starts[index]), lines[index].strip(), EventKind.STEP)


def _number(paste: Paste, place: int) -> int:
    """The number, from 1, of the line of the paste from which a place of its cleaned text comes."""
    return paste.original.count("\n", 0, paste.to_original(place)) + 1
