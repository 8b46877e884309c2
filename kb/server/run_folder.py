"""A folder that the workers of one running server share, and nobody after it: var/run/<server>."""

import os
import shutil
from functools import cache
from pathlib import Path

from django.conf import settings


@cache
def run_folder() -> Path:
    """The folder of the server that this process is a worker of. Those of servers that are gone are cleared away.

    A worker's parent is its server, and stays the same when workers are replaced. Raises OSError where it cannot be
    written.
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
    """The process's number and, as numbers are used again, when it began; "" where there is no such process."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        return "" if Path("/proc/self/stat").exists() else f"{pid}-0"  # a system without /proc
    return f"{pid}-{status.rpartition(')')[2].split()[19]}"
