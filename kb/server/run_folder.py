"""The folder var/run/<server>, shared by the workers of one running server. It holds their metrics."""

import os
import shutil
from functools import cache
from pathlib import Path

from django.conf import settings


@cache
def run_folder() -> Path:
    """Create and return the folder of this worker's server, and delete those of servers that are gone. Raises OSError.

    The server is the parent process of the worker. It stays the same when workers are replaced.
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
    """The process id and, because ids are reused, the start time of the process; "" if there is no such process."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        return "" if Path("/proc/self/stat").exists() else f"{pid}-0"  # a system without /proc
    return f"{pid}-{status.rpartition(')')[2].split()[19]}"
