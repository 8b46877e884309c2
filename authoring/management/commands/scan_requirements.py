"""`manage.py scan_requirements`: read what releases ask of other packages, and write history/requires/<package>.tsv."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from packaging.utils import canonicalize_name

from authoring.release_scanner.index import Index, PackageIndexError
from authoring.release_scanner.requirements import read_partners, scan_requirements
from tracefix.versions.history import FOLDER
from tracefix.versions.requirements import SUBFOLDER, format_requirements


class Command(BaseCommand):
    help = (
        "Read which releases of the packages that people meet beside it (authoring/release_scanner/partners.txt) each "
        "release of a package asks for, and write history/requires/<package>.tsv. Only the metadata of wheels is read, "
        "from the index that pip is configured for."
    )
    requires_system_checks: Sequence[str] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("packages", nargs="*", metavar="PACKAGE", help="as the index has them (default: all those)")
        parser.add_argument("--output", type=Path, default=FOLDER / SUBFOLDER, metavar="FOLDER", help="what is written")

    def handle(self, *args: Any, **options: Any) -> None:
        partners = read_partners()
        index = Index()
        options["output"].mkdir(parents=True, exist_ok=True)
        failed = []
        for package in map(canonicalize_name, options["packages"] or partners):
            try:
                found = scan_requirements(package, index, set(partners) - {package})
            except PackageIndexError as error:
                failed.append(f"{package}: {error}")
                continue
            if found:
                text = format_requirements(package, found)
                (options["output"] / f"{package}.tsv").write_text(text, encoding="utf-8")
            self.stdout.write(f"{package}: {len(found)} lines")
        if failed:
            raise CommandError("\n".join(failed))
