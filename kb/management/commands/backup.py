"""`manage.py backup FOLDER`: the database of votes and sketches, as a file of this day."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kb.server.var_folder import backup_file
from kb.store.backup import BackupError, back_up, delete_old


class Command(BaseCommand):
    help = "Backs up the database into a folder, while the site is in use. Keeps the newest ones."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="the folder of the backups; it must exist")
        parser.add_argument("--keep", type=int, default=30, help="how many backups stay (default: 30)")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            path = back_up(options["folder"])
        except BackupError as error:
            raise CommandError(f"There is no backup of today. {error}") from error
        delete_old(options["folder"], max(options["keep"], 1))
        backup_file().touch()  # for the metric and its alarm
        self.stdout.write(f"{path}: {path.stat().st_size} bytes")
