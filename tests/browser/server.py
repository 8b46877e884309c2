"""A real server on a free port, and the Chromium that is installed, for browser tests and pictures."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BROWSER_FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]
_NAMES = (
    "chromium-headless-shell",  # no windows: half the time of the whole browser
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
)
_START = 60  # seconds


def chromium() -> str | None:
    """The path of an installed Chromium, or None."""
    return next((path for name in _NAMES if (path := shutil.which(name))), None)


@contextmanager
def serve(**environment: str) -> Iterator[str]:
    """Run the site as it is run for real; gives its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        *(sys.executable, "-m", "granian", "--interface", "wsgi", "kb.wsgi:application"),
        *("--host", "127.0.0.1", "--port", str(port), "--no-access-log"),
    ]
    settings = {**os.environ, **environment}
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, env=settings, check=True)
    process = subprocess.Popen(command, cwd=ROOT, env=settings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    base = f"http://127.0.0.1:{port}"
    try:
        _wait(base, process)
        yield base
    finally:
        process.terminate()
        try:
            process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


def _wait(base: str, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + _START
    while time.monotonic() < end:
        if process.poll() is not None:
            assert process.stdout is not None
            raise RuntimeError(f"the server did not start:\n{process.stdout.read().decode()}")
        try:
            with urllib.request.urlopen(f"{base}/healthz", timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"the server did not answer within {_START} s")
