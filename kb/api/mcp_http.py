"""The tools of mcp_server.py over HTTP, for clients that are on other machines: at /mcp, and figures at /metrics.

What holds for the site holds here: its hosts, its limits, its figures. Each request counts as a search, 429 beyond; a
paste counts as one, too, which the tool says itself, as what is asked stands in the body.

Who sends or reads slowly is cut off, but holds a connection until then, and there are not many: a public server stands
behind a proxy that reads requests whole.
"""

import asyncio
import time
from contextlib import nullcontext
from urllib.parse import urlsplit

import uvicorn
from django.conf import settings
from django.http.request import split_domain_port, validate_host
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from kb.api.mcp_server import asking, server
from kb.server.clients import address_of
from kb.server.limits import get_limits
from kb.server.metrics import count_request, get_metrics

PATH = "/mcp"
_VIEWS = {PATH: "mcp", "/metrics": "metrics"}
_HEADER_SECONDS = 10.0  # for sending the head of a request, and for reading the answer
_BODY_SECONDS = 10.0  # for sending all of a body
_HEADER_BYTES = 16 * 1024
_MOST_CONNECTIONS = 200
_SMALL = 64 * 1024  # bytes of a body
_MOST_PARSED = 8  # larger requests: JSON takes up to thirty times its bytes in memory


def serve_http(host: str, port: int) -> None:
    """Answer at http://host:port/mcp until the process is told to end. Keeps no session, so it replicates."""
    application = server.streamable_http_app(
        streamable_http_path=PATH,
        stateless_http=True,
        json_response=True,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),  # Guarded does that
        host=host,
    )
    uvicorn.run(
        Guarded(application), host=host, port=port, http=TimedProtocol, ws="none",
        h11_max_incomplete_event_size=_HEADER_BYTES, limit_concurrency=_MOST_CONNECTIONS,
        log_config=None, access_log=False, server_header=False,
        proxy_headers=False,  # settings.TRUSTED_PROXIES says whom to believe
    )  # fmt: skip


class TimedProtocol(H11Protocol):
    """uvicorn's own, which waits for ever for the head of a request, and for whoever does not read its answer."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(_HEADER_SECONDS, self._end_unless_asked)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.loop.call_later(_HEADER_SECONDS, self.transport.abort)

    def _end_unless_asked(self) -> None:
        if self.cycle is None:
            self.transport.abort()


class Guarded:
    """An application that answers those who may ask, no more often than they may, and is counted.

    It gets a request whole, and each connection has one: so every request has the same time to come in.
    """

    def __init__(self, application: ASGIApp) -> None:
        self.application = application
        self._parsed = asyncio.Semaphore(_MOST_PARSED)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def send_counted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (b"connection", b"close")]
            await send(message)

        headers = Headers(scope=scope)
        direct = (scope.get("client") or ("",))[0]
        client = address_of(direct, ",".join(headers.getlist("x-forwarded-for")))
        token = asking.set(client)
        try:
            answer = _refusal(scope, headers) or await _figures(scope["path"], headers) or await _limit(client)
            if answer is None:
                try:
                    body = await _body(receive, headers)
                except _BodyError as error:
                    answer = PlainTextResponse(str(error), error.status)
            if answer is None:
                async with self._parsed if len(body) > _SMALL else nullcontext():
                    await self.application(scope, _whole(body, receive), send_counted)
            else:
                await answer(scope, receive, send_counted)
        finally:
            asking.reset(token)
            if settings.METRICS:
                view = _VIEWS.get(scope["path"], "none")
                count_request(view, scope["method"], status, time.perf_counter() - began)


class _BodyError(Exception):
    """The body of a request cannot be had: the status to answer, and a sentence."""

    def __init__(self, status: int, message: str) -> None:
        self.status = status
        super().__init__(message)


async def _body(receive: Receive, headers: Headers) -> bytes:
    """All of it. Raises _BodyError where it is too large, too slow or broken off.

    One that is somewhat too large is let in and forgotten: whoever is cut off while sending does not see our answer.
    """
    body, size = bytearray(), 0
    too_large = _BodyError(413, "The request is larger than 1 MB. Send the part around the error.")
    if int(headers.get("content-length", 0)) > settings.MAX_REQUEST_BYTES:  # a number: h11 sees to that
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


def _whole(body: bytes, receive: Receive) -> Receive:
    """What the application is to receive: the body at once, and then whether its sender has gone."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_whole() -> Message:
        return messages.pop() if messages else await receive()

    return receive_whole


def _refusal(scope: Scope, headers: Headers) -> Response | None:
    """To what is not meant for ALLOWED_HOSTS: no page of another site may ask a server on the reader's machine.

    And to what is no POST: there is no session to end, and nothing is ever said unasked, so no stream to listen to.
    """
    origin = headers.get("origin")
    if not _is_ours(headers.get("host", "")):
        return PlainTextResponse("This host is not served here: see TRACEFIX_ALLOWED_HOSTS.", 421)
    if origin and not _is_ours(_host_of(origin)):
        return PlainTextResponse("Pages of other sites are not answered.", 403)
    if scope["path"] == PATH and scope["method"] != "POST":
        return PlainTextResponse("Send messages with POST. There is no stream.", 405, headers={"Allow": "POST"})
    return None


def _host_of(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # "http://["
        return ""


async def _figures(path: str, headers: Headers) -> Response | None:
    """To the operator; as of the site, who comes through a proxy is none."""
    if path != "/metrics" or not settings.METRICS or "x-forwarded-for" in headers or "forwarded" in headers:
        return None
    body, content_type = await asyncio.to_thread(get_metrics().text)
    return Response(body, media_type=content_type, headers={"Cache-Control": "no-store"})


async def _limit(client: str) -> Response | None:
    seconds = await asyncio.to_thread(get_limits().wait, "search", client)  # Redis may let it wait
    if not seconds:
        return None
    told = f"Too many requests came from your address. Wait {seconds} seconds."
    return PlainTextResponse(told, 429, headers={"Retry-After": str(seconds), "Cache-Control": "no-store"})


def _is_ours(host: str) -> bool:
    domain, _port = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)
