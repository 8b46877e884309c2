"""DataFile: named sections in one compressed, checksummed file. The wheel's articles are in one.

    TRACEFIX1, 32 bytes of SHA-256 over all that follows, 4 bytes with the length of the table, the table (JSON: name →
    place and length), and the sections, each compressed by zlib. Sections of one kind, as `notes/…`, are much alike: a
    dictionary of parts of them, the section `notes/`, is known before each, which takes a tenth less.

Not a pickle, which may run anything when it is damaged; not a ZIP file, whose module takes longer to import than this
file to read; not SQLite, and not compressed by LZMA, which some builds of Python lack.
"""

import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tracefix.phrases import Phrase

_MAGIC = b"TRACEFIX1"
_HASH = 32
_LENGTH = 4
_JSON = "gb18030"  # all of Unicode: a Chinese letter takes two bytes and not three, and packed notes 4 % less
DICTIONARY = 32_768  # bytes that zlib looks back
_MANY = 50  # sections of one kind, for which a dictionary is worth its place
_REPAIR = "python -m pip install --force-reinstall --no-deps tracefix"


class DataFileError(Exception):
    """The file cannot be used. The text names it and says how to repair it."""


class DataFile:
    """The sections of a file that was read whole and found intact."""

    def __init__(self, path: Path, data: bytes) -> None:
        self._path = path
        start = len(_MAGIC) + _HASH
        if not data.startswith(_MAGIC):
            raise DataFileError(Phrase("{path} is not a file of Tracefix: repair it with: {command}", **_with(path)))
        if hashlib.sha256(memoryview(data)[start:]).digest() != data[len(_MAGIC) : start]:
            raise DataFileError(
                Phrase("{path} is damaged (its checksum differs): repair it with: {command}", **_with(path))
            )
        length = int.from_bytes(data[start : start + _LENGTH], "big")
        start += _LENGTH
        self._table: Mapping[str, list[int]] = json.loads(data[start : start + length])
        self._sections = memoryview(data)[start + length :]

    @classmethod
    def read(cls, path: Path) -> "DataFile":
        """Read a file. Raises DataFileError."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise DataFileError(
                Phrase(
                    "{path} cannot be read ({why}): repair it with: {command}", why=str(error.strerror), **_with(path)
                )
            ) from error
        return cls(path, data)

    def section(self, name: str) -> bytes:
        """The bytes of a section. Raises DataFileError if there is none, as in a file of another version."""
        try:
            start, length = self._table[name]
        except KeyError as error:
            raise DataFileError(
                Phrase(
                    "{path} has no {name}, so it is of another version: repair it with: {command}",
                    name=name,
                    **_with(self._path),
                )
            ) from error
        packed, kind = self._sections[start : start + length], _kind(name)
        if kind == name or kind not in self._table:
            return zlib.decompress(packed)
        return zlib.decompressobj(zdict=self._dictionary(kind)).decompress(packed)

    @cache  # noqa: B019 - a process has one file
    def _dictionary(self, kind: str) -> bytes:
        return self.section(kind)

    def sections(self, prefix: str) -> dict[str, bytes]:
        """The bytes of all sections whose names begin so, by the rest of their names. Raises DataFileError."""
        named = {
            name.removeprefix(prefix): self.section(name)
            for name in self._table
            if name.startswith(prefix) and name != prefix
        }
        return named or {prefix: self.section(prefix)}

    def values(self, name: str) -> Any:
        """The values of a JSON section. Raises DataFileError."""
        return json.loads(self.section(name).decode(_JSON))


def _with(path: Path) -> dict[str, str]:
    return {"path": str(path), "command": _REPAIR}


def _middles(alike: Sequence[bytes]) -> bytes:
    """As much from the middle of each section as a dictionary can hold together."""
    return b"".join(each[len(each) // 2 :][: DICTIONARY // len(alike)] for each in alike)


def pack(
    sections: Iterable[tuple[str, bytes]],
    compress: Callable[[bytes], bytes] = zlib.compress,
    train: Callable[[Sequence[bytes]], bytes] = _middles,
) -> bytes:
    """The content of a file with these sections; the same bytes for the same ones.

    `compress` writes zlib's form; `train` makes a dictionary of at most DICTIONARY bytes for sections that are alike.
    """
    contents = dict(sections)
    dictionaries = _dictionaries(contents, train)
    table: dict[str, list[int]] = {}
    body = b""
    for name, content in {**dictionaries, **contents}.items():
        kind = _kind(name)
        if kind == name or kind not in dictionaries:
            packed = compress(content)
        else:
            packer = zlib.compressobj(9, zdict=dictionaries[kind])
            packed = packer.compress(content) + packer.flush()
        table[name] = [len(body), len(packed)]
        body += packed
    header = json.dumps(table).encode()
    checked = len(header).to_bytes(_LENGTH, "big") + header + body
    return _MAGIC + hashlib.sha256(checked).digest() + checked


def _dictionaries(contents: Mapping[str, bytes], train: Callable[[Sequence[bytes]], bytes]) -> dict[str, bytes]:
    """The dictionaries by the kind of the sections: for each kind of which there are many."""
    kinds: dict[str, list[bytes]] = {}
    for name, content in contents.items():
        kinds.setdefault(_kind(name), []).append(content)
    return {kind: train(alike) for kind, alike in kinds.items() if len(alike) >= _MANY}


def _kind(name: str) -> str:
    """`notes/` of `notes/pytorch`; the name of a section that is the only one of its kind.

    >>> _kind("notes/pytorch"), _kind("slugs")
    ('notes/', 'slugs')
    """
    kind, slash, _ = name.partition("/")
    return kind + slash


def pack_json(values: Any) -> bytes:
    """Values as the content of a section."""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode(_JSON)
