"""A released archive read without unpacking it: its source files, within bounds, whatever its names say."""

import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath

MOST_FILES = 60_000
MOST_BYTES = 600_000_000  # of source, unpacked
LARGEST_FILE = 8_000_000
_SOURCE = (".py", ".pyi")
_BINARY = (".so", ".pyd", ".pyx")
_NOT_ARCHIVES = (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, OSError, NotImplementedError)


class ArchiveError(Exception):
    """An archive that is none, or that would unpack to more than anything sensible."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file of an archive. `mark` tells equal files: of zips, their own checksum, so that it need not be unpacked."""

    path: str
    mark: str
    read: Callable[[], bytes]

    @property
    def is_source(self) -> bool:
        return self.path.endswith(_SOURCE)


@contextmanager
def open_archive(path: Path) -> Iterator[Iterator[Member]]:
    """The source files and compiled modules of a wheel or an sdist; those with climbing names are left out."""
    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                yield _zip_members(archive)
        else:
            with tarfile.open(path) as tar:
                yield _tar_members(tar)
    except _NOT_ARCHIVES as error:
        raise ArchiveError(f"{path.name} cannot be read: {error}") from error


def _zip_members(archive: zipfile.ZipFile) -> Iterator[Member]:
    total = 0
    infos = [info for info in archive.infolist() if _is_wanted(info.filename)]
    if len(infos) > MOST_FILES:
        raise ArchiveError(f"more than {MOST_FILES:,} source files")
    for info in infos:
        is_source = info.filename.endswith(_SOURCE)
        if is_source and info.file_size > LARGEST_FILE:
            continue
        total += info.file_size if is_source else 0
        if total > MOST_BYTES:
            raise ArchiveError(f"more than {MOST_BYTES:,} bytes of source")
        yield Member(info.filename, f"{info.CRC:08x}{info.file_size:x}", _zip_reader(archive, info))


def _zip_reader(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Callable[[], bytes]:
    def read() -> bytes:
        with archive.open(info) as file:  # whatever size its header tells, no more is unpacked
            return file.read(LARGEST_FILE)

    return read


def _tar_members(tar: tarfile.TarFile) -> Iterator[Member]:
    total = passed = 0
    for number, info in enumerate(tar):
        passed += info.size
        if number > 4 * MOST_FILES or passed > 10 * MOST_BYTES:
            raise ArchiveError(f"more than {4 * MOST_FILES:,} files or {10 * MOST_BYTES:,} bytes")
        if not info.isreg() or not _is_wanted(info.name) or info.size > LARGEST_FILE:
            continue
        total += info.size
        if total > MOST_BYTES:
            raise ArchiveError(f"more than {MOST_BYTES:,} bytes of source")
        file = tar.extractfile(info)
        content = file.read(LARGEST_FILE) if file else b""
        yield Member(info.name, f"{zlib.crc32(content):08x}{len(content):x}", partial(bytes, content))


def _is_wanted(name: str) -> bool:
    path = PurePosixPath(name)
    climbs = path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name
    return name.endswith((*_SOURCE, *_BINARY)) and not climbs
