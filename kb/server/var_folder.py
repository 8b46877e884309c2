"""var/, the folder that the program writes: who holds it, the room on its disk, and when a backup last ended."""

import errno
import fcntl
import os
from pathlib import Path

from django.conf import settings


def hold() -> list[str]:
    """Hold var/ for this process until it ends, also when another program takes its place. One line if another has it.

    Two servers that share it would count each other's metrics and delete each other's files. On a disk that cannot be
    written nobody holds it, and nothing is written there.
    """
    folder = Path(settings.VAR_DIR)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = os.open(folder / "server.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:
        return []
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # unlike flock, no worker inherits it
    except OSError as error:
        os.close(file)
        is_held = error.errno in {errno.EACCES, errno.EAGAIN}
        return [f"TRACEFIX_VAR {folder} is that of another server that runs: give each its own."] if is_held else []
    os.set_inheritable(file, True)
    return []


def free_bytes() -> int:
    """How many bytes the program can still write; 0 on a disk that is full or read-only, or without the right to."""
    folder = Path(settings.VAR_DIR)
    try:
        disk = os.statvfs(folder)
    except OSError:
        return 0
    is_writable = os.access(folder, os.W_OK) and not disk.f_flag & os.ST_RDONLY
    return disk.f_bavail * disk.f_frsize if is_writable else 0


def backup_file() -> Path:
    """The file whose time is that of the last whole backup; it is not there before the first one."""
    return Path(settings.VAR_DIR) / "backed-up"


def backup_time() -> float | None:
    """When the last whole backup ended, in seconds since 1970; None if `manage.py backup` never made one here."""
    try:
        return backup_file().stat().st_mtime
    except OSError:
        return None
