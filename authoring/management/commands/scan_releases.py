"""`manage.py scan_releases`: read the names of a package out of its releases, and write history/<package>.tsv."""

import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from packaging.utils import canonicalize_name

from authoring.release_scanner.index import Index, PackageIndexError
from authoring.release_scanner.scan import scan
from authoring.release_scanner.store import ScanStore
from authoring.run_time.keeping import carry_over
from tracefix.versions.history import FOLDER
from tracefix.versions.history_reader import read_history
from tracefix.versions.history_writer import format_history
from tracefix.versions.tree import PackageHistory


class Command(BaseCommand):
    help = (
        "Read which names each release of a package has, and write history/<package>.tsv. Archives are fetched one at "
        "a time from the index that pip is configured for, read without being run or unpacked, and deleted; what was "
        "read is kept in var/scans, so that a run that was stopped goes on where it was."
    )
    requires_system_checks: Sequence[str] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("packages", nargs="+", metavar="PACKAGE", help="names as the package index has them")
        parser.add_argument("--all", action="store_true", help="each since July 2016, however large its files are")
        parser.add_argument("--firsts", action="store_true", help="only the first release of each minor version")
        parser.add_argument("--also", action="append", default=[], metavar="VERSION", help="read this release, too")
        parser.add_argument("--jobs", type=int, default=1, metavar="N", help="packages at the same time (default 1)")
        parser.add_argument(
            "--limit",
            type=int,
            default=100_000,
            metavar="N",
            help="releases read of each package, the newest wheels first",
        )
        parser.add_argument("--output", type=Path, default=FOLDER, metavar="FOLDER", help="where histories are written")

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = (options["all"], options["firsts"], options["also"], options["limit"], options["output"])
        works = [(name, *wanted) for name in options["packages"]]
        failed = []
        with ProcessPoolExecutor(max(1, options["jobs"])) as pool:
            for name, future in [(work[0], pool.submit(_scan, *work)) for work in works]:
                try:
                    self.stdout.write(future.result())
                except PackageIndexError as error:
                    failed.append(f"{name}: {error}")
        if failed:
            raise CommandError("\n".join(failed))


def _scan(package: str, every: bool, firsts: bool, also: Sequence[str], limit: int, output: Path) -> str:
    """Scan one package; the lines that tell of it. What its history has read is read again."""
    name = canonicalize_name(package)
    path = output / f"{name}.tsv"
    before = read_history(path) if path.exists() else None
    again = [release.version for release in before.releases if release.read] if before else []
    began = monotonic()
    store = ScanStore(Path(settings.BASE_DIR) / "var" / "scans" / f"{name}.sqlite3")
    try:
        with tempfile.TemporaryDirectory(prefix="tracefix-scan-") as folder:
            history, report = scan(
                name,
                Index(),
                store,
                Path(folder),
                every=every,
                only_firsts=firsts,
                also=[*also, *again],
                limit=limit,
                note=_progress(name),
            )
    finally:
        store.close()
    if before:
        if lost := lost_releases(before, history):
            raise PackageIndexError(
                f"{path.name} has {len(lost)} releases that were not read now, such as {lost[-1]}, and stays as it is: "
                "name another folder by --output, scan without --limit, or delete the file first"
            )
        carry_over(before, history)
    text = format_history(history)
    output.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    read = sum(release.read for release in history.releases)
    summary = (
        f"{name}: {read} of {len(history.releases)} releases are read; {report.scanned} were tried now "
        f"({report.fetched_bytes / 1e6:.0f} MB), {text.count(chr(10)):,} lines, {len(text.encode()):,} bytes, "
        f"{monotonic() - began:.0f} s"
    )
    return "\n".join([summary, *(f"  {note}" for note in report.notes)])


def lost_releases(before: PackageHistory, history: PackageHistory) -> list[str]:
    """The releases that a history has read and a new one of the package has not: a trial reads few."""
    read = {release.version for release in history.releases if release.read}
    return [each.version for each in before.releases if each.read and each.version not in read]


def _progress(package: str) -> Any:
    """A line that says how far it is, for a terminal or a log."""

    def note(version: str, done: int, total: int) -> None:
        print(f"{package} {version} ({done + 1} of {total})", flush=True)

    return note
