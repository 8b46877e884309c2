"""Lint of the lines of articles, notes and cards: no misspelt address, no key, nothing of anybody's, all is done.

A host that is nearly one of many sources is misspelt. Keys are those that their beginnings tell: what redaction takes
out of a report, to be safe, stands in commands for a good reason.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from authoring.lint.privacy import find_personal
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
# These run on our own files only.
_ADDRESS = re.compile(r"https?://(?P<host>[\w.-]*\w)")
_CLONED = re.compile(
    r"\bgit(?:\+| clone [^`\"']*?)https://github\.com/(?P<name>[\w-]+/[\w.-]*?\w)(?=\.git\b|[^\w.-]|\.?$)"
)
_LEFT_TO_DO = re.compile(r"\b(?:TODO|TBD|FIXME)\b")
_ONE_BRACE = re.compile(r"(?<!\{)\{[a-z]\w*\|[^{}|]*\}(?!\})")
_KEY = re.compile(
    r"\b(?:hf_[A-Za-z0-9]{16}|(?:gh[opsu]_|github_pat_|glpat-|nvapi-|pypi-|sk-|xox[abp]-|AKIA)(?!x|X)[\w-]{16})"
)


def check(path: Path, repository: str = "") -> Iterator[Problem]:
    """What no line of a file may hold, whether it is a source, a link, a command or an example.

    `repository` is the address of the project that a card or notes are of.
    """
    own = repository.removeprefix("https://github.com/").lower()
    for number, line in enumerate(read_file(path, most=1 << 30).splitlines(), 1):
        for host in _ADDRESS.findall(line):
            if host not in _HOSTS and (meant := nearest(host, _HOSTS)):
                yield Problem(path, number, f"an address is of the host {host!r}: did you mean {meant!r}?")
        for name in _CLONED.findall(line):
            if name.lower() != own and nearest(name.lower(), [own]):
                yield Problem(path, number, f"a command clones {name}: did you mean {own!r}, as in `repository`?")
        if unfinished := _LEFT_TO_DO.search(line):
            yield Problem(path, number, f"has {unfinished[0]!r}: finish it")
        if mark := _ONE_BRACE.search(line):
            yield Problem(path, number, f"{mark[0]} has one brace on each side: write {{{mark[0]}}}")
        if key := _KEY.search(line):
            yield Problem(path, number, f"holds what looks like a key, “{key[0][:8]}…”: write a word such as hf_xxx")
        yield from (Problem(path, number, message) for message in find_personal(line))
