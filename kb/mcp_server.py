"""The articles for coding agents, by the Model Context Protocol: https://modelcontextprotocol.io

Three tools that only read, `match`, `search` and `article`, answer what the API answers. The SDK is an optional extra
(requirements-mcp.txt), so nothing but `manage.py mcp` imports this module. The log is that of kb/settings.py, which
holds nothing of a paste.
"""

from typing import Annotated, Any
from urllib.parse import urlsplit

import uvicorn
from django.conf import settings
from django.http.request import split_domain_port, validate_host
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings
from mcp_types import ToolAnnotations
from pydantic import Field
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from kb.addresses import article_address
from kb.core.payloads import article_payload, match_payload, search_payload, withdrawn_payload
from kb.library import get_library
from kb.searching import SearchAwayError
from kb.uploads import TOO_LARGE, PasteError, not_empty

PATH = "/mcp"
_READS = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)

server: MCPServer[Any] = MCPServer(
    "tracefix",
    title="Tracefix",
    instructions="Known errors of deep-learning training and serving, each with its cause, its cure, and scripts that "
    "were run. Send the whole output of a failed run to `match` before you guess: `exact` is a known error, `likely` "
    "asks to read the reasons first, and with `none` nothing is known. Then read the `article`.",
    log_level="WARNING",
)


@server.tool(title="Which known error is this?", annotations=_READS)
def match(
    text: Annotated[str, Field(description="What the terminal showed, whole and as it is; up to 10 MB.")],
) -> dict[str, Any]:
    """Say which known error a traceback or log shows, why, and what cures it. The text is answered and forgotten."""
    if len(text.encode("utf-8", "replace")) > settings.MAX_PASTE_BYTES:
        raise ToolError(str(TOO_LARGE))
    try:
        answer = get_library().diagnose(not_empty(text))
    except PasteError as error:
        raise ToolError(error.message) from None
    return match_payload(answer.diagnosis, answer.related, article_address())


@server.tool(title="Search the articles", annotations=_READS)
def search(
    query: Annotated[str, Field(max_length=1000, description="Words, an identifier, or a line of error text.")],
    size: Annotated[int, Field(ge=1, le=100, description="The most results wanted.")] = 10,
) -> dict[str, Any]:
    """Find articles on known errors by words, identifiers or a line of error text."""
    library = get_library()
    try:
        found = library.search(query, size=size)
    except SearchAwayError:
        raise ToolError("The search is being set up. Try again in a minute.") from None
    return search_payload(found, library.by_slug, article_address())


@server.tool(title="Read an article", annotations=_READS)
def article(
    slug: Annotated[str, Field(max_length=200, description="As in the answers of match and search.")],
) -> dict[str, Any]:
    """One article, whole: cause, cures, how to check, look-alikes, recorded runs, sources."""
    library = get_library()
    if slug in library.withdrawn:
        raise ToolError(withdrawn_payload(library.withdrawn[slug], article_address())["error"]["message"])
    canonical = library.canonical(slug)
    if canonical is None:
        raise ToolError("There is no article of this name. `search` finds them.")
    return article_payload(library.by_slug[canonical], article_address())


def serve_http(host: str, port: int) -> None:
    """Answer at http://host:port/mcp until the process is told to end. Keeps no session, so it replicates."""
    application = server.streamable_http_app(
        streamable_http_path=PATH,
        stateless_http=True,
        json_response=True,
        max_request_body_size=settings.MAX_REQUEST_BYTES,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),  # OurHosts does that
        host=host,
    )
    uvicorn.run(OurHosts(application), host=host, port=port, log_config=None, access_log=False, server_header=False)


class OurHosts:
    """Refuses what is not meant for ALLOWED_HOSTS: no page of another site may ask a server on the reader's machine."""

    def __init__(self, application: ASGIApp) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        application = self.application
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            origin = headers.get("origin")
            if not _is_ours(headers.get("host", "")):
                application = PlainTextResponse("This host is not served here: see TRACEFIX_ALLOWED_HOSTS.", 421)
            elif origin and not _is_ours(urlsplit(origin).netloc):
                application = PlainTextResponse("Pages of other sites are not answered.", 403)
        await application(scope, receive, send)


def _is_ours(host: str) -> bool:
    domain, _port = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)
