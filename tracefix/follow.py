"""`tracefix triage --follow`: print each event of a running job as it is written, like `tail -f`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kb.core.output.text import printable
from kb.core.triage.events import Event, Role
from kb.core.triage.ranks import rank_of_path
from kb.core.triage.scanning import Scanner
from kb.core.triage.sources import BLOCK, FileSource, Source, find_sources

_PAUSE = 0.5  # seconds between two looks at the files
_TOLD = (Role.CAUSE, Role.VAGUE, Role.VICTIM, Role.STOPPED)


@dataclass(slots=True)
class Followed:
    """The logs of a running job: what of each has been read."""

    paths: Sequence[str]
    scanners: dict[str, Scanner] = field(default_factory=dict)

    def look(self) -> list[Event]:
        """Read what was written since the last look, also to new files, and return the events of it."""
        found: list[Event] = []
        for source in find_sources(self.paths)[0]:
            if isinstance(source, FileSource):
                scanner = self.scanners.setdefault(source.name, Scanner(source.name, rank_of_path(source.name)))
                found += _read_on(source, scanner)
        return [event for event in found if event.role in _TOLD]


def follow(paths: Sequence[str], is_over: Callable[[], bool] = lambda: False) -> None:
    """Print events until somebody interrupts. What is written is read again at the end, for the answer."""
    followed = Followed(paths)
    try:
        while True:
            for event in followed.look():
                who = f"rank {event.rank}" if event.rank is not None else "job"
                print(
                    f"{who}: {event.kind.value}: {printable(event.file)}:{event.line}: {printable(event.text)}",
                    flush=True,
                )
            if is_over():
                return
            time.sleep(_PAUSE)
    except KeyboardInterrupt:
        print(file=sys.stderr)


def _read_on(source: Source, scanner: Scanner) -> list[Event]:
    """The events of what a file has got since it was read; one that was cut is read from its beginning."""
    found: list[Event] = []
    try:
        with Path(source.name).open("rb") as file:
            size = file.seek(0, 2)
            if size < scanner.size:
                scanner.restart()
            file.seek(scanner.size)
            while block := file.read(BLOCK):
                found += scanner.feed(block)
    except OSError:  # it is gone; it may come again
        pass
    return found
