"""A server for this machine alone, in threads, which logs no request: for the preview and for scripts in a browser."""

from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler


class _Silent(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of requests."""


def make_server(port: int = 0) -> ThreadedWSGIServer:
    """A server on 127.0.0.1 that has no application yet; port 0 is a free one. Raises OSError."""
    return ThreadedWSGIServer(("127.0.0.1", port), _Silent)
