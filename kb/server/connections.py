"""The connections of this process, as the kernel tells of them. On Linux; elsewhere there are none.

A server that speaks WSGI tells an application who asks, but not over which connection. So one is found by its peer and
by how long nothing has been sent to it: that is as long as a request has been waiting there for its answer.
"""

import os
import select
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_DESCRIPTORS = Path("/proc/self/fd")
_LAST_DATA_SENT = 44  # in struct tcp_info of linux/tcp.h: milliseconds
_INFO_BYTES = _LAST_DATA_SENT + 4
_FAMILIES = {socket.AF_INET, socket.AF_INET6}
_SLACK_SECONDS = 0.1  # “100 Continue” is sent when reading begins


def stop_receiving(peer: str, seconds: float) -> bool:
    """Receive no more over the connection from the address `peer` on which a request has been read for `seconds`.

    Whoever reads from it finds its end; an answer can still be sent. Of several that it may be, it is the one to which
    something was sent last. False where there is none.
    """
    found, least = None, float("inf")
    try:
        for connection in _receiving(peer):
            silence = _silence(connection)
            if seconds - _SLACK_SECONDS <= silence < least:
                if found:
                    found.close()
                found, least = connection.dup(), silence
        if found is None:
            return False
        with suppress(OSError):  # it has ended meanwhile
            found.shutdown(socket.SHUT_RD)
        return True
    finally:
        if found:
            found.close()


def _receiving(peer: str) -> Iterator[socket.socket]:
    """Those from this address, each until the next is asked for.

    Copies: no descriptor is closed, and its number given to another connection, while one is looked at.
    """
    for entry in _DESCRIPTORS.iterdir() if _DESCRIPTORS.exists() else ():
        with suppress(OSError), _copy(int(entry.name)) as connection:  # no socket, closed, or not connected
            is_theirs = connection.family in _FAMILIES and connection.getpeername()[0] == peer
            if is_theirs and not _is_stopped(connection):
                yield connection


def _copy(descriptor: int) -> socket.socket:
    copied = os.dup(descriptor)
    try:
        return socket.socket(fileno=copied)
    except OSError:
        os.close(copied)
        raise


def _is_stopped(connection: socket.socket) -> bool:
    poll = select.poll()
    poll.register(connection, select.POLLRDHUP)
    return bool(poll.poll(0))


def _silence(connection: socket.socket) -> float:
    """The seconds since something was sent, or since it was opened."""
    info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _INFO_BYTES)
    (milliseconds,) = struct.unpack_from("=I", info, _LAST_DATA_SENT)
    return float(milliseconds) / 1000
