"""Which releases have the name that an error says is missing: the clues of a paste, put to tracefix.versions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tracefix.explaining.quoting import source_below
from tracefix.reading.origins import NOBODY, OWN, STDLIB, innermost_last, package_of
from tracefix.reading.paste import Paste
from tracefix.reading.report import Error, Frame
from tracefix.versions.questions import LONGEST, read_question

if TYPE_CHECKING:  # slow to import, and most pastes lack no name
    from tracefix.versions.answers import NameVersions
    from tracefix.versions.clues import Clues

_MOST_STATEMENTS = 3
_MOST_FRAMES = 60  # whose packages are asked for
LOOKUPS = ("__getattr__", "__getattribute__")  # they fail for whoever asked
_NO_PACKAGES = (NOBODY, OWN, STDLIB)
# Below these a file asks for the name, and no code: a cache of another release is made again, for no other release
_UNPICKLERS = ("torch/serialization.py", "/pickle.py", "joblib/numpy_pickle.py", "pandas/io/pickle.py")
_INNERMOST = 3  # frames


def asking_frames(error: Error) -> Iterator[Frame]:
    """The Python frames of an error, the innermost first, without those that only look a name up for another one."""
    return (frame for frame in innermost_last(error)[::-1] if frame.function not in LOOKUPS)


def find_missing_names(error: Error, paste: Paste, folder: Path | None = None) -> tuple[NameVersions, ...]:
    """Which releases have the name that an error says is missing; nothing if the error is not about a name."""
    block = paste.text[error.start : min(error.block_end, error.start + LONGEST)]
    message = next((each for each in (error.message, block) if read_question(each)), "")
    if not message:
        return ()
    from tracefix.versions.answers import answer_message  # here: most pastes lack no name
    from tracefix.versions.history import FOLDER

    found = answer_message(message, _clues(error, paste), folder or FOLDER)
    if any(frame.file.replace("\\", "/").endswith(_UNPICKLERS) for frame in error.frames[-_INNERMOST:]):
        return tuple(replace(each, commands=()) for each in found)
    return found


def _clues(error: Error, paste: Paste) -> Clues:
    frames = list(innermost_last(error))[::-1][:_MOST_FRAMES]
    packages = [package_of(frame.file) for frame in frames]
    lookups = next((place for place, frame in enumerate(frames) if frame.function not in LOOKUPS), len(frames))
    statements = [source_below(frame, paste, error.start) for frame in frames[lookups : lookups + _MOST_STATEMENTS]]
    from tracefix.versions.clues import Clues

    return Clues(
        packages=_known_packages(packages),
        statements=tuple(filter(None, statements)),
        text=paste.text,
        raising=next(iter(_known_packages(packages[lookups : lookups + 1])), ""),
        looking_up=next(iter(_known_packages(packages[:lookups])), ""),
    )


def _known_packages(packages: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(package for package in packages if package not in _NO_PACKAGES))
