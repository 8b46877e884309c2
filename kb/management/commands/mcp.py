"""`manage.py mcp`: serve the articles to coding agents, over stdio or HTTP."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from kb.management.base import LibraryCommand

_HOW_TO_INSTALL = (
    "the MCP server is an extra and is not installed here ({name} is missing): "
    ".venv/bin/pip install --require-hashes -r requirements-mcp.txt"
)


class Command(LibraryCommand):
    help = "Serve match, search and article to coding agents by the Model Context Protocol: over stdio, or with --http."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--http", action="store_true", help="streamable HTTP at http://HOST:PORT/mcp")
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: %(default)s)")
        parser.add_argument("--port", type=int, default=8001, help="the port to listen on (default: %(default)s)")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            from kb.api import mcp_server
        except ModuleNotFoundError as error:
            if (error.name or "").startswith("kb"):
                raise
            raise CommandError(_HOW_TO_INSTALL.format(name=error.name), returncode=2) from error
        _ = self.library  # report broken articles now, not at the first request
        if options["http"]:
            from kb.api.mcp_http import serve_http

            serve_http(options["host"], options["port"])
        else:
            mcp_server.server.run("stdio")
