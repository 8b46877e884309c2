"""`manage.py migrate`: Django's command behind a lock, because several replicas may run it at once."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import OperationalError, ProgrammingError, connections
from django.db.migrations.exceptions import MigrationSchemaMissing

from kb.store.database_state import describe_failure, name_database

_LOCK = 0x7261_6365_6669_78  # an arbitrary number, the same for every replica


class Command(migrate.Command):
    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except OperationalError as error:  # also of Django's checks, which come first
            raise CommandError(f"The database cannot be migrated: {describe_failure(error)}.") from error
        except (ProgrammingError, MigrationSchemaMissing) as error:  # no right to make tables, or those of others
            told = f"The database cannot be migrated: {describe_failure(error)}. {name_database()}."
            raise CommandError(told) from error

    def handle(self, *args: Any, **options: Any) -> None:
        with _lock(options["database"]):
            super().handle(*args, **options)


@contextmanager
def _lock(alias: str) -> Iterator[None]:
    """Hold a lock on migrating this database. Waits for another process that holds it."""
    connection = connections[alias]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")  # migrating a large table may take long
            cursor.execute("SET lock_timeout = 0")
            cursor.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
            try:
                yield
            finally:
                if connection.is_usable():
                    cursor.execute("SELECT pg_advisory_unlock(%s)", [_LOCK])
        return
    settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
    with (settings.VAR_DIR / ".migrate.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
