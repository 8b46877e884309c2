"""A backup of the database into a folder: a file for each day, and the oldest ones go."""

import os
import sqlite3
import subprocess
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient

_ENDINGS = {"postgresql": ".sql.gz", "sqlite": ".sqlite3"}


class BackupError(Exception):
    """Raised if there is no whole backup. Its text says why, without the password of the database."""


def back_up(folder: Path) -> Path:
    """Write today's backup, in place of an earlier one of today. Raises BackupError, and leaves that one as it was."""
    path = folder / f"{datetime.now(UTC).date().isoformat()}{_ENDINGS[connection.vendor]}"
    part = path.with_name(f"{path.name}.part")
    try:
        part.touch(mode=0o600)
        (_dump_postgresql if connection.vendor == "postgresql" else _copy_sqlite)(part)
        part.replace(path)  # a backup that failed takes no name of a whole one
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"{part} cannot be written: {getattr(error, 'strerror', None) or error}") from error
    return path


def delete_old(folder: Path, keep: int) -> None:
    """Delete all backups but the newest `keep`. Other files stay."""
    backups = sorted(path for ending in _ENDINGS.values() for path in folder.glob(f"????-??-??{ending}"))
    for path in backups[:-keep]:
        path.unlink()


def _dump_postgresql(path: Path) -> None:
    """By pg_dump. Django says where the database is, and hands over the password in the environment."""
    options = ["--no-owner", "--compress=9", f"--file={path}"]
    arguments, secrets = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, options)
    command, environment = ["pg_dump", *arguments[1:]], {**os.environ, **(secrets or {})}
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True)  # noqa: S603 - there is no shell
    except FileNotFoundError:
        raise BackupError("pg_dump is not installed: apt install postgresql-client") from None
    if done.returncode:
        raise BackupError(done.stderr.strip() or f"pg_dump ended with status {done.returncode}")


def _copy_sqlite(path: Path) -> None:
    """By SQLite itself: a copy of the file may lack the latest votes, which are in the file beside it."""
    path.unlink()  # what an earlier try left
    with (
        closing(sqlite3.connect(connection.settings_dict["NAME"])) as database,
        closing(sqlite3.connect(path)) as copy,
    ):
        database.backup(copy)
