"""Marks: the lines in which CI runners, test runners and build tools say that a job, its tests or its build failed.

Most of them say nothing but that: the line that made the job fail stands above (steps.py). The wording is that of the
programs' sources. A new runner needs a row with an example, which tests/tracefix/triage/test_runners.toml has.
"""

from __future__ import annotations

from typing import NamedTuple

from tracefix.linear_re import Expression, ExpressionSet, Text
from tracefix.triage.events import EventKind as Kind
from tracefix.triage.events import EventRole as Role

# What a line with a mark holds. ASCII, one byte a character.
SIGNS = (
    r"##\[error\]|::error(?: [^:]*)?::|completed with exit code|ERROR: Job failed|ERROR: Preparation failed|"
    r"exited with status|returned exit code|Build step '|Finished: (?:FAIL|ABORT)|The command \"|build exited with|"
    r"Exited with code|Command exited with|No output has been|Too long with no output|Build timed out|"
    r"steps due to timeout|The (?:job |operation was|run was|runner has|(?:self-)?hosted runner)|Aborted by |"
    r"Received cancellation signal|Sending interrupt signal|"
    r"\d (?:failed|errors?)[, ].*in \d|FAILED \(|tests? failed out of|\[  FAILED  \]|FAIL\t|test result: FAILED|"
    r"Tests: |\d failing|"
    r"make(?:\[\d+\])?: \*\*\* |build stopped: |Configuring incomplete|rror: subprocess-exited|ailed to solve: |"
    r"non-zero code: |^error: could not compile|npm (?:ERR!|error) code|^error: command '|hook id: "
)
_ANNOTATION = Expression(r"(?:##\[error\]|::error(?: [^:]*)?::)[ \t]*$")


class Row(NamedTuple):
    """A wording: who says it, and whether it says why."""

    kind: Kind
    role: Role
    pattern: str


# Tried in this order: the first that fits decides.
_ROWS = (
    # a limit of the runner, or somebody stopped the job: nothing above says why
    Row(
        Kind.STEP,
        Role.CAUSE,
        r"^The (?:action|job) .*(?:timed out after|exceeded the maximum execution|ran longer than the maximum)|"
        r"ERROR: Job failed: execution took longer than|^Too long with no output \(|"
        r"^No output has been received in the last|^The job exceeded the maximum |Build timed out \(after|"
        r"^Cancelling nested steps due to timeout",
    ),
    Row(
        Kind.STEP,
        Role.STOPPED,
        r"^The operation was cancell?ed|^The run was cancell?ed by |runner has received a shutdown signal|^Aborted by |"
        r"^Sending interrupt signal to process|^Finished: ABORTED|ERROR: Job failed: (?:canceled|aborted)|"
        r"^# Received cancellation signal",
    ),
    # the runner itself failed
    Row(
        Kind.STEP,
        Role.CAUSE,
        r"^The (?:self-hosted|hosted) runner.* (?:lost communication|encountered an error)|"
        r"ERROR: Job failed \(system failure\): |ERROR: Preparation failed: ",
    ),
    # GitHub, Azure, GitLab, Buildkite, Jenkins, Travis, CircleCI, AppVeyor: a command of a step failed
    Row(
        Kind.STEP,
        Role.SUMMARY,
        r"^(?:Error: )?Process completed with exit code -?[1-9]|ERROR: Job failed: "
        r"(?:command terminated with |Process exited with )?(?:exit )?(?:code|status) -?[1-9]|"
        r"Error: The command exited with status -?[1-9]|^(?:ERROR: )?script returned exit code -?[1-9]|"
        r"^Build step '.*' (?:marked build as failure|changed build result to FAILURE)|^Finished: FAILURE|"
        r"^The command \".*\" (?:failed and )?exited with [1-9]|build exited with [1-9]|"
        r"^Exited with code exit status [1-9]|^Command exited with code -?[1-9]",
    ),
    Row(Kind.STEP, Role.CAUSE, r"ERROR: Job failed: \S"),
    # pytest, unittest, CTest, GoogleTest, Go, cargo, Jest, mocha: the count of what failed
    Row(
        Kind.TEST,
        Role.SUMMARY,
        r"^(?:=+ )?(?:\d+ \w+, )*[1-9]\d* (?:failed|errors?)\b.* in [\d.]+s\b|"
        r"^FAILED \((?:\w+=\d+, )*(?:failures|errors|unexpected successes)=\d|"
        r"^\d+% tests passed, [1-9]\d* tests? failed out of|^\[  FAILED  \] \d+ tests?, listed below|"
        r"^FAIL\t\S+\t?|^test result: FAILED|^Tests: +(?:\d+ \w+, )*[1-9]\d* failed|^[1-9]\d* failing\b",
    ),
    # make, ninja, CMake, pip, Docker, cargo, npm, setuptools, pre-commit: a command of a build failed
    Row(
        Kind.BUILD,
        Role.SUMMARY,
        r"\bg?make(?:\[\d+\])?: \*\*\* |ninja: build stopped: |Configuring incomplete, ?errors occurred|"
        r"^error: subprocess-exited-with-error|ERROR: failed to solve: |returned a non-zero code: [1-9]|"
        r"^error: could not compile |^npm (?:ERR!|error) code |^error: command '.*' failed|^- hook id: ",
    ),
)
_SET = ExpressionSet(row.pattern for row in _ROWS)
# An annotation that only says that a command failed
_SAYS_EXIT = Expression(
    r"(?:(?:exit(?:ed)?|failed|completed)[\w ]{0,20}(?:code|status)|exit code)[ :'\"]*-?\d|"
    r"^Executing the custom container implementation failed|did not complete successfully$"
)
_SAYS_STOPPED = Expression(r"^received SIG(?:INT|TERM)")


def recognise_mark(prefix: str, line: str) -> tuple[Kind, Role] | None:
    """Recognise a mark, given the prefix that the runner wrote; None if the line is none."""
    text = Text(line)
    if numbers := _SET.found_in(text):
        row = _ROWS[numbers[0]]
        return row.kind, row.role
    if not line.strip() or not _ANNOTATION.search(prefix):
        return None
    if _SAYS_EXIT.search(text):
        return Kind.STEP, Role.SUMMARY
    return Kind.STEP, Role.STOPPED if _SAYS_STOPPED.search(text) else Role.CAUSE
