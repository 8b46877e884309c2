"""Atomic, checksummed folders.

read() refuses files that are damaged or owned by another user, because Whoosh unpickles them, and a pickle can run
code. It checks the owner and mode of the folder and of every file, the manifest, the list of files and their checksums,
and returns the same bytes that it checked.
"""

import hashlib
import json
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

_MANIFEST = "manifest.json"
_PART = ".part"  # suffix of a folder that is being written or deleted
_STALE_SECONDS = 3600  # an older such folder was left by a process that was killed


class UnusableFolderError(Exception):
    """The folder is damaged or belongs to another user. The message completes the sentence "The folder …"."""


def write(directory: Path, files: Mapping[str, bytes], label: str) -> None:
    """Write `files` into a temporary sibling and rename it to `directory`: complete or absent, also after kill -9.

    If `directory` exists, because another process wrote it first, it stays as it is. Raises OSError.
    """
    directory.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _remove_abandoned(directory.parent)
    part = Path(tempfile.mkdtemp(prefix=".", suffix=_PART, dir=directory.parent))  # mode 0700
    try:
        for name, content in files.items():
            _write_file(part / name, content)
        checksums = {name: _checksum(content) for name, content in files.items()}
        _write_file(part / _MANIFEST, json.dumps({"label": label, "files": checksums}).encode())
        part.rename(directory)
    except OSError:
        shutil.rmtree(part, ignore_errors=True)
        if not directory.is_dir():
            raise


def read(directory: Path, label: str) -> dict[str, bytes]:
    """All files of a folder that write() wrote with this label, by name.

    Raises FileNotFoundError if there is no such folder, UnusableFolderError if it is damaged or another user's.
    """
    try:
        folder = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise UnusableFolderError(f"is no folder that can be opened ({error.strerror})") from error
    try:
        return _read_checked(folder, label)
    except OSError as error:
        raise UnusableFolderError(f"cannot be read ({error.strerror})") from error
    finally:
        os.close(folder)


def discard(directory: Path) -> None:
    """Delete `directory` without opening it, even if it is a file or a link. Raises OSError."""
    part = Path(tempfile.mkdtemp(prefix=".", suffix=_PART, dir=directory.parent))
    try:
        aside = directory.rename(part / directory.name)
        if aside.is_symlink() or not aside.is_dir():
            aside.unlink()
    except FileNotFoundError:
        pass  # another process discarded it
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _read_checked(folder: int, label: str) -> dict[str, bytes]:
    _check_owner(os.fstat(folder), "the folder", 0o700)
    try:
        manifest = json.loads(_read_file(folder, _MANIFEST))
        checksums = dict(manifest["files"])
        written_for = manifest["label"]
    except (ValueError, KeyError, TypeError) as error:
        raise UnusableFolderError("has no readable manifest") from error
    if written_for != label:
        raise UnusableFolderError("was written for something else")
    names = set(os.listdir(folder)) - {_MANIFEST}
    if names != set(checksums):
        raise UnusableFolderError(f"lacks or has too much: {', '.join(sorted(map(str, names ^ set(checksums))))}")
    files = {name: _read_file(folder, name) for name in sorted(names)}
    for name, content in files.items():
        if _checksum(content) != checksums[name]:
            raise UnusableFolderError(f"{name} is damaged")
    return files


def _read_file(folder: int, name: str) -> bytes:
    with os.fdopen(os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise UnusableFolderError(f"{name} is no plain file")
        _check_owner(status, name, 0o600)
        return file.read()


def _check_owner(status: os.stat_result, what: str, mode: int) -> None:
    if status.st_uid != os.geteuid():
        raise UnusableFolderError(f"{what} belongs to another user")
    if stat.S_IMODE(status.st_mode) != mode:
        raise UnusableFolderError(f"{what} has mode {stat.S_IMODE(status.st_mode):04o}, not {mode:04o}")


def _write_file(path: Path, content: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)


def _checksum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _remove_abandoned(root: Path) -> None:
    """Delete temporary folders that killed processes left. Younger ones may still be in use."""
    for part in root.glob(f".*{_PART}"):
        try:
            if time.time() - part.stat().st_mtime > _STALE_SECONDS:
                shutil.rmtree(part, ignore_errors=True)
        except FileNotFoundError:  # another process deleted it
            continue
