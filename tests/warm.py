"""Processes of Python that start at once: forks of one that has imported what they will need.

Each is a process of its own, with the arguments, the folder, the environment and the streams that it is given, and it
ends as a program does. What it does not show is how a new interpreter finds and loads modules. So with --thorough, as
CI has it, and where just that is tested, processes are started afresh.
"""

import atexit
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

is_cold = False  # whether processes are started afresh all the same
_PATIENCE_S = 60
_LONGEST = 1 << 17  # bytes of a request
_SERVER = """\
import atexit, importlib, json, os, select, signal, socket, sys, threading, types

def main(number, modules):
    sys.path[:] = own = [value for value in sys.path if value]  # not the folder where this stands
    for module in modules:
        try:
            importlib.import_module(module)
        except Exception:
            pass  # a program that wants it will say so
    with socket.socket(fileno=int(number)) as listener:
        while listener in select.select([listener, sys.stdin], [], [])[0]:  # until who started this is gone
            connection, _ = listener.accept()
            asked, fds, _, _ = socket.recv_fds(connection, LONGEST, 3)
            if not os.fork():
                if not os.fork():  # who waits for the program is neither the program nor who takes the next one
                    listener.close()
                    connection.close()
                    become(own, fds, **json.loads(asked))
                for fd in fds:
                    os.close(fd)
                connection.sendall(str(os.waitstatus_to_exitcode(os.wait()[1])).encode())
                os._exit(0)
            connection.close()
            for fd in fds:
                os.close(fd)
            while True:
                try:
                    if not os.waitpid(-1, os.WNOHANG)[0]:
                        break
                except ChildProcessError:
                    break

def become(own, fds, words, cwd, environ):
    for number, fd in enumerate(fds):
        os.dup2(fd, number)
        os.close(fd)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environ)
    sys.modules["__main__"] = program = types.ModuleType("__main__")
    status = 0
    try:
        run(own, program.__dict__, words)
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        if not isinstance(end.code, int | None):
            print(end.code, file=sys.stderr)
    except BaseException as error:
        status = 1
        trace = error.__traceback__.tb_next.tb_next  # what stands above is not the program's
        sys.excepthook(type(error), error.with_traceback(trace), trace)
        if isinstance(error, KeyboardInterrupt):
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGINT)
    threading._shutdown()
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            status = 120
    os._exit(status & 255)

def run(own, names, words):
    import runpy
    if words[0] == "-m":
        sys.argv, sys.path[:] = words[1:], [os.getcwd(), *own]
        runpy._run_module_as_main(words[1])
    elif words[0] == "-c":
        sys.argv, sys.path[:] = ["-c", *words[2:]], ["", *own]
        exec(compile(words[1], "<string>", "exec"), names)
    else:
        names["__file__"] = path = os.path.abspath(words[0])
        sys.argv, sys.path[:] = words, [os.path.dirname(path), *own]
        with open(path, "rb") as file:
            text = file.read()
        exec(compile(text, path, "exec"), names)

main(sys.argv[1], sys.argv[2:])
"""


_SITE = re.compile(r"(?:django|kb\.core|whoosh|yaml|markdown|pygments|nh3|re2|sqlparse|whitenoise|asgiref|packaging)\b")
_NEEDS_SETTINGS = re.compile(r"django\.contrib\b|.*\.models$")


class Warm:
    """A process that has imported some modules, and forks what is asked for. To be closed."""

    def __init__(self, folder: Path, modules: Iterable[str], environ: Mapping[str, str]) -> None:
        self._address = str(folder / "warm")
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(self._address)
            listener.listen()  # it hears whom it could not answer yet
            self._server = subprocess.Popen(
                [sys.executable, "-c", _SERVER.replace("LONGEST", str(_LONGEST)), str(listener.fileno()), *modules],
                stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=dict(environ), pass_fds=[listener.fileno()],
            )  # fmt: skip

    def close(self) -> None:
        """End it. What it has forked goes on."""
        self._server.communicate()

    def run(
        self, words: Sequence[object], *, cwd: Path, environ: Mapping[str, str], given: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """Run Python with these words, text in, text out, as subprocess.run() does."""
        asked = json.dumps({"words": [str(word) for word in words], "cwd": str(cwd), "environ": dict(environ)}).encode()
        assert len(asked) < _LONGEST
        pipes = [os.pipe() for _ in range(3)]
        theirs = [pipes[0][0], pipes[1][1], pipes[2][1]]
        with self._connect() as connection:
            socket.send_fds(connection, [asked], theirs)
            for fd in theirs:
                os.close(fd)
            said = ["", ""]
            threads = [threading.Thread(target=_write, args=(pipes[0][1], given))]
            threads += [threading.Thread(target=_read, args=(pipes[at + 1][0], said, at)) for at in range(2)]
            for thread in threads:
                thread.start()
            status = int(connection.recv(100))
            for thread in threads:
                thread.join(_PATIENCE_S)
        return subprocess.CompletedProcess(words, status, *said)

    def _connect(self) -> socket.socket:
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(_PATIENCE_S)
        connection.connect(self._address)
        return connection


def start() -> None:
    """Let the process for run() load what the site is made of; forks of this one share it."""
    _site()


def run(words: Sequence[object], *, cwd: Path, environ: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run Python with these words, forked from a process that has loaded what the site is made of but its settings."""
    return _site().run(words, cwd=cwd, environ=environ)


@cache
def _site() -> Warm:
    folder = tempfile.TemporaryDirectory(prefix="tracefix-warm-")
    modules = [name for name in list(sys.modules) if _SITE.match(name) and not _NEEDS_SETTINGS.match(name)]
    root = str(Path(__file__).resolve().parents[1])
    server = Warm(Path(folder.name), modules, {**os.environ, "PYTHONPATH": root})
    atexit.register(folder.cleanup)
    atexit.register(server.close)
    return server


def _write(fd: int, text: str) -> None:
    try:
        with open(fd, "w", encoding="utf-8") as stream:
            stream.write(text)
    except BrokenPipeError:  # it has ended, or wants no more
        pass


def _read(fd: int, said: list[str], at: int) -> None:
    with open(fd, encoding="utf-8") as stream:
        said[at] = stream.read()
