"""`manage.py collectstatic`: Django's command, which says in one line that it cannot write."""

from typing import Any

from django.conf import settings
from django.contrib.staticfiles.management.commands import collectstatic
from django.core.management.base import CommandError


class Command(collectstatic.Command):
    def handle(self, **options: Any) -> str | None:
        try:
            return super().handle(**options)
        except OSError as error:
            what = f"TRACEFIX_VAR is {str(settings.VAR_DIR)!r}: {error.filename} cannot be written ({error.strerror})."
            raise CommandError(f"{what} Each server needs a folder of its own, which its user can write.") from error
