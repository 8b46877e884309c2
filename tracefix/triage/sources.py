"""Sources: the logs that the paths of a job name, each readable in blocks, and what of them is left out, and why."""

from __future__ import annotations

import errno
import glob
import io
import os
import stat
import sys
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Protocol

from tracefix.phrases import Phrase
from tracefix.triage.gzipped import GZIP, ResumePoints, TooManyMembersError

BLOCK = 1 << 20  # bytes read at once
BINARY = (
    b"\x7fELF",
    b"PK\x03\x04",
    b"\x89PNG",
    b"SQLite format",
    b"\x80\x02",
    b"\x80\x04",
    b"\x80\x05",
    b"\xff\xd8\xff",
)
_NO_LOGS = frozenset(
    (
        *(".pt", ".pth", ".safetensors", ".bin", ".npy", ".npz", ".pkl", ".ckpt", ".onnx", ".h5", ".hdf5", ".gguf"),
        *(".so", ".pyc", ".whl", ".zip", ".tar", ".tgz", ".xz", ".bz2", ".zst"),
        *(".png", ".jpg", ".jpeg", ".gif", ".pdf", ".parquet", ".arrow", ".db", ".sqlite", ".sqlite3"),
        *(".py", ".yaml", ".yml", ".toml", ".lock"),
    )
)
_NO_FOLDERS = frozenset((".git", "__pycache__", "node_modules", ".venv"))
_NOTHING = ""  # by a name: gettext keeps the empty message for itself, and warns of it
_IN_SILENCE = Phrase(_NOTHING)
_DAMAGED = Phrase("it is compressed, and damaged or incomplete: only its beginning is read")
_TOO_MANY_MEMBERS = Phrase("it was compressed in more than 1,000 pieces: only its beginning is read")
_STREAMS = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")  # what a shell writes for <(zcat x)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file or folder that was not read, or not to its end, and why."""

    name: str
    why: Phrase


class Source(Protocol):
    """A log: its name, and its bytes, unpacked."""

    @property
    def name(self) -> str:
        """Its path, as it was given."""

    def blocks(self) -> Iterator[bytes]:
        """Its bytes, in order. Raises OSError, EOFError and zlib.error."""

    def window(self, start: int, end: int) -> bytes | None:
        """The bytes between two offsets; None if they cannot be read again."""


@dataclass(frozen=True, slots=True)
class FileSource:
    """A log on disk, perhaps compressed by gzip."""

    path: str
    _places: ResumePoints = field(default_factory=ResumePoints, init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        return _writable(self.path)

    def blocks(self) -> Iterator[bytes]:
        with Path(self.path).open("rb") as file:
            yield from _blocks(file, self._places)

    def window(self, start: int, end: int) -> bytes | None:
        try:
            with Path(self.path).open("rb") as file:
                return _between(file, start, end, self._places)
        except OSError:
            return None


@dataclass(frozen=True, slots=True)
class BytesSource:
    """A log in memory."""

    name: str
    data: bytes

    def blocks(self) -> Iterator[bytes]:
        return _blocks(io.BytesIO(self.data), ResumePoints())

    def window(self, start: int, end: int) -> bytes | None:
        return _between(io.BytesIO(self.data), start, end, ResumePoints())


@dataclass(frozen=True, slots=True)
class StreamSource:
    """A log that can be read only once: standard input, or a pipe that the shell made."""

    name: str
    file: IO[bytes]

    def blocks(self) -> Iterator[bytes]:
        return _blocks(self.file, ResumePoints())

    def window(self, start: int, end: int) -> bytes | None:
        return None


def find_sources(paths: Iterable[str]) -> tuple[list[Source], list[LeftOut]]:
    """The logs that files, folders, patterns and "-" name, in order of their names, and what is left out."""
    found: list[Source] = []
    left: list[LeftOut] = []
    seen: set[tuple[int, int]] = set()
    for path in _expand(paths):
        if path == "-" or path.startswith(_STREAMS):
            try:
                found.append(StreamSource(path, _open_stream(path)))
            except OSError as error:
                left.append(LeftOut(path, _unreadable(error)))
        else:
            for name, why in _walk(path, seen):
                if why:
                    left.append(LeftOut(_writable(name), why))
                else:
                    found.append(FileSource(name))
    return found, left


def _writable(path: str) -> str:
    """A path as UTF-8 can write it: the names of files may hold any bytes."""
    return path.encode("utf-8", "backslashreplace").decode()


def _open_stream(path: str) -> IO[bytes]:
    """A stream, to be read to its end by whoever scans it. Raises OSError."""
    if path != "-":
        return Path(path).open("rb")
    if sys.stdin is None:  # as with `<&-`
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer


def _unreadable(error: OSError) -> Phrase:
    return Phrase("it cannot be read: {reason}", reason=error.strerror or str(error))


def _expand(paths: Iterable[str]) -> Iterator[str]:
    for path in paths:
        is_pattern = glob.has_magic(path) and not Path(path).exists()
        matching = sorted(glob.glob(path, recursive=True)) if is_pattern else []  # noqa: PTH207 - absolute ones, too
        yield from matching or [path]


def _walk(path: str, seen: set[tuple[int, int]]) -> Iterator[tuple[str, Phrase | None]]:
    """The files in a folder, or the file itself, each with a reason where it is left out. Follows links, once each."""
    waiting = [path]
    while waiting:
        name = waiting.pop()
        try:
            status = Path(name).stat()
        except OSError as error:
            yield name, _unreadable(error)
            continue
        identity = (status.st_dev, status.st_ino)
        if identity in seen:
            if Path(name).is_symlink():
                yield name, Phrase("it is a link to what is read already")
            continue
        seen.add(identity)
        if stat.S_ISDIR(status.st_mode):
            waiting += _children(name)
            continue
        why = _why_not(name, status.st_mode, is_named=name == path)
        if why is not None and not why:  # no log: nobody expects it to be read
            continue
        yield name, why


def _children(folder: str) -> list[str]:
    """The entries of a folder, the first name last."""
    try:
        found = sorted(Path(folder).iterdir(), reverse=True)
    except OSError:
        return []
    return [str(path) for path in found if path.name not in _NO_FOLDERS]


def _why_not(name: str, mode: int, *, is_named: bool) -> Phrase | None:
    """Why a file is not read; None if it is, and "" if it is no log at all."""
    if stat.S_ISFIFO(mode):
        return Phrase("it is a pipe: send its text to standard input instead")
    if stat.S_ISSOCK(mode):
        return Phrase("it is a socket")
    if not stat.S_ISREG(mode):
        return Phrase("it is a device")
    if is_named:
        return None
    if Path(name).suffix.lower() in _NO_LOGS:
        return _IN_SILENCE
    try:
        with Path(name).open("rb") as file:
            return _IN_SILENCE if file.read(16).startswith(BINARY) else None
    except OSError as error:
        return _unreadable(error)


def why_unfinished(error: EOFError | zlib.error) -> Phrase:
    """Why a compressed log is not read to its end."""
    return _TOO_MANY_MEMBERS if isinstance(error, TooManyMembersError) else _DAMAGED


def _blocks(file: IO[bytes], places: ResumePoints) -> Iterator[bytes]:
    """The bytes of a file, unpacked if it is compressed. Raises OSError, EOFError and zlib.error."""
    block = file.read(BLOCK)
    if block.startswith(GZIP):
        yield from places.blocks(file, block)
        return
    while block:
        yield block
        block = file.read(BLOCK)


def _between(file: IO[bytes], start: int, end: int, places: ResumePoints) -> bytes:
    """The unpacked bytes of a file between two offsets; fewer if the file is damaged."""
    if file.read(len(GZIP)) == GZIP:
        return places.window(file, start, end)
    file.seek(start)
    return file.read(end - start)
