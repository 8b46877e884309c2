"""`manage.py compare_releases`: hold what history/ says of releases against the installed releases themselves."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from authoring.management.scripts import find_python
from authoring.run_time.comparison import Comparison, compare
from authoring.run_time.environment import observer
from authoring.run_time.keeping import keep
from tracefix.repros.environments import PreparationError
from tracefix.versions.history import FOLDER
from tracefix.versions.history_reader import read_history
from tracefix.versions.history_writer import format_history

_SHOWN = 10  # names of each kind
_NO_WHEEL = "has no usable wheels"  # as uv says it
_WHEEL_MISSING = "What has no wheel for this Python is not compared: take the oldest that has one, or an older --python"


class Command(BaseCommand):
    help = (
        "Install releases, each in an environment of its own, import all of their public modules, and list the names "
        "that history/ denies although they exist, and those that it invents. Fails where more are denied or invented "
        "than allowed."
    )
    requires_system_checks: Sequence[str] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("releases", nargs="+", metavar="PACKAGE==VERSION")
        parser.add_argument("--with", dest="more", action="append", default=[], metavar="R", help="e.g. 'numpy<2'")
        parser.add_argument("--python", default=sys.executable, help="interpreter: a path, a command or 3.12")
        parser.add_argument("--history", type=Path, default=FOLDER, metavar="FOLDER", help="whose histories are read")
        parser.add_argument("--all", action="store_true", help=f"every name, not only {_SHOWN} of each kind")
        parser.add_argument("--keep", action="store_true", help="write what is denied into history/")
        parser.add_argument("--most-denied", type=float, default=0.1, metavar="PERCENT", help="default 0.1")
        parser.add_argument("--most-invented", type=float, default=1, metavar="PERCENT", help="default 1")

    def handle(self, *args: Any, **options: Any) -> None:
        python = find_python(options["python"])
        failed = []
        for text in options["releases"]:
            try:
                found = self._compare(_requirement(text), options, python)
            except (PreparationError, subprocess.TimeoutExpired) as error:
                reason = f"\n{_WHEEL_MISSING}" if _NO_WHEEL in str(error) else ""
                failed.append(f"{text}: {error}{reason}")
                continue
            self.stdout.write("\n".join(_lines(found, None if options["all"] else _SHOWN)))
            if options["keep"]:
                self._keep(found, options["history"])
            elif _percent(found.denied, found.names) > options["most_denied"]:
                failed.append(f"{text}: history/ denies {len(found.denied)} names that exist")
            if _percent(found.invented, found.claims) > options["most_invented"]:
                failed.append(f"{text}: history/ has {len(found.invented)} names that do not exist")
        if failed:
            raise CommandError("\n".join(failed))

    def _keep(self, found: Comparison, folder: Path) -> None:
        path = _path(found.package, folder)
        file = read_history(path)
        keep(file, found)
        path.write_text(format_history(file), encoding="utf-8")
        self.stdout.write(f"  {len(found.denied)} denied names are kept in {path.name}")

    def _compare(self, release: Requirement, options: dict[str, Any], python: Path) -> Comparison:
        package = canonicalize_name(release.name)
        path = _path(package, options["history"])
        if not path.exists():
            raise CommandError(f"{path} does not exist: `manage.py scan_releases {package}` makes it")
        file = read_history(path)
        version = next(iter(release.specifier)).version
        if version not in {each.version for each in file.releases if each.read}:
            raise CommandError(f"{path.name} has no {version} that was read")
        os.environ["UV_NO_BUILD_PACKAGE"] = package  # what has no wheel for this Python would be compiled for long
        observe = observer([str(release), *options["more"]], python, tell=self.stdout.write)
        return compare(file, version, observe)


def _path(package: str, folder: Path) -> Path:
    return folder / f"{canonicalize_name(package)}.tsv"


def _requirement(text: str) -> Requirement:
    try:
        release = Requirement(text)
    except InvalidRequirement as error:
        raise CommandError(f"{text}: {error}") from error
    if [each.operator for each in release.specifier] != ["=="]:
        raise CommandError(f"{text}: write it as PACKAGE==VERSION")
    return release


def _lines(found: Comparison, most: int | None) -> Iterator[str]:
    yield (
        f"{found.package}=={found.version}: {found.names} names, {len(found.denied)} denied "
        f"({_percent(found.denied, found.names):.2f} %), {len(found.unknown)} unknown; {found.claims} checked, "
        f"{len(found.invented)} invented ({_percent(found.invented, found.claims):.2f} %)"
    )
    unknown = (
        () if most else found.unknown
    )  # nothing is wrong with these: where many are asked for, they hide the others
    for word, names in (("denied", found.denied), ("invented", found.invented), ("unknown", unknown)):
        yield from (f"  {word} {name}" for name in names[:most])
        if most is not None and len(names) > most:
            yield f"  … and {len(names) - most} more"


def _percent(some: Sequence[str], every: int) -> float:
    return 100 * len(some) / every if every else 0.0
