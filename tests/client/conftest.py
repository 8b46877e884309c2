"""The client as people have it: unpacked from the wheel, which is built once, and run in processes of its own."""

import fcntl
import os
import subprocess
import sys
import zipfile

import pytest

from tools.client_wheel import build


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """The wheel of the published articles. It takes seconds to build: one for all workers."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with (shared / "wheel.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        folder = shared / "wheel"
        return next(folder.glob("*.whl"), None) or build(folder)


@pytest.fixture(scope="session")
def unpacked(wheel, tmp_path_factory):
    """A folder with what the wheel installs, and nothing of the repository."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as file:
        file.extractall(folder)
    return folder


@pytest.fixture
def python(unpacked, tmp_path):
    """A function that runs Python with the client on its path, in an empty folder. Text in, text out."""

    def run(*words, stdin="", **environ):
        return subprocess.run(
            [sys.executable, *map(str, words)],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=clean_environ(unpacked, **environ),
        )

    return run


@pytest.fixture
def tracefix(python):
    """A function that runs the command `tracefix`."""
    return lambda *words, **options: python("-m", "tracefix", *words, **options)


def clean_environ(unpacked, **environ):
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "PYTHONPATH": str(unpacked), **environ}
