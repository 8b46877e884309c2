"""What is known of var/, the folder that the program writes: the room on its disk, and when a backup last ended."""

import os
from pathlib import Path

from django.conf import settings


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
