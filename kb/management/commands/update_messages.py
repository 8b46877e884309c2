"""`manage.py update_messages`: gather what pages and answers say into the catalogues of locale/, and compile them."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Gather the messages of pages and core into locale/*/LC_MESSAGES/django.po, and compile them to django.mo."
    requires_system_checks: Sequence[str] = ()

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            from kb import messages
        except ImportError as error:
            raise CommandError(
                "Babel is not installed: `make lint` installs it, with all of requirements-dev.txt"
            ) from error
        gathered = messages.gather()
        for path in messages.catalogues():
            catalogue = messages.updated(messages.read(path), gathered)
            path.write_bytes(messages.as_po(catalogue))
            path.with_suffix(".mo").write_bytes(messages.as_mo(catalogue))
            missing = [message for message in catalogue if not messages.is_translated(message)]
            for message in missing:
                self.stdout.write(f"no translation: {message.id}")
            name = path.relative_to(settings.BASE_DIR)
            self.stdout.write(f"{name}: {len(catalogue)} messages, {len(missing)} without a translation")
