"""Read the files of articles, and refuse what is no plain file of a sensible size.

Whoever may write an article may not choose what else of this machine is read: a symbolic link to a key would be served
as a script, and a device or a FIFO would never end.
"""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from tracefix.articles.model import ArticleError, Problem

MOST_BYTES = 1024 * 1024
_LINK = "is a symbolic link, which is not followed: put what it leads to in its place"


def read_file(path: Path, *, most: int = MOST_BYTES, errors: str = "strict") -> str:
    """Read a text file of at most `most` bytes as UTF-8; every line ends with a line feed.

    Raises FileNotFoundError, and ArticleError if the file must not be read, or if it is not UTF-8 and `errors`
    is strict.
    """
    try:
        return read_bytes(path, most=most).decode(errors=errors).replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise _refusal(path, f"is not UTF-8 ({error.reason} at byte {error.start}): save it as UTF-8") from error


def read_bytes(path: Path, *, most: int = MOST_BYTES) -> bytes:
    """Read a file of at most `most` bytes. Raises FileNotFoundError, and ArticleError if it must not be read."""
    try:
        # O_NOFOLLOW alone would not do: opening a FIFO waits for its writer.
        opened = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        raise
    except OSError as error:
        why = _why_refused(path.lstat(), most) or f"cannot be read ({error.strerror}): correct its rights"
        raise _refusal(path, why) from error
    try:
        status = os.fstat(opened)
        if why := _why_refused(status, most):
            raise _refusal(path, why)
        with open(opened, "rb", closefd=False) as file:
            return file.read(status.st_size)
    finally:
        os.close(opened)


def list_files(folder: Path) -> list[str]:
    """The names of all files in a folder and in those below it, relative to it and in order ("runs/py3.11.7.txt").

    Raises ArticleError that names everything read_file() would refuse, whether anybody would read it or not.
    """
    names: list[str] = []
    problems: list[Problem] = []
    if folder.is_symlink():
        problems.append(Problem(folder, 1, _LINK))
    else:
        for name, entry in _entries(folder):
            names.append(name)
            if why := _why_refused(entry.stat(follow_symlinks=False), MOST_BYTES):
                problems.append(Problem(folder / name, 1, why))
    if problems:
        raise ArticleError(problems)
    return names


def _entries(folder: Path | str, prefix: str = "") -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Everything below a folder but the folders, by its name relative to it."""
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.is_dir(follow_symlinks=False):
                yield from _entries(entry.path, f"{prefix}{entry.name}/")
            else:
                yield prefix + entry.name, entry


def _refusal(path: Path, why: str) -> ArticleError:
    return ArticleError([Problem(path, 1, why)])


def _why_refused(status: os.stat_result, most: int) -> str:
    """Why a file must not be read, and what to do; empty if it may."""
    if stat.S_ISLNK(status.st_mode):
        return _LINK
    if not stat.S_ISREG(status.st_mode):
        return "is no plain file but a folder, a device, a FIFO or a socket: remove it"
    if status.st_size > most:
        return f"has {status.st_size:,} bytes, more than the {most:,} that a file of an article may have: shorten it"
    return ""
