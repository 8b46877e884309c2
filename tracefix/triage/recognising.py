"""Recognise a line that matters: its kind, and whether it can be a cause. A new wording needs one row and a test."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from tracefix.linear_re import Expression, ExpressionSet, Text
from tracefix.reading.deaths import ABORTED, CRASHES, KILLED, TOLD_BY_A_SHELL, exit_codes, shell_words
from tracefix.triage.events import EventKind as Kind
from tracefix.triage.events import EventRole as Role
from tracefix.triage.runners import SIGNS as SIGNS_OF_RUNNERS
from tracefix.triage.runners import recognise_mark

# What a line that matters holds: all of a log is searched for it, nothing else is read. ASCII, one byte a character.
SIGNS = (
    r"(?:Error|Exception|Interrupt|Exit|Failure)(?::|[ \t\r\x00]*$)|raceback \(most|Fatal Python|[Ss]ignal |"
    r"SIG[A-Z]{3}|egmentation fault|[Kk]illed|oom[-_]kill|OOMKill|ut of memory|ut Of Memory|memory pressure|"
    r"NCCL (?:WARN|error)|ncclS|ncclU|ncclI|ncclR|[Ww]atchdog|imed out|[Tt]imeout|"
    r"[Cc]onnection (?:closed|reset|lost|refused|was lost)|"
    r"roken pipe|ending process \d|xitcode|xited with|exit code|CANCELLED|No space left|quota exceeded|ile too large|"
    r"size limit|annot allocate|Aborted|core dumped|double free|corrupted|Bus error|us error|TERM_|PBS: job|Evicted|"
    r"low on resource|NVRM: Xid|monitored[Bb]arrier|terminate called|preempt|PREEMPT|rank {6}: \d|time {6}: \d|"
    r"^={60}|oo many open files|remote process|node (?:died|failed|failure)|NODE FAIL|orker (?:died|crashed|exit)|"
    r"NaN detected|llegal instruction|loating point exception|"
    rf"{SIGNS_OF_RUNNERS}"
)

_SIGNALS = shell_words((*TOLD_BY_A_SHELL, ABORTED))
_CODES, _ABORT_CODES = exit_codes((*CRASHES, KILLED)), exit_codes([ABORTED])
_GONE = (
    r"[Cc]onnection (?:closed|reset|was (?:lost|closed)|lost|refused)|[Bb]roken pipe|remote process (?:exited|has)|"
    r"ncclRemoteError|recvValue failed|Failed to recv, got 0 bytes|Lost connection|[Ss]ocket [Cc]losed"
)
_WAITED = (
    r"Watchdog caught|watchdog (?:thread )?(?:got stuck|timeout)|collective operation timeout|Timed out waiting|"
    r"[Ww]ait timeout|timed out (?:after|initializing|waiting)|monitored[Bb]arrier|[Hh]eartbeat monitor timed out|"
    r"DistStoreError|Timeout waiting for|communicator was aborted on rank \d+\.?\s*$|"
    r"(?:Timeout|TimeoutError)\b.*(?:barrier|rendezvous|collective|store|clients)"
)


class Row(NamedTuple):
    """A wording: what it says, and what it can be."""

    kind: Kind
    role: Role
    pattern: str


# Tried in this order: the first that fits decides.
ROWS = (
    # launchers say that a process of theirs failed; which signal ended it is news
    Row(Kind.SIGNAL, Role.CAUSE, rf"failed \(exitcode: {_CODES}\) local_rank: \d+"),
    Row(Kind.SIGNAL, Role.VAGUE, rf"failed \(exitcode: {_ABORT_CODES}\) local_rank: \d+"),
    Row(Kind.SIGNAL, Role.CAUSE, rf"^\s*exitcode +: {_CODES}"),
    Row(Kind.SIGNAL, Role.VAGUE, rf"^\s*exitcode +: {_ABORT_CODES}"),
    Row(Kind.OOM_KILL, Role.CAUSE, r"^srun: error: \S+: tasks? [\d,-]+: Out [Oo]f [Mm]emory"),
    Row(Kind.SIGNAL, Role.CAUSE, rf"^srun: error: \S+: tasks? [\d,-]+: {_SIGNALS}"),
    Row(
        Kind.TEARDOWN,
        Role.TEARDOWN,
        r"^srun: error: \S+: tasks? [\d,-]+: (?:Terminated|Exited with exit code (?:143|15))",
    ),
    Row(Kind.TEARDOWN, Role.SUMMARY, r"exitcode *: -(?:15|2|1)\b"),
    Row(Kind.TEARDOWN, Role.SUMMARY, r"^srun: (?:error|Terminating|Force Terminated)"),
    Row(
        Kind.EXCEPTION,
        Role.SUMMARY,
        r"failed \(exitcode: |ChildFailedError|ChildProcessError|CalledProcessError|ProcessRaisedException|"
        r"ProcessExitedException|RayTaskError|RayActorError|ActorDiedError|ActorUnavailableError|WorkerCrashedError|"
        r"EngineDeadError|^\s*exitcode +: |BrokenProcessPool|OutOfMemoryError: Task was killed",
    ),
    # what ends a process from outside, and says why
    Row(Kind.LIMIT, Role.CAUSE, r"DUE TO (?:TIME LIMIT|PREEMPTION|NODE FAILURE|JOB REQUEUE|\w+ LIMIT)"),
    Row(
        Kind.OOM_KILL, Role.CAUSE, r"(?:Memory cgroup o|O)ut of memory: Kill|\boom-kill:constraint=|invoked oom-killer"
    ),
    Row(Kind.OOM_KILL, Role.CAUSE, r"oom[-_]kill(?: event|')|\bOOMKill(?:ed|ing)\b|killed due to memory pressure"),
    Row(Kind.OOM_KILL, Role.CAUSE, r"\d+ [Ww]orkers? .*killed due to|TERM_MEMLIMIT|node running low on memory"),
    Row(Kind.LIMIT, Role.CAUSE, r"PBS: job killed|TERM_(?:RUNLIMIT|CPULIMIT|SWAP|PREEMPT)|node was low on resource"),
    Row(
        Kind.LIMIT,
        Role.CAUSE,
        r"(?:^|\s|Reason: *|\")(?:Evicted|Preempted|Preempting)\b|(?:was|been|is being) preempted|preemption notice",
    ),
    Row(Kind.SIGNAL, Role.STOPPED, r"\*\*\* (?:JOB|STEP) .*CANCELLED AT"),
    Row(
        Kind.LIMIT,
        Role.CAUSE,
        r"No space left on device|[Dd]isk quota exceeded|File size limit exceeded|File too large",
    ),
    Row(
        Kind.LIMIT,
        Role.CAUSE,
        r"Too many open files|Cannot allocate memory|\bMemoryError\b|Unable to allocate [\d.]+ [KMGT]i?B",
    ),
    # somebody stopped it; what launchers do when a rank has failed
    Row(
        Kind.TEARDOWN,
        Role.TEARDOWN,
        r"[Ss]ending process \d+ closing signal|failed to shutdown|process group has NOT been",
    ),
    Row(
        Kind.SIGNAL,
        Role.STOPPED,
        r"SignalException|Received (?:Signals\.)?(?:SIG\w+|\d+) death signal|\bgot signal: ?(?:2|15|1)\b|"
        r"^KeyboardInterrupt|[Ss]ignal 15 \(SIGTERM\)|"
        r"(?i:(?:received|caught|got|handling) (?:a )?SIG(?:TERM|INT|USR1|USR2))",
    ),
    Row(Kind.TEARDOWN, Role.TEARDOWN, r"^\s*(?:[^:]+: line \d+: +\d+ )?Terminated\b|exit(?:ed with)? code -15"),
    # others do not answer
    Row(Kind.CONNECTION_LOST, Role.VICTIM, _GONE),
    Row(Kind.WATCHDOG, Role.VICTIM, _WAITED),
    Row(Kind.NCCL, Role.VAGUE, r"NCCL error|NCCL WARN|\bnccl(?:System|Unhandled|Internal|Invalid)\w*"),
    # faults of the process itself
    Row(
        Kind.SIGNAL,
        Role.CAUSE,
        r"(?:Windows fatal exception|Fatal Python error): (?:[^A\n]|A[^b\n])",
    ),
    Row(Kind.SIGNAL, Role.VAGUE, r"Fatal Python error: Aborted"),
    Row(
        Kind.SIGNAL,
        Role.CAUSE,
        r"Unexpected (?:segmentation fault|bus error) encountered in worker|is killed by signal: ",
    ),
    Row(
        Kind.SIGNAL,
        Role.CAUSE,
        r"\bSIG(?:SEGV|BUS|FPE|ILL)\b.*(?:received|at |by PID)|received signal SIG(?:SEGV|BUS|FPE|ILL|KILL)",
    ),
    Row(
        Kind.SIGNAL,
        Role.CAUSE,
        r"[Ss]ignal (?:4|7|8|9|11) \(SIG\w+\) received by PID|died with <Signals\.SIG(?:KILL|SEGV|BUS|ILL|FPE)",
    ),
    Row(Kind.SIGNAL, Role.CAUSE, r"segfault at |general protection fault|NVRM: Xid"),
    Row(
        Kind.SIGNAL,
        Role.CAUSE,
        rf"^[ \t`]*(?:[^:]+: line \d+: +\d+ |zsh: |bash: )?{shell_words(TOLD_BY_A_SHELL)}"
        r"(?:[(:].*|[ \t]\(.*|[ \t]{2,}.*|[ \t]+\S*python.*|\.)?$",
    ),
    Row(
        Kind.SIGNAL,
        Role.CAUSE,
        rf"(?:exit(?:ed)?|died|failed|terminated)[\w ]{{0,20}}(?:code|status)[:= ]*{_CODES}",
    ),
    Row(Kind.SIGNAL, Role.CAUSE, r"Worker exit type: SYSTEM_ERROR|exited unexpectedly.*SIGKILL"),
    Row(
        Kind.SIGNAL,
        Role.CAUSE,
        r"double free or corruption|corrupted (?:size vs|double-linked|top size)|"
        r"(?:stack smashing|\*\*\* buffer overflow) detected",
    ),
    Row(
        Kind.SIGNAL,
        Role.VAGUE,
        r"^[ \t`]*(?:[^:]+: line \d+: +\d+ |zsh: )?(?:Aborted|Abort trap)\b|terminate called|"
        rf"SIGABRT|(?:code|status)[:= ]*{_ABORT_CODES}",
    ),
    Row(Kind.EXCEPTION, Role.VAGUE, r"NaN detected|^(?:EOFError|BrokenPipeError)\b"),
)
_SET = ExpressionSet(row.pattern for row in ROWS)
# A line of its own, or one behind a log's level: `RuntimeError: x`, `torch.OutOfMemoryError: x`, `KeyboardInterrupt`
_EXCEPTION = Expression(
    r"^(?:[| +]*|.{0,200}(?:ERROR|CRITICAL|FATAL|Error|Exception in|failed|Failed).{0,80}?[ :])"
    r"(?P<type>(?:[A-Za-z_]\w*\.){0,12}[A-Z]\w*(?:Error|Exception|Exit|Failure|Interrupt))"
    r"(?::[ \t\r]|:?[ \t\r]*$)"
)
# … behind a log's level, whose prefix was taken away: `trainer: ValueError: x`
_LOGGED = Expression(r"^.{0,200}?[ :(](?P<type>(?:[A-Za-z_]\w*\.){0,12}[A-Z]\w*(?:Error|Exception))(?:: |[ \t\r]*$)")
_LEVEL = Expression(r"\b(?:ERROR|CRITICAL|FATAL)\b")
_OWN_LINE = Expression(r"^(?P<type>(?:[A-Za-z_]\w*\.){0,12}[A-Za-z_]\w*)(?:: .*|:?[ \t\r]*)$")
_MILD = Expression(r"(?:^|[^\w])(?:WARN(?:ING)?|INFO|DEBUG|TRACE)(?:[^\w]|$)|^\[?[WI]\d{4}|\[[WI][ \]]")
_QUIET = frozenset({Kind.EXCEPTION, Kind.CONNECTION_LOST, Kind.WATCHDOG, Kind.NCCL})  # no event where only warned of
_HANDLED = Expression(
    r"^(?:During handling of|The above exception|Exception ignored in)|\b[Rr]etry(?:ing)?\b|\bWarning: "
)
_IGNORED = ("SystemExit", "StopIteration", "GeneratorExit", "DeprecationWarning")
TRACEBACK = "raceback (most recent call last)"
_PID = Expression(r"\(pid: (\d+)\)|\bpid[ =:]+(\d+)|Killed process (\d+)|by PID (\d+)|task=\S+,pid=(\d+)")
_TOLD_RANK = Expression(r"local_rank: (\d{1,6})\b|\[[^\]]{0,80}\b[Rr]ank (\d{1,6})[\] ]")
_TASKS = Expression(r"^srun: error: \S+: tasks? (?P<tasks>[\d,-]+):")
_OF_JOB = Expression(r"\*\*\* (?:JOB|STEP) \S+ ON \S+ CANCELLED AT")
_MISSING = Expression(r"[Rr]anks? (?P<ranks>\d+(?:, ?\d+)*) failed to pass monitored")
_MOST_RANKS = 10_000


@dataclass(frozen=True, slots=True)
class Told:
    """The kind and the role of an event, read from its line."""

    kind: Kind
    role: Role


def recognise(prefix: str, line: str) -> Told | None:
    """Recognise the event of a line, given the prefix that loggers wrote; None if the line is no event."""
    if mark := recognise_mark(prefix, line):
        return Told(*mark)
    text = Text(line)
    is_mild = bool(prefix and _MILD.search(prefix)) and "NCCL WARN" not in line
    if numbers := _SET.found_in(text):
        row = ROWS[numbers[0]]
        if is_mild and row.kind in _QUIET and row.role is not Role.SUMMARY:
            return None
        return Told(row.kind, row.role) if not _is_prose(text, row) else None
    if is_mild or _HANDLED.search(text):
        return None
    found = _EXCEPTION.search(text) or (_LOGGED.search(text) if _LEVEL.search(prefix) else None)
    if not found or found["type"].rpartition(".")[2] in _IGNORED:
        return None
    return Told(Kind.EXCEPTION, Role.CAUSE)


def closes_traceback(line: str) -> Told | None:
    """Recognise the error line below a stack, at the stack's indentation; None if the line does not end a stack."""
    if not line[:1].isalpha() or not (found := _OWN_LINE.match(line)):
        return None
    return recognise("", line) or (None if found["type"] in _IGNORED else Told(Kind.EXCEPTION, Role.CAUSE))


def told_pid(line: str) -> int | None:
    """The process that a line is about."""
    found = _PID.search(line)
    return int(next(group for group in found.groups() if group)[:9]) if found else None


def told_rank(line: str) -> int | None:
    """The rank that a line is about, if its text names one."""
    found = _TOLD_RANK.search(line)
    return int(next(group for group in found.groups() if group)) if found else None


def is_of_job(line: str) -> bool:
    """Whether a line is about the whole job, although one rank logged it."""
    return bool(_OF_JOB.search(line))


def told_ranks(line: str) -> tuple[int, ...]:
    """All ranks that a line is about, of several."""
    if found := _MISSING.search(line):
        return tuple(int(number) for number in found["ranks"].split(","))
    if found := _TASKS.search(line):
        return tuple(islice(_ranges(found["tasks"]), _MOST_RANKS))
    return ()


def _ranges(text: str) -> Iterator[int]:
    for part in text.split(","):
        first, _, last = part.partition("-")
        if first.isdigit() and (not last or last.isdigit()):
            start = int(first[:6])
            yield from range(start, int((last or first)[:6]) + 1)


def _is_prose(line: str, row: Row) -> bool:
    """Whether a line only mentions an event: a retry, a setting such as `timeout=600`, a warning."""
    return row.role in (Role.VICTIM, Role.VAGUE) and bool(_HANDLED.search(line))
