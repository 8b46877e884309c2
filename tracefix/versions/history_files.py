"""The files of a folder of histories: <package>.tsv each, or <package>.tsv.gz, as the wheel has them.

A paste asks for one or two of a hundred packages. Compressed, their files take a sixth of the place on a disk. There,
the names of all lines stand first, then what follows each name: alike beside alike takes a twentieth less.
"""

from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import TextIO

_TEXT, _PACKED = ".tsv", ".tsv.gz"
_GZIP = 31  # zlib's number for gzip's form
_BETWEEN = "\f"  # the names and what follows them


def stored_packages(folder: Path) -> list[str]:
    """The packages that have a history there."""
    return sorted(path.name.partition(_TEXT)[0] for path in folder.glob(f"*{_TEXT}*"))


def head_of(package: str, folder: Path) -> Sequence[str]:
    """The first lines of a package's history, which tell its modules and releases. Raises OSError if there is none."""
    with _open(package, folder) as file:
        return tuple(takewhile(lambda line: line.startswith("#"), file))


def text_of(package: str, folder: Path) -> str:
    """The text of a package's history. Raises OSError if it cannot be read."""
    with _open(package, folder) as file:
        names, between, behind = file.read().partition(_BETWEEN)
    if not between:
        return names
    rows = zip(names.split("\n"), behind.split("\n"), strict=True)
    return "\n".join([f"{name}\t{rest}" if rest else name for name, rest in rows])


def mentions(package: str, folder: Path, words: str) -> bool:
    """Whether a package's history has the words anywhere, told without taking the file apart. Raises OSError."""
    encoded = words.encode("utf-8", "replace")
    path = folder / f"{package}{_TEXT}"
    if path.exists():
        return encoded in path.read_bytes()
    import zlib  # here: only the wheel's files need it

    return encoded in zlib.decompress((folder / packed_name(package)).read_bytes(), _GZIP)


def packed(text: str) -> str:
    """The text of a history as it is compressed for the wheel, in gzip's form."""
    rows = [line.partition("\t") for line in text.split("\n")]
    return _BETWEEN.join("\n".join(row[place] for row in rows) for place in (0, 2))


def packed_name(package: str) -> str:
    """The name of a package's file in the wheel."""
    return f"{package}{_PACKED}"


def _open(package: str, folder: Path) -> TextIO:
    path = folder / f"{package}{_TEXT}"
    if path.exists():
        return path.open(encoding="utf-8")
    import gzip  # here: slow to import, and only the wheel's files need it

    return gzip.open(folder / f"{package}{_PACKED}", "rt", encoding="utf-8", newline="\n")
