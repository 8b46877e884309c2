"""`manage.py versions NAME`: print which releases of a package have a name."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from kb.management.base import ReaderCommand
from tracefix.answers.text import printable
from tracefix.versions.browsing import MOST_LIVES, find_names, name_problem, summaries, timeline
from tracefix.versions.history import History, find_history, packages, packages_of
from tracefix.versions.model import Life

_MARKS = {True: "+", False: "-", None: "?"}


class Command(ReaderCommand):
    help = (
        "Print which releases have NAME, such as huggingface_hub.cached_download or Trainer.train. The package is read "
        "from a whole name; --package tells it for a part of one. Exit status: 0 found, 1 in no release, 2 no such "
        "package or no name."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME", help="a module, class, function, attribute, or Class(argument)")
        parser.add_argument("--package", metavar="P", help="as it is installed, such as scikit-learn")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["name"].strip()
        if problem := name_problem(name):
            raise CommandError(str(problem), returncode=2)
        found = 0
        for history in _histories(name, options["package"]):
            lives = find_names(history, name)
            found += len(lives)
            for life in lives[:MOST_LIVES]:
                self.stdout.write(_text(history, life))
            if len(lives) > MOST_LIVES:
                self.stdout.write(f"and {len(lives) - MOST_LIVES} more names that end like this: write more of it")
        if not found:
            raise CommandError(f"No release that was read has a public name {name}.", returncode=1)


def _histories(name: str, package: str | None) -> list[History]:
    """The histories to look into: that of the package, or of those which bring the module. Raises CommandError."""
    chosen = (package,) if package else packages_of(name)
    histories = [history for each in chosen if (history := find_history(each))]
    if histories:
        return histories
    if package:
        known = ", ".join(summary.package for summary in summaries())
        raise CommandError(f"There is no history of {printable(package[:80])}. There are: {known}", returncode=2)
    if not packages():
        raise CommandError("There are no histories: run manage.py scan_releases", returncode=2)
    raise CommandError("Which package? Add --package, or write the whole name, from the package on.", returncode=2)


def _text(history: History, life: Life) -> str:
    lines = [f"{life.name} ({life.kind} of {history.package})"]
    for stretch in timeline(history, life):
        releases = stretch.first if stretch.count == 1 else f"{stretch.first} – {stretch.last}"
        note = "  not read" if stretch.has is None else ""
        lines.append(f"  {_MARKS[stretch.has]} {releases}  ({stretch.count}){note}")
    if life.replacement:
        lines.append(f"  today: {life.replacement}")
    return "\n".join(lines)
