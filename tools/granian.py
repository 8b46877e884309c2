"""Granian on a free port of this machine, for as long as it is measured."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[1]
_END_SECONDS = 60


def free_port() -> int:
    """A port of this machine that nobody listens on now."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def start(
    application: str, *options: str, port: int, environment: Mapping[str, str], log: IO[bytes] | None = None
) -> "subprocess.Popen[bytes]":
    """The process, as soon as it is started; the head of a group of its own, which its workers belong to."""
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--port", str(port), *options, application]
    environ = {**os.environ, **environment}
    environ.pop("PYTHONDONTWRITEBYTECODE", None)  # a server has its code compiled: once, not at every start
    return subprocess.Popen(command, cwd=ROOT, env=environ, stdout=log, stderr=log, start_new_session=True)


def stop(process: "subprocess.Popen[bytes]") -> None:
    """End it as an operator does, and whatever is left of it after a while."""
    process.terminate()
    try:
        process.wait(_END_SECONDS)
    except subprocess.TimeoutExpired:
        kill(process)


def kill(process: "subprocess.Popen[bytes]") -> None:
    """kill -9, of the process and its workers."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@contextmanager
def granian(
    application: str, *options: str, environment: Mapping[str, str], log: IO[bytes] | None = None
) -> Iterator[tuple["subprocess.Popen[bytes]", int]]:
    """The process, as soon as it is started, and its port. It is ended on leaving, whatever happens."""
    port = free_port()
    process = start(application, *options, port=port, environment=environment, log=log)
    try:
        yield process, port
    finally:
        stop(process)
