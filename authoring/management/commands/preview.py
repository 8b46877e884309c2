"""`manage.py preview SLUG`: serve the page of one article, which reloads itself when a file is saved."""

from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from authoring.local_server import make_server
from authoring.management.article_folders import check_slugs, folders_by_slug
from authoring.management.commands.lint_articles import ORDINARY_LOG
from authoring.preview import PreviewHandler


class Command(BaseCommand):
    help = "Serve one article while you write it: the page reloads itself when a file is saved, with lint at its end."
    requires_system_checks: Sequence[str] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("--port", type=int, default=8000, help="the port on this machine (default 8000)")

    def handle(self, *args: Any, **options: Any) -> None:
        slug, port = options["slug"], options["port"]
        check_slugs([slug], folders_by_slug())
        try:
            server = make_server(port)
        except OSError as error:
            raise CommandError(f"port {port}: {error.strerror}; choose another one with --port") from error
        with server:
            server.set_app(PreviewHandler(slug, ordinary=ORDINARY_LOG.read_text(encoding="utf-8")))
            self.stdout.write(f"http://127.0.0.1:{server.server_port}/articles/{slug}/ (Ctrl-C ends it)")
            self.stdout.flush()
            try:
                server.serve_forever()
            except KeyboardInterrupt:
                self.stdout.write("")
