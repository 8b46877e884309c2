"""`tracefix run`: run a command unchanged. If it fails with a known error, print one line about that."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tracefix.cli.environment import is_off, wants_values
from tracefix.cli.language import say, say_error
from tracefix.cli.memory_events import oom_kills
from tracefix.cli.output import complain
from tracefix.cli.tail import Tail
from tracefix.phrases import Phrase, sentence
from tracefix.reading.deaths import SHELL

_NOT_FOUND, _NOT_EXECUTABLE = 127, 126  # as a shell says it
_USAGE = 2
_INTERRUPTED = {-signal.SIGINT, SHELL + signal.SIGINT}  # the reader ended it, and knows

Found = Mapping[str, Any]  # local values

_NO_COMMAND = sentence("write the command to run: tracefix run -- torchrun train.py")


class _Ending(NamedTuple):
    """How a command ended: its status (negative: a signal), process ID, and the kills of the kernel in its cgroup."""

    status: int
    pid: int
    kills: int


def run(words: Sequence[str], *, values: bool = False) -> int:
    """Run the command and return its exit status; one that a signal ends, ends us by the same signal.

    With `values`, uncaught exceptions of Python programs are shown with their local values.
    """
    if not words:
        complain(f"tracefix: {say(_NO_COMMAND)}")
        return _USAGE
    tail = Tail()
    kills = oom_kills()
    try:
        if is_off():
            os.execvp(words[0], list(words))  # noqa: S606
        with _listening(values) as told:
            status, pid = _relay(words, tail)
            found = told()
    except FileNotFoundError:
        return _refuse(words[0], sentence("command not found"), _NOT_FOUND)
    except OSError as error:
        return _refuse(words[0], str(error.strerror), _NOT_EXECUTABLE)
    if status and status not in _INTERRUPTED:
        _report(words, tail, _Ending(status, pid, _difference(kills, oom_kills())), found)
    return status if status >= 0 else _end_by(-status)


@contextlib.contextmanager
def _listening(values: bool) -> Iterator[Callable[[], Found]]:
    if not values or not wants_values():
        yield dict
        return
    from tracefix.cli.values import listening

    with listening() as told:
        yield told


def _relay(words: Sequence[str], tail: Tail) -> tuple[int, int]:
    """The status and the process ID of the command."""
    try:
        from tracefix.cli.relay import Relay
    except ModuleNotFoundError as error:  # Windows has no terminals of this kind
        needs = Phrase("run needs Linux or macOS ({error}). `tracefix match LOG` works here.", error=str(error))
        sys.exit(f"tracefix: {say(needs)}")
    relay = Relay(words, tail.add)
    status = relay.run()
    if relay.lost:
        lost = Phrase("some of its output could not be written: {why}", why=relay.lost)
        complain(f"tracefix: {say(lost)}")
    return status, relay.pid


def _report(words: Sequence[str], tail: Tail, ending: _Ending, found: Found) -> None:
    """Print local values, and a line for each known error. Whatever goes wrong here, the command ended as it did."""
    from tracefix.bundle.data_file import DataFileError

    try:
        from tracefix.bundle.article_bundle import MissingPartError, open_bundle
        from tracefix.cli.drawing import lines_of
        from tracefix.cli.installed_versions import versions_in

        try:
            bundle = open_bundle()
        except (DataFileError, MissingPartError) as error:
            complain(f"tracefix: {say_error(error)}")
            return
        text = tail.content().decode("utf-8", "replace")
        endings = dict(_endings(words, ending))
        facts = [*endings, *versions_in(words, text, bundle.packages)]
        lines = [line for line in lines_of(bundle, "\n".join([text, *facts]), endings) if _end_of(line) not in text]
        if found:
            from tracefix.cli.values import lines_of_values

            lines = [*(line for line in lines_of_values(found) if line not in text), *lines]
        if lines and text and not text.endswith(("\n", "\r")) and sys.stderr.isatty():
            print(file=sys.stderr)
        for line in lines:
            complain(line)
    except Exception as error:
        unexplained = Phrase("no explanation, because of {error}", error=type(error).__name__)
        complain(f"tracefix: {say(unexplained)}")


def _end_of(line: str) -> str:
    """The article that a line names: where the output has it, a plug-in of ours has printed the line there."""
    return line[line.rindex("(") :]


def _endings(words: Sequence[str], ending: _Ending) -> Iterator[tuple[str, str]]:
    """How the command ended, in the words of the kernel and of a shell, which the matcher knows; and in ours."""
    name = Path(words[0]).name[:40]
    if ending.kills > 0 and ending.status in (-signal.SIGKILL, SHELL + signal.SIGKILL):
        killed = f"Memory cgroup out of memory: Killed process {ending.pid} ({name})"
        said = Phrase(
            "{name}: the kernel killed it at the memory limit of its cgroup (memory.events: oom_kill)", name=name
        )
        yield killed, say(said)
    if ending.status < 0:
        number = signal.Signals(-ending.status)
        ended = Phrase(
            "{name} was ended by signal {number} ({signal})", name=name, number=str(number.value), signal=number.name
        )
        yield str(signal.strsignal(number)), say(ended)
    elif ending.status > SHELL:
        ended = Phrase("{name} ended with exit status {status}", name=name, status=str(ending.status))
        yield f"Process finished with exit code {ending.status}", say(ended)


def _difference(before: int | None, after: int | None) -> int:
    return after - before if before is not None and after is not None else 0


def _refuse(word: str, why: str, status: int) -> int:
    complain(f"tracefix: {word}: {say(why)}")
    return status


def _end_by(number: int) -> int:
    """End by a signal, so that whoever waits for us sees what ended the command; without a core dump of ours."""
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    if number not in (signal.SIGKILL, signal.SIGSTOP):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
    os.kill(os.getpid(), number)
    return SHELL + number
