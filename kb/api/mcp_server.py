"""An MCP server for coding agents, with the tools `match`, `search` and `article`. https://modelcontextprotocol.io

The tools only read, and return what the API returns. The SDK is optional (requirements-mcp.txt), so only
`manage.py mcp` imports this module. Logging is that of kb/settings.py, which logs nothing of a paste.
"""

from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from functools import partial, wraps
from typing import Annotated, Any

from anyio import CapacityLimiter, to_thread
from django.conf import settings
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field

from kb.core.output.brief import BRIEF, shorten_answer
from kb.core.output.json_payloads import article_payload, match_payload, search_payload, withdrawn_payload
from kb.library import get_library
from kb.pages.addresses import article_address
from kb.server.limits import get_limits
from kb.server.metrics import count_match
from kb.server.uploads import TOO_LARGE, PasteError, not_empty

Tool = Callable[..., dict[str, Any]]

# The address of the client; "" over stdio, which has no limits. kb/api/mcp_http.py sets it.
client_of_request: ContextVar[str] = ContextVar("client_of_request", default="")
_POOL = CapacityLimiter(2)  # threads that match; more would not be faster, and would slow down the other tools
_READS = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)

server: MCPServer[Any] = MCPServer(
    "tracefix",
    title="Tracefix",
    instructions="Known errors of deep-learning training and serving, each with its cause, its fix, and scripts that "
    "were run. Send the whole output of a failed run to `match` before you guess: `exact` is a known error, `likely` "
    "asks to read the reasons first, and with `none` nothing is known. Then read the `article`.",
    log_level="WARNING",
)


def _in_thread(function: Tool) -> Callable[..., Coroutine[Any, Any, dict[str, Any]]]:
    """Decorate a slow tool: run it in the threads of _POOL, so that few run at once and the event loop stays free.

    The SDK runs the fast tools in threads of its own.
    """

    @wraps(function)
    async def run(**arguments: Any) -> dict[str, Any]:
        return await to_thread.run_sync(partial(function, **arguments), limiter=_POOL)

    return run


@server.tool(title="Which known error is this?", annotations=_READS)
@_in_thread
def match(
    text: Annotated[
        str, Field(description="Your error or traceback, whole and as it is; up to 10 MB, or 1 MB over HTTP.")
    ],
) -> dict[str, Any]:
    """Say which known error a traceback or log shows, why, and what fixes it. The text is answered and forgotten."""
    if len(text.encode("utf-8", "replace")) > settings.MAX_PASTE_BYTES:
        raise ToolError(str(TOO_LARGE))
    if seconds := get_limits().wait("match", client_of_request.get()):
        raise ToolError(f"Too many pastes came from your address. Wait {seconds} seconds.")
    try:
        answer = get_library().diagnose(not_empty(text))
    except PasteError as error:
        raise ToolError(error.message) from None
    count_match(answer.diagnosis)
    return shorten_answer(
        match_payload(answer.diagnosis, answer.related, article_address(), personal=True, limits=BRIEF)
    )


@server.tool(title="Search the articles", annotations=_READS)
def search(
    query: Annotated[str, Field(max_length=1000, description="Words, an identifier, or a line of error text.")],
    size: Annotated[int, Field(ge=1, le=100, description="The most results wanted.")] = 10,
) -> dict[str, Any]:
    """Find articles on known errors by words, identifiers or a line of error text."""
    library = get_library()
    return dict(search_payload(library.search(query, size=size), library.by_slug, article_address(), full=False))


@server.tool(title="Read an article", annotations=_READS)
def article(
    slug: Annotated[str, Field(max_length=200, description="As in the answers of match and search.")],
) -> dict[str, Any]:
    """One article, whole: cause, fixes, how to check, look-alikes, recorded runs, sources."""
    library = get_library()
    if slug in library.withdrawn:
        raise ToolError(withdrawn_payload(library.withdrawn[slug], article_address())["error"]["message"])
    canonical = library.canonical(slug)
    if canonical is None:
        raise ToolError("There is no article of this name. `search` finds them.")
    return dict(article_payload(library.by_slug[canonical], article_address(), full=False))
