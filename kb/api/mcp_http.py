"""The tools of mcp_server.py over HTTP, for clients that are on other machines: at /mcp, and figures at /metrics.

What holds for the site holds here: its hosts, its limits, its figures. Each request counts as a search, 429 beyond; a
paste counts as one, too, which the tool says itself, as what is asked stands in the body.
"""

import asyncio
import time
from urllib.parse import urlsplit

import uvicorn
from django.conf import settings
from django.http.request import split_domain_port, validate_host
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kb.api.mcp_server import asking, server
from kb.server.clients import address_of
from kb.server.limits import get_limits
from kb.server.metrics import count_request, get_metrics

PATH = "/mcp"
_VIEWS = {PATH: "mcp", "/metrics": "metrics"}


def serve_http(host: str, port: int) -> None:
    """Answer at http://host:port/mcp until the process is told to end. Keeps no session, so it replicates."""
    application = server.streamable_http_app(
        streamable_http_path=PATH,
        stateless_http=True,
        json_response=True,
        max_request_body_size=settings.MAX_REQUEST_BYTES,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),  # Guarded does that
        host=host,
    )
    uvicorn.run(
        Guarded(application), host=host, port=port,
        log_config=None, access_log=False, server_header=False,
        proxy_headers=False,  # settings.TRUSTED_PROXIES says whom to believe
    )  # fmt: skip


class Guarded:
    """An application that answers those who may ask, no more often than they may, and is counted."""

    def __init__(self, application: ASGIApp) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def send_counted(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        headers = Headers(scope=scope)
        direct = (scope.get("client") or ("",))[0]
        client = address_of(direct, ",".join(headers.getlist("x-forwarded-for")))
        token = asking.set(client)
        try:
            answer = _refusal(headers) or await _figures(scope["path"], headers) or await _limit(client)
            await (answer or self.application)(scope, receive, send_counted)
        finally:
            asking.reset(token)
            if settings.METRICS:
                view = _VIEWS.get(scope["path"], "none")
                count_request(view, scope["method"], status, time.perf_counter() - began)


def _refusal(headers: Headers) -> Response | None:
    """To what is not meant for ALLOWED_HOSTS: no page of another site may ask a server on the reader's machine."""
    origin = headers.get("origin")
    if not _is_ours(headers.get("host", "")):
        return PlainTextResponse("This host is not served here: see TRACEFIX_ALLOWED_HOSTS.", 421)
    if origin and not _is_ours(urlsplit(origin).netloc):
        return PlainTextResponse("Pages of other sites are not answered.", 403)
    return None


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
