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
    folder = Path(settings.VAR_DIR) / "run" / _name(os.getppid())
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for other in folder.parent.iterdir():
        pid = other.name.partition("-")[0]
        if pid.isdecimal() and other.name != _name(int(pid)):
            shutil.rmtree(other, ignore_errors=True)
    return folder


def read_process(pid: int) -> list[str]:
    """The fields of /proc/<pid>/stat from the state on; none if there is no such process, or no /proc."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    except OSError:
        return []


def _name(pid: int) -> str:
    """The process id and, because ids are reused, the start time of the process."""
    return f"{pid}-{(read_process(pid) or '0' * 20)[19]}"
