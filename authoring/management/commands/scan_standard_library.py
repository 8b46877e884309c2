"""`manage.py scan_standard_library`: write history/python.tsv from what each Python says of its own names."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from authoring.standard_library.merging import read_folder
from tracefix.versions.history import FOLDER
from tracefix.versions.history_writer import format_history
from tracefix.versions.model import STANDARD_LIBRARY


class Command(BaseCommand):
    help = (
        "Write history/python.tsv from a folder of JSON files, one for each Python: "
        "`python3.9 authoring/standard_library/run_time_names.py > FOLDER/3.9.json`. A Python for the browser writes "
        "browser-3.14.json: of two of them, what differs is taken for a release that is not installed."
    )
    requires_system_checks: Sequence[str] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("names", type=Path, metavar="FOLDER", help="what run_time_names.py printed")
        parser.add_argument(
            "--output", type=Path, default=FOLDER, metavar="FOLDER", help="where the history is written"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        history = read_folder(options["names"])
        if not history.roots:
            raise CommandError(f"{options['names']} has no JSON files: print them with run_time_names.py first")
        text = format_history(history)
        (options["output"] / f"{STANDARD_LIBRARY.lower()}.tsv").write_text(text, encoding="utf-8")
        read = [release.version for release in history.releases if release.read]
        self.stdout.write(
            f"{STANDARD_LIBRARY} {', '.join(read)}: {text.count(chr(10)):,} lines, {len(text.encode()):,} bytes"
        )
