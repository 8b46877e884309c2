"""A real server, and senders of bodies that take their time: without a proxy in front that reads them first."""

import json
import re
import socket
import time
from contextlib import ExitStack
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from benchmarks.granian import granian
from benchmarks.waiting import until
from kb.server import bodies
from tests.factories import write_article_folder

PASTE = "RuntimeError: boom happened in 'cellar'\n"
FORM = f'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n{PASTE}\r\n--x--\r\n'
PATIENCE = 60  # seconds, until a test gives up
ELSEWHERE = "127.0.0.9"  # every address of 127/8 is this machine's


def request(path, kind, body, *more):
    headers = [f"POST {path} HTTP/1.1", "Host: localhost", f"Content-Type: {kind}", *more]
    if "Transfer-Encoding: chunked" not in more:
        headers.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*headers, "", body]).encode()


def chunked(*pieces):
    return "".join(f"{len(piece):x}\r\n{piece}\r\n" for piece in [*pieces, ""])


WAYS = {
    "text": request("/api/v1/match", "text/plain", PASTE),
    "JSON": request("/api/v1/match", "application/json", json.dumps({"text": PASTE})),
    "a form": request("/api/v1/match", "application/x-www-form-urlencoded", "text=" + PASTE.replace(" ", "%20")),
    "a file": request("/api/v1/match", "multipart/form-data; boundary=x", FORM),
    "chunks": request("/api/v1/match", "text/plain", chunked(PASTE[:9], PASTE[9:]), "Transfer-Encoding: chunked"),
    "asked first": request("/api/v1/match", "text/plain", PASTE, "Expect: 100-continue"),
}
UNFINISHED = {
    **{name: sent[:-9] for name, sent in WAYS.items()},
    "the page": request("/match/", "text/plain", PASTE)[:-9],
    "too much": request("/match/", "text/plain", "x").replace(b"Length: 1", b"Length: 99999999"),
    "a page that takes none": request("/articles/", "text/plain", PASTE)[:-9],
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The port of a server with one worker, and its process."""
    folder = tmp_path_factory.mktemp("slow")
    write_article_folder(folder / "articles", "boom", message="boom happened in '{place}'")
    environment = {
        "TRACEFIX_ARTICLES": str(folder / "articles"),
        "TRACEFIX_VAR": str(folder / "var"),
        "TRACEFIX_BODY_SECONDS": "2",
        "TRACEFIX_WATCH": "0",
    }
    options = ("--blocking-threads", "8", "--http", "1")
    with granian("kb.wsgi:application", *options, environment=environment) as (process, port):
        until(lambda: ask(port, "/readyz") == 200, PATIENCE)
        yield port, process


def ask(port, path, data=None):
    try:
        with urlopen(Request(f"http://127.0.0.1:{port}{path}", data), timeout=PATIENCE) as answer:
            return answer.status
    except HTTPError as error:
        return error.code


def connect(port):
    return socket.create_connection(("127.0.0.1", port), PATIENCE, (ELSEWHERE, 0))


def answer(connection):
    """All that the server says before it closes the connection; that nothing may be left to say."""
    told = b""
    while piece := connection.recv(10_000):
        told += piece
    return told


def status(told):
    return int(re.findall(rb"(?m)^HTTP/1.1 (\d+) ", told)[-1])


def at_once(names):
    """These in threes: each waits for seconds, together with as many as a server waits for (bodies._MOST_SLOW)."""
    names = list(names)
    return [names[place : place + 3] for place in range(0, len(names), 3)]


@pytest.mark.parametrize("ways", at_once(WAYS), ids=", ".join)
def test_who_is_slow_but_comes_to_an_end_is_answered(server, ways):
    port, _ = server
    sent = {way: WAYS[way].replace(b"Host:", b"Connection: close\r\nHost:") for way in ways}

    with ExitStack() as opened:
        connections = {way: opened.enter_context(connect(port)) for way in sent}
        for piece in range(3):
            for way, connection in connections.items():
                middle = sent[way].index(b"\r\n\r\n") + 9
                connection.sendall((sent[way][: middle - 5], sent[way][middle - 5 : middle], sent[way][middle:])[piece])
            time.sleep(0.4)  # longer than a sender may take who is not held to be slow
        told = {way: answer(connection) for way, connection in connections.items()}

    assert {way: status(one) for way, one in told.items()} == dict.fromkeys(ways, 200)
    assert all(b'"slug": "boom"' in one.replace(b'"slug":"', b'"slug": "') for one in told.values())


@pytest.mark.parametrize("whats", at_once(UNFINISHED), ids=", ".join)
def test_who_never_comes_to_an_end_is_told_and_cut_off(server, whats):
    port, _ = server

    with ExitStack() as opened:
        connections = {what: opened.enter_context(connect(port)) for what in whats}
        for what, connection in connections.items():
            connection.sendall(UNFINISHED[what])
        told = {what: answer(connection) for what, connection in connections.items()}

    expected = {"too much": 413, "a page that takes none": 405}
    assert {what: status(one) for what, one in told.items()} == {what: expected.get(what, 408) for what in whats}
    assert all(b"connection: close" in one.lower() for one in told.values() if status(one) == 408)


def test_who_sends_a_little_now_and_then_is_cut_off_too(server):
    port, _ = server
    told = b""

    with connect(port) as connection:
        connection.sendall(request("/match/", "text/plain", "x" * 9999)[:-9990])
        connection.settimeout(0.1)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                connection.sendall(b"x")
                if not (piece := connection.recv(10_000)):
                    break
                told += piece
            except TimeoutError:
                pass
            except OSError:  # it is closed
                break

    assert status(told) == 408


def test_many_of_them_stop_nobody_and_leave_nothing(server):
    port, process = server
    threads = []

    for _ in range(3):
        with ExitStack() as opened:
            slow = [opened.enter_context(connect(port)) for _ in range(30)]
            for connection, start in zip(slow, 5 * list(UNFINISHED.values()), strict=False):
                connection.sendall(start)

            assert ask(port, "/") == 200
            assert ask(port, "/api/v1/match", PASTE.encode()) == 200

            statuses = {status(answer(connection)) for connection in slow}
        assert statuses <= {400, 405, 408, 413, 503}
        assert statuses & {408, 503}
        until(lambda: len(list(sockets(process.pid))) == 0, PATIENCE)
        threads.append(len(list(workers_tasks(process.pid))))

    assert threads[2] <= threads[0] + 1
    assert threads[2] < 8 + bodies._MOST_SLOW + 12


def workers(pid):
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]


def workers_tasks(pid):
    for worker in workers(pid):
        yield from Path(f"/proc/{worker}/task").iterdir()


def sockets(pid):
    """Connections from the senders that a worker still has."""
    (worker,) = workers(pid)
    inodes = {path.readlink().name for path in Path(f"/proc/{worker}/fd").iterdir() if path.is_symlink()}
    there = "0900007F"  # ELSEWHERE, as the kernel writes it
    for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]:
        fields = line.split()
        if fields[2].startswith(there) and f"socket:[{fields[9]}]" in inodes:
            yield fields[2]
