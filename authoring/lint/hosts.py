"""Lint: an address is of a host that exists; one that is nearly a host of many sources is misspelt."""

import re
from collections.abc import Iterator
from pathlib import Path

from tracefix.articles.distributions import nearest
from tracefix.articles.files import read_file
from tracefix.articles.model import Problem

_HOSTS = (
    *(
        "github.com",
        "gist.github.com",
        "gitlab.com",
        "pypi.org",
        "docs.python.org",
        "peps.python.org",
        "huggingface.co",
    ),
    *(
        "pytorch.org",
        "docs.pytorch.org",
        "discuss.pytorch.org",
        "download.pytorch.org",
        "stackoverflow.com",
        "numpy.org",
    ),
    *("docs.nvidia.com", "docs.docker.com", "learn.microsoft.com", "readthedocs.io", "man7.org"),
)
_ADDRESS = re.compile(r"https?://(?P<host>[\w.-]*\w)")  # runs on our own files only


def check(path: Path) -> Iterator[Problem]:
    """The misspelt hosts of a file, in whatever part of it: a source, a link, a command."""
    for number, line in enumerate(read_file(path, most=1 << 30).splitlines(), 1):
        for host in _ADDRESS.findall(line):
            if host not in _HOSTS and (meant := nearest(host, _HOSTS)):
                yield Problem(path, number, f"an address is of the host {host!r}: did you mean {meant!r}?")
