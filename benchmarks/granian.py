"""Granian on a free port of this machine, for as long as it is measured."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[1]
_END_SECONDS = 60


@contextmanager
def granian(
    application: str, *options: str, environment: Mapping[str, str], log: IO[bytes] | None = None
) -> Iterator[tuple["subprocess.Popen[bytes]", int]]:
    """The process, as soon as it is started, and its port. It is ended on leaving, whatever happens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--port", str(port), *options, application]
    process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environment}, stdout=log, stderr=log)
    try:
        yield process, port
    finally:
        process.terminate()
        try:
            process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
