"""A terminal for tests: a program in a pseudo-terminal of its own, with what it prints and what is typed."""

import fcntl
import os
import pty
import select
import struct
import termios

_PATIENCE_S = 60


class Terminal:
    """A program that believes to be at a terminal of this size."""

    def __init__(self, words, *, cwd, env, rows=24, columns=80):
        self.pid, self._master = pty.fork()
        if self.pid == 0:
            os.chdir(cwd)
            os.execvpe(words[0], list(map(str, words)), {"TERM": "xterm", **env})
        self.resize(rows, columns)
        self.printed = b""

    def resize(self, rows, columns):
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, text):
        os.write(self._master, text.encode())

    def read_until(self, text):
        """Read until something stands in what was printed since the last call, and return that."""
        wanted = text.encode()
        while wanted not in self.printed:
            assert self._read(), f"{text!r} never came: {self.printed!r}"
        before, _, self.printed = self.printed.partition(wanted)
        return (before + wanted).decode()

    def wait(self):
        """Read to the end. All that was printed since the last call, and the exit status (negative: a signal)."""
        while self._read():
            pass
        status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        os.close(self._master)
        return self.printed.decode("utf-8", "replace"), status

    def settings(self):
        return termios.tcgetattr(self._master)

    def _read(self):
        ready, _, _ = select.select([self._master], [], [], _PATIENCE_S)
        assert ready, f"nothing came for {_PATIENCE_S} s: {self.printed!r}"
        try:
            chunk = os.read(self._master, 65536)
        except OSError:  # the program has ended
            return False
        self.printed += chunk
        return bool(chunk)
