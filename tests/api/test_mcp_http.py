"""What the HTTP around the MCP server holds, and for how long: the parts that need no server of their own process."""

import asyncio
from contextlib import asynccontextmanager
from functools import partial

import pytest
from django.conf import settings

from tests.commands.test_mcp import run_apart

SCOPE = {
    "type": "http", "method": "POST", "path": "/mcp", "client": ("127.0.0.1", 9), "headers": [(b"host", b"localhost")],
}  # fmt: skip
WAIT = 20  # seconds


def guarded(application, receive):
    """What it sends to a request whose messages come from `receive`: status and body."""
    from kb.api.mcp_http import Guard

    return partial(_call, Guard(application), receive)


async def _call(application, receive):
    sent = []

    async def send(message):
        sent.append(message)

    await application(SCOPE, receive, send)
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent)


async def accept(scope, receive, send):
    """An application that answers with the body that it got in one piece."""
    message = await receive()
    assert not message["more_body"]
    await send({"type": "http.response.start", "status": 200})
    await send({"type": "http.response.body", "body": message["body"]})


def saying(*messages):
    """Messages about a request, one after the other."""
    left = [{"type": "http.request", **message} for message in messages]

    async def receive():
        return left.pop(0)

    return receive


def test_the_application_gets_a_body_whole():
    receive = saying({"body": b"a", "more_body": True}, {"more_body": True}, {"body": b"b"})

    assert run_apart(guarded(accept, receive)()) == (200, b"ab")


@pytest.mark.parametrize(("size", "status"), [(settings.MAX_JSON_BYTES, 200), (settings.MAX_JSON_BYTES + 1, 413)])
def test_a_body_without_a_length_has_the_same_limit(size, status):
    receive = saying({"body": b"x", "more_body": True}, {"body": b"x" * (size - 1)})

    assert run_apart(guarded(accept, receive)())[0] == status


def test_one_that_breaks_off_is_not_for_the_application():
    receive = saying({"body": b"x", "more_body": True}, {"type": "http.disconnect"})

    assert run_apart(guarded(accept, receive)())[0] == 400


def test_who_sends_too_slowly_is_told_so(monkeypatch):
    from kb.api import mcp_http

    monkeypatch.setattr(mcp_http, "_BODY_SECONDS", 0.05)

    async def receive():
        await asyncio.Event().wait()

    status, body = run_apart(guarded(accept, receive)())

    assert status == 408
    assert b"too slowly" in body


def test_one_that_never_ends_is_not_read_to_its_end():
    async def receive():
        return {"type": "http.request", "body": b"x" * 65_536, "more_body": True}

    assert run_apart(guarded(accept, receive)())[0] == 413


@pytest.mark.parametrize(("size", "expected"), [(64 * 1024, 30), (64 * 1024 + 1, 8)])
def test_few_large_bodies_are_parsed_at_once(size, expected):
    at_once = most = 0
    are_in = asyncio.Event()

    async def application(scope, receive, send):
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        if at_once == expected:
            are_in.set()
        await are_in.wait()
        await asyncio.sleep(0.1)  # for one too many to show
        await accept(scope, receive, send)
        at_once -= 1

    async def run():
        async def receive():
            return {"type": "http.request", "body": b"x" * size}

        call = guarded(application, receive)
        async with asyncio.timeout(WAIT):
            return await asyncio.gather(*(call() for _ in range(30)))

    answers = run_apart(run())

    assert answers == [(200, b"x" * size)] * 30
    assert most == expected


@asynccontextmanager
async def serving(application):
    """uvicorn in this loop; yields its state and a way to connect to it."""
    import uvicorn

    from kb.api.mcp_http import TimedProtocol

    config = uvicorn.Config(application, port=0, http=TimedProtocol, lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield server.server_state, partial(asyncio.open_connection, "127.0.0.1", port)
    finally:
        server.should_exit = server.force_exit = True
        await task


@pytest.mark.parametrize("head", [b"", b"POST /mcp HTTP/1.1\r\nX-A: "], ids=["nothing", "half a head"])
def test_who_does_not_come_to_ask_is_cut_off(monkeypatch, head):
    from kb.api import mcp_http

    monkeypatch.setattr(mcp_http, "_HEADER_SECONDS", 0.1)

    async def run():
        async with serving(accept) as (state, connect), asyncio.timeout(WAIT):
            reader, writer = await connect()
            writer.write(head)
            with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
                await reader.readexactly(1)
            writer.close()
            while state.connections:
                await asyncio.sleep(0.01)

    run_apart(run())


def test_who_does_not_read_the_answer_is_cut_off(monkeypatch):
    from kb.api import mcp_http

    monkeypatch.setattr(mcp_http, "_HEADER_SECONDS", 0.1)
    answered = asyncio.Event()

    async def talk(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": [(b"connection", b"close")]})
        await send({"type": "http.response.body", "body": b"x" * 50_000_000})
        answered.set()

    async def run():
        async with serving(talk) as (state, connect), asyncio.timeout(WAIT):
            _, writer = await connect()
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await answered.wait()
            while state.connections:
                await asyncio.sleep(0.01)
            writer.close()

    run_apart(run())
