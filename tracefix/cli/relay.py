"""Run a command and copy its output as it passes. Its terminal, input, signals and exit status stay its own.

The command stays in our process group and keeps our standard input, so that the terminal's own Ctrl-C, Ctrl-Z, `fg` and
`bg` reach it as if we were not there. Where our output is a terminal, its output is another one: a pseudo-terminal that
passes every byte on unchanged. Where both of our outputs are one file or one pipe, both of its own are one pipe, so
that their lines keep their order.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import select
import selectors
import signal
import subprocess
import sys
import termios
import threading
from collections.abc import Callable, Sequence

_CHUNK = 1 << 16
_OUTPUTS = (1, 2)
_LFLAG, _OFLAG = 3, 1  # places in what tcgetattr() returns
_DRAIN_S = 0.05  # how long an ended command's output is waited for, where something that it left holds it open
# Sent on by us where a process sent them to us alone. What the terminal sends reaches the command, too.
_SENT_ON = {signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2}
_HANDLED = _SENT_ON | {signal.SIGWINCH}
_FROM_KERNEL = 0x80  # SI_KERNEL
_CLOSED = {errno.EPIPE, errno.EBADF}  # nobody will ever read what is written

Keep = Callable[[bytes], None]


class Relay:
    """One command while it runs. Every byte that it prints is written to our own output, and then given to `keep`."""

    def __init__(self, words: Sequence[str], keep: Keep) -> None:
        self._keep = keep
        self.lost = ""  # why output of the command could not be written; "" where all was
        self._sources: dict[int, int] = {}  # where we read → where we write
        self._terminal: _PassingTerminal | None = None
        old_mask = signal.pthread_sigmask(signal.SIG_BLOCK, _HANDLED)
        targets = self._open_targets()
        try:
            self._process = subprocess.Popen(  # noqa: S603
                list(words), stdout=targets.get(1), stderr=targets.get(2), close_fds=False,
                preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_SETMASK, old_mask),
            )  # fmt: skip
        except BaseException:
            signal.pthread_sigmask(signal.SIG_SETMASK, old_mask)
            raise
        finally:
            for target in set(targets.values()):
                os.close(target)

    @property
    def pid(self) -> int:
        return self._process.pid

    def run(self) -> int:
        """Pass everything on until the command ends. Its status, as subprocess gives it: negative for a signal."""
        self._woken, waker = os.pipe()
        threading.Thread(target=self._wait, args=(waker,), daemon=True).start()
        threading.Thread(target=self._handle_signals, daemon=True).start()
        with selectors.DefaultSelector() as selector:
            for source in (*self._sources, self._woken):
                selector.register(source, selectors.EVENT_READ)
            self._pass_on(selector, is_to_end=False)
            if self._sources:  # something that the command started goes on printing: so do we, in the background
                self._leave_behind(selector)
        if self._terminal:
            self._terminal.restore()
        return self._process.wait()

    def _open_targets(self) -> dict[int, int]:
        """Open the outputs of the command, by number. `_sources` holds the other ends. What is closed here stays so."""
        targets: dict[int, int] = {}
        for output in [output for output in _OUTPUTS if _is_open(output)]:  # before our pipes take their numbers
            twin = next((other for other in targets if _is_same(other, output)), None)
            if twin is not None:
                targets[output] = targets[twin]
                continue
            if os.isatty(output):
                self._terminal = self._terminal or _PassingTerminal(output)
                source, targets[output] = self._terminal.open()
            else:
                source, targets[output] = os.pipe()
            self._sources[source] = output
        return targets

    def _wait(self, waker: int) -> None:
        self._process.wait()
        os.write(waker, b"x")

    def _pass_on(self, selector: selectors.BaseSelector, *, is_to_end: bool) -> None:
        """Copy until the outputs end, or until the command does and nothing is left to read."""
        has_ended = False
        while self._sources:
            ready = selector.select(_DRAIN_S if has_ended and not is_to_end else None)
            if not ready and has_ended:
                return
            for key, _ in ready:
                if key.fd == self._woken:
                    has_ended = True
                    selector.unregister(key.fd)
                else:
                    self._copy(key.fd, selector)

    def _copy(self, source: int, selector: selectors.BaseSelector) -> None:
        try:
            chunk = os.read(source, _CHUNK)
        except OSError:  # a terminal whose other end is closed
            chunk = b""
        if chunk:
            if self._terminal:
                self._terminal.follow()
            try:
                _write_all(self._sources[source], chunk)
            except OSError as error:
                if error.errno in _CLOSED:  # as it would without us, the command shall notice
                    chunk = b""
                else:  # a full disk is no reason to end a job: the chunk is lost, and is kept for the answer
                    self.lost = self.lost or str(error.strerror)
        self._keep(chunk)
        if not chunk:
            selector.unregister(source)
            os.close(source)
            del self._sources[source]

    def _leave_behind(self, selector: selectors.BaseSelector) -> None:
        if os.fork() == 0:
            self._keep = _forget
            with contextlib.suppress(BaseException):
                self._pass_on(selector, is_to_end=True)
            os._exit(0)

    def _handle_signals(self) -> None:
        while True:
            number, is_for_all = _next_signal()
            if number == signal.SIGWINCH and self._terminal:
                self._terminal.resize()
            if not is_for_all or (number == signal.SIGWINCH and self._terminal):
                self._process.send_signal(number)


class _PassingTerminal:
    """A pseudo-terminal that changes nothing of what is written to it, of the size and settings of a real one."""

    def __init__(self, real: int) -> None:
        self._real = real
        self._first = self._last = termios.tcgetattr(real)
        self._master = -1

    def open(self) -> tuple[int, int]:
        """The end that we read, and the one that the command writes to."""
        self._master, slave = os.openpty()
        settings = termios.tcgetattr(self._real)
        settings[_OFLAG] &= ~termios.OPOST
        termios.tcsetattr(slave, termios.TCSANOW, settings)
        self._last = termios.tcgetattr(self._master)
        self.resize()
        return self._master, slave

    def resize(self) -> None:
        with contextlib.suppress(OSError):
            size = fcntl.ioctl(self._real, termios.TIOCGWINSZ, bytes(8))
            fcntl.ioctl(self._master, termios.TIOCSWINSZ, size)

    def follow(self) -> None:
        """Give the real terminal the settings that the command gave to its own, as full-screen programs do."""
        with contextlib.suppress(OSError, termios.error):
            settings = termios.tcgetattr(self._master)
            if settings != self._last:
                self._last = settings
                real = termios.tcgetattr(self._real)
                real[0], real[_LFLAG], real[6] = settings[0], settings[_LFLAG], settings[6]
                termios.tcsetattr(self._real, termios.TCSADRAIN, real)

    def restore(self) -> None:
        """Undo what follow() did, where the command ended without doing so."""
        with contextlib.suppress(OSError, termios.error):
            if self._last[_LFLAG] != self._first[_LFLAG]:
                termios.tcsetattr(self._real, termios.TCSADRAIN, self._first)


def _next_signal() -> tuple[signal.Signals, bool]:
    """The next signal that we get, and whether everybody in the terminal's group gets it."""
    if sys.platform == "linux":
        info = signal.sigwaitinfo(_HANDLED)
        return signal.Signals(info.si_signo), info.si_code == _FROM_KERNEL
    number = signal.Signals(signal.sigwait(_HANDLED))
    return number, number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP)


def _is_same(one: int, other: int) -> bool:
    """Whether two of our outputs are one file, pipe or terminal."""
    try:
        return os.path.samestat(os.fstat(one), os.fstat(other))
    except OSError:
        return False


def _is_open(output: int) -> bool:
    try:
        os.fstat(output)
    except OSError:
        return False
    return True


def _write_all(target: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        try:
            left = left[os.write(target, left) :]
        except BlockingIOError:  # somebody else has made a pipe that we share non-blocking
            select.select([], [target], [])


def _forget(_: bytes) -> None:
    pass
