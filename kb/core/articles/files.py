"""The one door to the files of articles: plain files of a sensible size, and nothing that only looks like one.

Whoever may write an article may not choose what else of this machine is read: a symbolic link to a key would be served
as a script, a device or a FIFO would never end.
"""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

MOST_BYTES = 1024 * 1024


class RefusedFileError(Exception):
    """The file is not read; the text says why, and what to do."""


def read_text(path: Path, *, most: int = MOST_BYTES, errors: str = "strict") -> str:
    """The text of a plain file, its lines ended as Python ends them.

    Raises FileNotFoundError, RefusedFileError, and UnicodeDecodeError where `errors` is strict.
    """
    try:
        # Not O_NOFOLLOW alone: to open a FIFO waits for whoever writes to it.
        opened = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        raise
    except OSError as error:
        why = _why_refused(path.lstat(), most) or f"cannot be read ({error.strerror}): correct its rights"
        raise RefusedFileError(why) from error
    if why := _why_refused(os.fstat(opened), most):
        os.close(opened)
        raise RefusedFileError(why)
    with os.fdopen(opened, "rb") as file:
        content = file.read(most + 1)
    if len(content) > most:  # it grew
        raise RefusedFileError(_too_large(len(content), most))
    return content.decode(errors=errors).replace("\r\n", "\n").replace("\r", "\n")


def refused_below(folder: Path) -> Iterator[tuple[Path, str]]:
    """What read_text() would refuse in a folder and in those below it, and why; the folder itself may be it."""
    if folder.is_symlink():
        yield folder, _LINK
        return
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            path = Path(entry.path)
            if entry.is_dir(follow_symlinks=False):
                yield from refused_below(path)
            elif why := _why_refused(entry.stat(follow_symlinks=False), MOST_BYTES):
                yield path, why


_LINK = "is a symbolic link, which is not followed: put what it leads to in its place"


def _why_refused(status: os.stat_result, most: int) -> str:
    if stat.S_ISLNK(status.st_mode):
        return _LINK
    if not stat.S_ISREG(status.st_mode):
        return "is no plain file but a folder, a device, a FIFO or a socket: remove it"
    return _too_large(status.st_size, most) if status.st_size > most else ""


def _too_large(size: int, most: int) -> str:
    return f"has {size:,} bytes, more than the {most:,} that a file of an article may have: shorten it"
