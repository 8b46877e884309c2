"""The command `versions`, the same for `manage.py` and the client: which releases of a package have a name."""

from __future__ import annotations

from collections.abc import Iterator

from tracefix.answers.text import printable
from tracefix.versions.browsing import MOST_LIVES, find_names, name_problem, summaries, timeline
from tracefix.versions.history import History, find_history, packages, packages_of
from tracefix.versions.model import Life

NONE, UNKNOWN = 1, 2  # exit statuses: in no release; no such package or no name
_MARKS = {True: "+", False: "-", None: "?"}


class VersionsError(Exception):
    """A question that cannot be answered. The text says why; `status` is the exit status."""

    def __init__(self, message: str, status: int = UNKNOWN) -> None:
        super().__init__(message)
        self.status = status


def find_releases(name: str, package: str | None) -> Iterator[str]:
    """The answer, a block of lines for each name that is found. Raises VersionsError."""
    if problem := name_problem(name := name.strip()):
        raise VersionsError(str(problem))
    found = 0
    for history in _histories(name, package):
        lives = find_names(history, name)
        found += len(lives)
        yield from (_text(history, life) for life in lives[:MOST_LIVES])
        if len(lives) > MOST_LIVES:
            yield f"and {len(lives) - MOST_LIVES} more names that end like this: write more of it"
    if not found:
        raise VersionsError(f"No release that was read has a public name {name}.", NONE)


def _histories(name: str, package: str | None) -> list[History]:
    """The histories to look into: that of the package, or of those which bring the module. Raises VersionsError."""
    chosen = (package,) if package else packages_of(name)
    histories = [history for each in chosen if (history := find_history(each))]
    if histories:
        return histories
    if package:
        known = ", ".join(summary.package for summary in summaries())
        raise VersionsError(f"There is no history of {printable(package[:80])}. There are: {known}")
    if not packages():
        raise VersionsError("There are no histories: run manage.py scan_releases")
    raise VersionsError("Which package? Add --package, or write the whole name, from the package on.")


def _text(history: History, life: Life) -> str:
    lines = [f"{life.name} ({life.kind} of {history.package})"]
    for stretch in timeline(history, life):
        releases = stretch.first if stretch.count == 1 else f"{stretch.first} – {stretch.last}"
        note = "  not read" if stretch.has is None else ""
        lines.append(f"  {_MARKS[stretch.has]} {releases}  ({stretch.count}){note}")
    if life.replacement:
        lines.append(f"  use instead: {life.replacement}")
    return "\n".join(lines)
