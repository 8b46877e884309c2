"""MCP over stdio: the tools of mcp_server.py for a client that started us. Each line that asks something is answered.

The SDK leaves a line that it cannot read without an answer, and the client then waits for ever. What is half a
surrogate pair, as where a log was cut in the middle of an emoji, is read as a question mark. Any other line that is no
message is answered with an error.
"""

import json
import sys
from collections.abc import AsyncIterator
from io import TextIOWrapper
from typing import Any, cast

import anyio
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

from kb.api.mcp_server import ToolServer

_NO_JSON = "This line is not JSON."
_NO_MESSAGE = (
    "This is no message of JSON-RPC 2.0. A request has `jsonrpc`, a `method`, a text or a whole number as `id`, and an "
    "object as `params`, if any."
)


def serve_stdio(server: ToolServer) -> None:
    """Answer standard input on standard output until it ends. Raises OSError if that cannot be written."""
    try:
        anyio.run(_serve, server)
    except ExceptionGroup as group:
        error: Exception = group
        while isinstance(error, ExceptionGroup):
            error = error.exceptions[0]
        if isinstance(error, OSError):  # one sentence, or none, for a client that has gone
            raise error from None
        raise


async def _serve(server: ToolServer) -> None:
    lines = _Lines()
    async with stdio_server(stdin=cast("anyio.AsyncFile[str]", lines)) as (read, write):
        lines.answers = write
        within = server._lowlevel_server
        await within.run(read, write, within.create_initialization_options())


class _Lines:
    """The messages on standard input, one a line. A line that is none is answered here."""

    answers: Any  # where answers are sent

    async def __aiter__(self) -> AsyncIterator[str]:
        async for line in anyio.wrap_file(TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")):
            if not line.strip():
                continue
            message = line if _is_message(line) else _mend(line)
            if isinstance(message, str):
                yield message
            else:
                await self.answers.send(SessionMessage(message))


def _is_message(line: str) -> bool:
    """Whether the SDK can read a line, and will answer it if it asks something."""
    try:
        message = jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError:
        return False
    # The SDK takes a request whose ID is of a wrong type for a notification, to which nobody answers.
    return not isinstance(message, JSONRPCNotification) or message.method.startswith("notifications/")


def _mend(line: str) -> str | JSONRPCError:
    """The line without halves of surrogate pairs; the answer to it if it is no message then, either."""
    try:
        asked = json.loads(line)
        mended = json.dumps(asked, ensure_ascii=False).encode("utf-8", "replace").decode()
    except (ValueError, RecursionError):  # such as thousands of open brackets
        return _refuse(None, PARSE_ERROR, _NO_JSON)
    if _is_message(mended):
        return mended
    number = asked.get("id") if isinstance(asked, dict) else None
    return _refuse(number if type(number) in (int, str) else None, INVALID_REQUEST, _NO_MESSAGE)


def _refuse(number: int | str | None, code: int, message: str) -> JSONRPCError:
    if isinstance(number, str):
        number = number.encode("utf-8", "replace").decode()
    return JSONRPCError(jsonrpc="2.0", id=number, error=ErrorData(code=code, message=message))
