"""The command `versions`, the same for `manage.py` and the client: which releases of a package have a name."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tracefix.answers.text import printable
from tracefix.phrases import Phrase, sentence
from tracefix.versions.browsing import MOST_LIVES, find_names, name_problem, summaries, timeline, why_untold
from tracefix.versions.everywhere import find_everywhere, spell_out
from tracefix.versions.history import History, find_history, packages, packages_of
from tracefix.versions.model import Life

NONE, UNKNOWN = 1, 2  # exit statuses: in no release that is known; no such package or no name
_NOT_TOLD = sentence("cannot be told")
_MARKS = {True: "+", False: "-", None: "?"}


class VersionsError(Exception):
    """A question that cannot be answered. The text says why; `status` is the exit status."""

    def __init__(self, message: Phrase, status: int = UNKNOWN) -> None:
        super().__init__(message)
        self.status = status


def find_releases(name: str, package: str | None, say: Callable[[str], str] = str) -> Iterator[str]:
    """The answer, a block of lines for each name that is found: of one package, or of all. Raises VersionsError."""
    if problem := name_problem(name := name.strip()):
        raise VersionsError(problem)
    if not packages():
        raise VersionsError(Phrase("There are no histories: run manage.py scan_releases"))
    found = 0
    for history, lives in _in_package(name, package) if package else _anywhere(spell_out(name)):
        found += len(lives)
        yield from (_text(history, life, say) for life in lives[:MOST_LIVES])
        if len(lives) > MOST_LIVES:
            more = str(len(lives) - MOST_LIVES)
            yield say(Phrase("and {count} more names that end like this: write more of it", count=more))
    if not found:
        whole = spell_out(name)
        for history in filter(None, map(find_history, [package] if package else packages_of(whole))):
            if untold := why_untold(history, whole):
                raise VersionsError(untold, NONE)
        raise VersionsError(Phrase("No release that was read has a public name {name}.", name=name), NONE)


def _in_package(name: str, package: str) -> Iterator[tuple[History, tuple[Life, ...]]]:
    history = find_history(package)
    if history is None:
        known = ", ".join(summary.package for summary in summaries())
        asked = printable(package[:80])
        raise VersionsError(Phrase("There is no history of {package}. There are: {known}", package=asked, known=known))
    yield history, find_names(history, name)


def _anywhere(name: str) -> Iterator[tuple[History, tuple[Life, ...]]]:
    """The names in the packages that bring the module with which it begins; else wherever people may mean it."""
    histories = [history for each in packages_of(name) if (history := find_history(each))]
    whole = [(history, lives) for history in histories if (lives := find_names(history, name))]
    yield from whole or ((found.history, found.lives) for found in find_everywhere(name))


def _text(history: History, life: Life, say: Callable[[str], str]) -> str:
    head = Phrase("{name} ({kind} of {package})", name=life.name, kind=Phrase(life.kind), package=history.package)
    lines = [say(head)]
    for stretch in timeline(history, life):
        releases = stretch.first if stretch.count == 1 else f"{stretch.first} – {stretch.last}"
        note = f"  {say(_NOT_TOLD)}" if stretch.has is None else ""
        lines.append(f"  {_MARKS[stretch.has]} {releases}  ({stretch.count}){note}")
    if life.raises:
        raising = Phrase("from {version} on, it only raises an error", version=life.raises)
        lines.append(f"  {say(raising)}")
    if life.replacement:
        instead = Phrase("use instead: {name}", name=life.replacement)
        lines.append(f"  {say(instead)}")
    return "\n".join(lines)
