"""A client of the SDK's previous major version: `mcp_1.py ROOT COMMAND...` starts a server, calls tools, prints JSON.

It runs in an environment of its own, because both versions of the SDK have the same name.
"""

import asyncio
import json
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import ListRootsResult, Root


async def list_roots(context):
    return ListRootsResult(roots=[Root(uri=sys.argv[1])])


async def main():
    calls = json.load(sys.stdin)
    server = StdioServerParameters(command=sys.argv[2], args=sys.argv[3:], env=dict(os.environ))
    async with stdio_client(server) as streams, ClientSession(*streams, list_roots_callback=list_roots) as session:
        started = await session.initialize()
        answer = {"server": started.serverInfo.model_dump(), "results": []}
        answer["tools"] = [tool.name for tool in (await session.list_tools()).tools]
        for name, arguments in calls:
            result = await session.call_tool(name, arguments)
            texts = [block.text for block in result.content]
            answer["results"].append({"error": result.isError, "texts": texts, "data": result.structuredContent})
    print(json.dumps(answer))


asyncio.run(main())
