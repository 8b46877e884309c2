"""The files of a folder of histories: <package>.tsv each, or <package>.tsv.gz, as the wheel has them.

A paste asks for one or two of a hundred packages. Compressed, their files take a sixth of the place on a disk.
"""

from pathlib import Path
from typing import TextIO

_TEXT, _PACKED = ".tsv", ".tsv.gz"


def stored_packages(folder: Path) -> list[str]:
    """The packages that have a history there."""
    return sorted(path.name.partition(_TEXT)[0] for path in folder.glob(f"*{_TEXT}*"))


def open_history(package: str, folder: Path) -> TextIO:
    """The text of a package's history. Raises OSError if it cannot be read."""
    path = folder / f"{package}{_TEXT}"
    if path.exists():
        return path.open(encoding="utf-8")
    import gzip  # here: slow to import, and only the wheel's files need it

    return gzip.open(folder / f"{package}{_PACKED}", "rt", encoding="utf-8")


def packed_name(package: str) -> str:
    """The name of a package's file in the wheel, whose content is that of the text file in gzip's form."""
    return f"{package}{_PACKED}"
