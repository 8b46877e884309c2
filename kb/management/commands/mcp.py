"""`manage.py mcp`: serve the articles to coding agents, over stdio or HTTP."""

import socket
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from kb.management.base import LibraryCommand, add_language_argument, language_of_command
from tracefix.answers.text import printable

_HOW_TO_INSTALL = (
    "the MCP server is an extra and is not installed here ({name} is missing): "
    ".venv/bin/pip install --require-hashes -r requirements-mcp.txt"
)


class Command(LibraryCommand):
    help = (
        "Serve match, search, article and script to coding agents by the Model Context Protocol: over stdio, or with "
        "--http."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--http", action="store_true", help="streamable HTTP at http://HOST:PORT/mcp")
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: %(default)s)")
        parser.add_argument(
            "--root",
            action="append",
            type=Path,
            default=[],
            help="over stdio: a folder whose logs `match` may read by path, beside the client's roots; may be repeated",
        )
        add_language_argument(parser)
        parser.add_argument("--port", type=int, default=8001, help="the port to listen on (default: %(default)s)")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            from kb.api import mcp_server
        except ModuleNotFoundError as error:
            if (error.name or "").startswith(("kb", "tracefix")):
                raise
            raise CommandError(_HOW_TO_INSTALL.format(name=error.name), returncode=2) from error
        _ = self.library  # report broken articles now, not at the first request
        if options["http"]:
            _check_port(options["host"], options["port"])
            from kb.api.mcp_http import serve_http

            serve_http(options["host"], options["port"])
        else:
            mcp_server.language_of_request.set(language_of_command(options))
            roots = tuple(_folder(root) for root in options["root"])
            if sys.stdin is None:
                raise CommandError("standard input is closed", returncode=2)
            from kb.api.mcp_stdio import serve_stdio

            serve_stdio(mcp_server.make_server(mcp_server.LocalFiles(roots)))


def _folder(path: Path) -> Path:
    if not path.is_dir():
        raise CommandError(f"--root {printable(str(path))} is no folder", returncode=2)
    return path.resolve()


def _check_port(host: str, port: int) -> None:
    """Say that a port is taken before anything is started. Raises CommandError."""
    try:
        with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET):
            pass
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        message = f"{host}:{port} cannot be listened on: {reason}. Choose another one with --port or --host"
        raise CommandError(message, returncode=2) from error
