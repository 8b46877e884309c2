"""`tracefix triage --follow`: print each event of a running job as it is written, like `tail -f`."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tracefix.answers.text import printable
from tracefix.cli.language import say as translate
from tracefix.cli.output import complain, say
from tracefix.phrases import Phrase, sentence
from tracefix.triage.events import Event, EventRole
from tracefix.triage.ranks import rank_of_path
from tracefix.triage.scanning import Scanner
from tracefix.triage.sources import BLOCK, FileSource, find_sources

_PAUSE = 0.5  # seconds between two looks at the files
_TOLD = (EventRole.CAUSE, EventRole.VAGUE, EventRole.VICTIM, EventRole.STOPPED)


@dataclass(slots=True)
class Followed:
    """The logs of a running job: what of each has been read. A log that is renamed when it is full is the same one."""

    paths: Sequence[str]
    scanners: dict[tuple[int, int], Scanner] = field(default_factory=dict)  # by device and inode

    def look(self) -> list[Event]:
        """Read what was written since the last look, also to new files, and return the events of it."""
        found: list[Event] = []
        before, self.scanners = self.scanners, {}  # what is gone is forgotten: another file may get its inode
        for source in find_sources(self.paths)[0]:
            if isinstance(source, FileSource):
                found += self._read_on(source, before)
        return [event for event in found if event.role in _TOLD]

    def _read_on(self, source: FileSource, before: dict[tuple[int, int], Scanner]) -> list[Event]:
        """The events of what a file has got since it was read; one that was cut is read from its beginning."""
        found: list[Event] = []
        try:
            with Path(source.path).open("rb") as file:
                status = os.fstat(file.fileno())
                identity = (status.st_dev, status.st_ino)
                scanner = before.get(identity) or Scanner(source.name, rank_of_path(source.name))
                scanner.name = source.name
                self.scanners[identity] = scanner
                if status.st_size < scanner.size:
                    scanner.restart()
                file.seek(scanner.size)
                while block := file.read(BLOCK):
                    found += scanner.feed(block)
        except OSError:  # it is gone; it may come again
            pass
        return found


def follow(paths: Sequence[str], is_over: Callable[[], bool] = lambda: False) -> None:
    """Print events until somebody interrupts. What is written is read again at the end, for the answer."""
    followed = Followed(paths)
    try:
        while True:
            for event in followed.look():
                who = translate(
                    Phrase("rank {rank}", rank=str(event.rank)) if event.rank is not None else sentence("job")
                )
                say(f"{who}: {event.kind.value}: {printable(event.file)}:{event.line}: {printable(event.text)}")
            if is_over():
                return
            time.sleep(_PAUSE)
    except KeyboardInterrupt:
        complain("")
