"""Servers of a test, each in a thread and on a free port of this machine: the site, or a stand-in for another server."""

import json
import threading
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace
from wsgiref.simple_server import WSGIRequestHandler, make_server

from django.core.wsgi import get_wsgi_application


class Quiet(WSGIRequestHandler):
    def log_message(self, *args):
        pass


@contextmanager
def serving(server):
    """Serve until the end of the block; the server's address."""
    with server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def serving_site():
    """Serve the site of the test's settings."""
    return serving(make_server("127.0.0.1", 0, get_wsgi_application(), handler_class=Quiet))


@contextmanager
def chat_model(write):
    """An OpenAI-compatible endpoint of which `write(say)` is the whole answer: `say` sends a string as an event, bytes
    as they are. Gives its address and the bodies that it was sent. Without an end of its own the stream breaks off."""
    seen = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            seen.append((self.path, self.headers.get("Authorization"), body))

            def say(piece, finish=None):
                event = {"choices": [{"delta": {"content": piece}, "finish_reason": finish}]}
                self.wfile.write(piece if isinstance(piece, bytes) else f"data: {json.dumps(event)}\n\n".encode())

            with suppress(OSError):  # who asked is gone
                write(say)

        log_message = Quiet.log_message

    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as address:
        yield SimpleNamespace(address=f"{address}/v1", seen=seen)


@contextmanager
def stand_in(answer):
    """A server whose requests get the status that `answer(request)` returns, and the path as JSON; for None, nothing.

    Gives its address, its port, and what it was asked: method, path, headers and body of each request.
    """
    seen = []

    class Handler(BaseHTTPRequestHandler):
        def reply(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            seen.append((self.command, self.path, dict(self.headers), body))
            data = json.dumps(self.path).encode()
            status = answer(self)
            if status is not None:
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data if self.command != "HEAD" else b"")

        do_GET = do_HEAD = do_POST = reply  # noqa: N815 - the names that http.server asks for
        log_message = Quiet.log_message

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    with serving(server) as address:
        yield SimpleNamespace(address=address, port=server.server_port, seen=seen)
