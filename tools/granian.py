"""Start and stop Granian on a free port of this machine."""

import os
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[1]
_END_SECONDS = 60


_given: set[int] = set()  # ports, in this process: a server that asks for two wants two


def free_port() -> int:
    """A TCP port of 127.0.0.1 that is free now, and that no other test is given while the server starts.

    The system hands out those above 32768 to whoever asks for any; a slow start lost its own to a test beside it.
    """
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with socket.socket() as free, suppress(OSError):
            free.bind(("127.0.0.1", port))
            if port not in _given:
                _given.add(port)
                return port


def start(
    application: str,
    *options: str,
    port: int,
    environment: Mapping[str, str],
    log: IO[bytes] | None = None,
    folder: Path = ROOT,
) -> "subprocess.Popen[bytes]":
    """Start Granian in the folder of the program, without waiting until it answers.

    It leads a process group, which its workers belong to.
    """
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--port", str(port), *options, application]
    environ = {**os.environ, **environment}
    environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else Python compiles the code again at every start
    return subprocess.Popen(command, cwd=folder, env=environ, stdout=log, stderr=log, start_new_session=True)


def stop(process: "subprocess.Popen[bytes]") -> None:
    """Stop Granian with SIGTERM; kill it if it still runs after a minute."""
    process.terminate()
    try:
        process.wait(_END_SECONDS)
    except subprocess.TimeoutExpired:
        kill(process)


def kill(process: "subprocess.Popen[bytes]") -> None:
    """Kill Granian and its workers with SIGKILL."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@contextmanager
def granian(
    application: str,
    *options: str,
    environment: Mapping[str, str],
    log: IO[bytes] | None = None,
    folder: Path = ROOT,
) -> Iterator[tuple["subprocess.Popen[bytes]", int]]:
    """Run Granian. Yields its process and its port; it may not answer at once."""
    port = free_port()
    process = start(application, *options, port=port, environment=environment, log=log, folder=folder)
    try:
        yield process, port
    finally:
        stop(process)
