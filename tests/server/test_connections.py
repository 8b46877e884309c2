"""Of the connections of this process, the one that has been silent for as long as a request is stopped."""

import socket
import time
from contextlib import ExitStack

import pytest

from kb.server.connections import stop_receiving

THERE = "127.0.0.7"  # every address of 127/8 is this machine's


@pytest.fixture
def connect():
    """A function that opens a connection from an address; gives the server's side of it, and the client's."""
    with ExitStack() as opened:
        listening = opened.enter_context(socket.create_server(("127.0.0.1", 0)))

        def connect(address=THERE):
            client = opened.enter_context(socket.create_connection(listening.getsockname(), 10, (address, 0)))
            server = opened.enter_context(listening.accept()[0])
            server.settimeout(10)
            return server, client

        yield connect


def wait(seconds):
    """What is measured here is the kernel's time."""
    time.sleep(seconds)


def is_stopped(connection):
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False


def test_whoever_reads_finds_the_end_and_can_still_answer(connect):
    server, client = connect()
    client.sendall(b"x")
    wait(0.3)

    assert stop_receiving(THERE, 0.3)

    assert server.recv(10) == b"x"
    assert server.recv(10) == b""
    server.sendall(b"too slow")
    assert client.recv(10) == b"too slow"


def test_only_connections_from_the_address_are_stopped(connect):
    server, _client = connect("127.0.0.8")
    wait(0.3)

    assert not stop_receiving(THERE, 0.3)
    assert not is_stopped(server)


def test_one_to_which_something_was_sent_since_is_another_one(connect):
    server, _client = connect()
    wait(1.5)
    server.sendall(b"an answer")

    assert not stop_receiving(THERE, 1.5)
    assert not is_stopped(server)


def test_of_several_it_is_the_one_that_was_silent_least(connect):
    idle, _client = connect()
    wait(0.5)
    sending, _other = connect()
    wait(0.3)

    assert stop_receiving(THERE, 0.3)

    assert [is_stopped(idle), is_stopped(sending)] == [False, True]


def test_each_is_stopped_once(connect):
    connections = [connect()[0] for _ in range(3)]
    wait(0.3)

    answers = [stop_receiving(THERE, 0.3) for _ in range(4)]

    assert answers == [True, True, True, False]
    assert all(map(is_stopped, connections))


def test_no_descriptor_is_left_open(connect, tmp_path):
    def descriptors():
        return len(list(stop_receiving.__globals__["_DESCRIPTORS"].iterdir()))

    connect()
    with (tmp_path / "no socket").open("w"):
        before = descriptors()
        for _ in range(10):
            stop_receiving(THERE, 0)

        assert descriptors() == before


def test_where_the_kernel_tells_nothing_there_are_none(connect, monkeypatch, tmp_path):
    connect()
    monkeypatch.setitem(stop_receiving.__globals__, "_DESCRIPTORS", tmp_path / "proc")

    assert not stop_receiving(THERE, 0)
