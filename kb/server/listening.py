"""Where a server listens, and whether another one listens there already.

Granian shares its port (SO_REUSEPORT): a second server on it would start without a word and answer some of the requests
with other settings.
"""

import errno
import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass

from kb.server.environment import Environment

_MOST_WORKERS = 256


@dataclass(frozen=True, slots=True)
class Listening:
    """The address and port of a server, its number of workers, and what is wrong with the variables that say so."""

    host: str
    port: int
    workers: int
    problems: list[str]
    names: tuple[str, ...]

    @property
    def url(self) -> str:
        return f"http://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}"


def read_listening(variables: Mapping[str, str]) -> Listening:
    """What Granian reads in its variables, with its defaults."""
    environment = Environment(variables)
    return Listening(
        environment.ip("GRANIAN_HOST", "127.0.0.1"),
        environment.number("GRANIAN_PORT", 8000, least=1, most=65_535),
        environment.number("GRANIAN_WORKERS", 1, least=1, most=_MOST_WORKERS),
        environment.problems,
        environment.names,
    )


def find_taken(where: Listening) -> list[str]:
    """One line if nobody can listen there now: the port is taken, or the address is none of this machine."""
    family = socket.AF_INET6 if ":" in where.host else socket.AF_INET
    try:
        socket.create_server((where.host, where.port), family=family).close()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return [f"The port {where.port} of {where.host} is taken: stop who listens there, or choose another port."]
        if error.errno == errno.EADDRNOTAVAIL:
            return [f"GRANIAN_HOST is {where.host!r}: write an IP address of this machine, such as 127.0.0.1."]
        return [f"Nobody can listen on {where.url}: {os.strerror(error.errno or 0)}."]
    return []
