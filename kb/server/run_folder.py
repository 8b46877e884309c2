"""var/run/<server>: a folder for the workers of one running server. Their metrics are in it."""

import os
import shutil
from functools import cache
from pathlib import Path

from django.conf import settings


@cache
def run_folder() -> Path:
    """The folder of this worker's server. Deletes those of servers that are gone. Raises OSError.

    The server is the worker's parent process, which stays the same when workers are replaced.
    """
    root = Path(settings.VAR_DIR) / "run"
    mine = _name(os.getppid())
    folder = root / mine
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for other in root.iterdir():
        pid = other.name.partition("-")[0]
        if other.name != mine and pid.isdecimal() and _name(int(pid)) != other.name:
            shutil.rmtree(other, ignore_errors=True)
    return folder


def _name(pid: int) -> str:
    """The process's number and, because numbers are used again, its start time; "" if there is no such process."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        return "" if Path("/proc/self/stat").exists() else f"{pid}-0"  # a system without /proc
    return f"{pid}-{status.rpartition(')')[2].split()[19]}"
