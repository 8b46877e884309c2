"""MCP over HTTP: the tools of mcp_server.py at /mcp, for clients on other machines, and metrics at /metrics.

Hosts, rate limits and metrics are those of the site. Each request counts as a search; over the limit it gets 429. A
paste also counts as a match. Over that limit the tool answers with an error message, because only the body says which
tool is called.

Slow senders and readers are disconnected after some seconds. Until then each of them holds one of a limited number of
connections, so a public server needs a proxy that reads requests whole.
"""

import asyncio
import time
from collections.abc import Mapping
from contextlib import nullcontext
from urllib.parse import urlsplit

import uvicorn
from django.conf import settings
from django.http.request import split_domain_port, validate_host
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from kb.api.mcp_server import client_of_request, language_of_request, server
from kb.languages import choose_language
from kb.server.clients import address_of
from kb.server.limits import get_limits
from kb.server.metrics import count_request, get_metrics

PATH = "/mcp"
_VIEWS = {PATH: "mcp", "/metrics": "metrics"}
_HEADER_SECONDS = 10.0  # for sending the headers of a request, and for reading the response
_BODY_SECONDS = 10.0  # for sending the whole body
_HEADER_BYTES = 16 * 1024
_MOST_CONNECTIONS = 200
_INVALID_REQUEST = -32600  # of JSON-RPC
_SMALL = 64 * 1024  # bytes; larger bodies count against _MOST_PARSED
_MOST_PARSED = 8  # large bodies at a time, because parsed JSON takes up to thirty times its bytes in memory


def serve_http(host: str, port: int) -> None:
    """Serve http://host:port/mcp until the process is stopped. There are no sessions, so it can run on many hosts."""
    application = server.streamable_http_app(
        streamable_http_path=PATH,
        stateless_http=True,
        json_response=True,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),  # Guard does that
        host=host,
    )
    uvicorn.run(
        Guard(application), host=host, port=port, http=TimedProtocol, ws="none",
        h11_max_incomplete_event_size=_HEADER_BYTES, limit_concurrency=_MOST_CONNECTIONS,
        log_config=None, access_log=False, server_header=False,
        proxy_headers=False,  # address_of() reads them, by settings.TRUSTED_PROXIES
    )  # fmt: skip


class TimedProtocol(H11Protocol):
    """uvicorn's HTTP protocol with time limits for sending the headers and for reading the response.

    uvicorn itself waits for both without a limit.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(_HEADER_SECONDS, self._abort_without_request)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.loop.call_later(_HEADER_SECONDS, self.transport.abort)

    def _abort_without_request(self) -> None:
        if self.cycle is None:  # the headers are not complete
            self.transport.abort()


class Guard:
    """ASGI middleware that checks host, origin and rate limit, reads the whole body, and counts the request.

    Every response closes its connection, so that the time limits of a connection hold for each request.
    """

    def __init__(self, application: ASGIApp) -> None:
        self.application = application
        self._parsed = asyncio.Semaphore(_MOST_PARSED)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        start, status = time.perf_counter(), 500

        async def send_counted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (b"connection", b"close")]
            await send(message)

        headers = Headers(scope=scope)
        direct = (scope.get("client") or ("",))[0]
        client = address_of(direct, ",".join(headers.getlist("x-forwarded-for")))
        token = client_of_request.set(client)
        accepted = headers.get("accept-language")
        language = language_of_request.set(settings.PROGRAM_LANGUAGE if accepted is None else choose_language(accepted))
        try:
            response = _refusal(scope, headers) or await _metrics(scope["path"], headers) or await _limit(client)
            if response is None:
                try:
                    body = await _body(receive, headers)
                except _BodyError as error:
                    response = _refuse(str(error), error.status)
            if response is None:
                async with self._parsed if len(body) > _SMALL else nullcontext():
                    await self.application(scope, _receive_of(body, receive), send_counted)
            else:
                await response(scope, receive, send_counted)
        finally:
            client_of_request.reset(token)
            language_of_request.reset(language)
            if settings.METRICS:
                view = _VIEWS.get(scope["path"], "none")
                count_request(view, scope["method"], status, time.perf_counter() - start)


def _refuse(message: str, status: int, headers: Mapping[str, str] = {}) -> Response:
    """A refusal as a JSON-RPC error. For any other answer, clients show their user only that there was an error."""
    error = {"jsonrpc": "2.0", "id": None, "error": {"code": _INVALID_REQUEST, "message": message}}
    return JSONResponse(error, status, headers=dict(headers))


class _BodyError(Exception):
    """Raised if a body cannot be read: the HTTP status to answer, and a message."""

    def __init__(self, status: int, message: str) -> None:
        self.status = status
        super().__init__(message)


async def _body(receive: Receive, headers: Headers) -> bytes:
    """The whole body of a request. Raises _BodyError if it is too large, too slow or cut off.

    A body of up to MAX_REQUEST_BYTES is read to its end even if it is too large, because a client that is disconnected
    while it sends does not see the response.
    """
    body, size = bytearray(), 0
    too_large = _BodyError(
        413, "The request is larger than 1 MB. Send the last 2,000 lines, or the part with the error."
    )
    if int(headers.get("content-length", 0)) > settings.MAX_REQUEST_BYTES:  # h11 has checked that it is a number
        raise too_large
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            while size <= settings.MAX_REQUEST_BYTES:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise _BodyError(400, "The request broke off before its end.")
                piece = message.get("body", b"")
                size += len(piece)
                if size <= settings.MAX_JSON_BYTES:
                    body += piece
                if not message.get("more_body"):
                    break
    except TimeoutError:
        raise _BodyError(408, "The request came in too slowly.") from None
    if size > settings.MAX_JSON_BYTES:
        raise too_large
    return bytes(body)


def _receive_of(body: bytes, receive: Receive) -> Receive:
    """An ASGI `receive` that returns the whole body first, and then the messages of `receive` (disconnects)."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_body_first() -> Message:
        return messages.pop() if messages else await receive()

    return receive_body_first


def _refusal(scope: Scope, headers: Headers) -> Response | None:
    """The response to a wrong host, origin or method; None if all are right.

    The host and the origin are checked so that a page of another site cannot use a server on the reader's machine. Of
    the methods only POST is accepted: there are no sessions to delete, and no streams to GET.
    """
    origin = headers.get("origin")
    if not _is_ours(headers.get("host", "")):
        return _refuse("This host is not served here: see TRACEFIX_ALLOWED_HOSTS.", 421)
    if origin and not _is_ours(_host_of(origin)):
        return _refuse("Pages of other sites are not answered.", 403)
    if scope["path"] == PATH and scope["method"] != "POST":
        return _refuse("Send messages with POST. There is no stream.", 405, {"Allow": "POST"})
    return None


def _host_of(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # "http://["
        return ""


async def _metrics(path: str, headers: Headers) -> Response | None:
    """The metrics, if requested and turned on. Not served through a proxy, because they are for the operator."""
    if path != "/metrics" or not settings.METRICS or "x-forwarded-for" in headers or "forwarded" in headers:
        return None
    body, content_type = await asyncio.to_thread(get_metrics().text)
    return Response(body, media_type=content_type, headers={"Cache-Control": "no-store"})


async def _limit(client: str) -> Response | None:
    """A 429 if the client is over the limit of searches, else None."""
    seconds = await asyncio.to_thread(get_limits().wait, "search", client)  # in a thread, because Redis may be slow
    if not seconds:
        return None
    message = f"Too many requests came from your address. Wait {seconds} seconds."
    return _refuse(message, 429, {"Retry-After": str(seconds), "Cache-Control": "no-store"})


def _is_ours(host: str) -> bool:
    domain, _port = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)
