"""The Python and packages of a command's environment, read from folder names without running anything."""

import re
import shutil
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from tracefix.linear_re import Expression

_SITE = Expression(r"(/[^\"'\s:]+?/lib(?:64)?/python3\.\d+/(?:site|dist)-packages)/")  # runs on what a command printed
_INFO = re.compile(r"(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*?)-(?P<version>\d[^-]*)\.(?:dist|egg)-info")
_FOLDER = re.compile(r"python(3\.\d+)")


def versions_in(words: Sequence[str], printed: str, wanted: Collection[str]) -> Iterator[str]:
    """Lines such as `Python 3.11` and `torch==2.7.1`, for the wanted packages.

    The folders that the command's own stack traces name stand above those of the interpreter that it seems to use.
    """
    folder = next(_folders(words, printed), None)
    if folder is None:
        return
    if found := _FOLDER.fullmatch(folder.parent.name):
        yield f"Python {found[1]}"
    for name, version in sorted(_packages(folder)):
        if name in wanted:
            yield f"{name}=={version}"


def _folders(words: Sequence[str], printed: str) -> Iterator[Path]:
    for found in _SITE.finditer(printed):
        if (folder := Path(found[1])).is_dir():
            yield folder
    if interpreter := _interpreter(words):
        yield from sorted(interpreter.parent.parent.glob("lib/python3.*/site-packages"))


def _interpreter(words: Sequence[str]) -> Path | None:
    """The Python that a command is, or that the first line of its script names; links to it are not followed."""
    path = shutil.which(words[0]) if words else None
    if path is None:
        return None
    if Path(path).name.startswith("python"):
        return Path(path)
    try:
        with Path(path).open("rb") as file:
            first = file.readline(500)
    except OSError:
        return None
    if not first.startswith(b"#!") or b"python" not in first:
        return None
    named = first[2:].decode("utf-8", "replace").split()
    program = shutil.which(named[1]) if Path(named[0]).name == "env" and len(named) > 1 else named[0]
    return Path(program) if program else None


def _packages(folder: Path) -> Iterator[tuple[str, str]]:
    try:
        names = [path.name for path in folder.iterdir()]
    except OSError:
        return
    for found in filter(None, map(_INFO.fullmatch, names)):
        yield re.sub(r"[-_.]+", "-", found["name"]).lower(), found["version"]
