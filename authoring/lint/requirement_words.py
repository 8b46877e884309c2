"""Lint: what pip is asked to install is written as pip and the shell read it."""

import re
import shlex
from collections.abc import Iterator

from packaging.requirements import InvalidRequirement, Requirement

# These run on our own files only, never on a paste of a reader.
_INSTALL = re.compile(r"\b(?:pip3? (?:install|download)|uv add)(?P<rest> [^\n`|;&，。）]*)")
_QUOTED = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_BARE = re.compile(r"(?P<word>[A-Za-z][\w.-]*(?:\[[^\]\s]*\])?[<>]=?\d[^\s]*)")
_COMPARED = re.compile(r"[A-Za-z][\w.-]*(?:\[[^\]]*\])? ?(?:[<>!~=]=|[<>]|=(?=\d))")
_TO_REPLACE = re.compile(r"<[A-Z_]+>|\b[A-Z][A-Z_]*\b|\{\{?\w+(?:\|[^}]*)?\}?\}|…")


def find_misread(command: str, *, printed: str = "") -> Iterator[str]:
    """The requirements of pip in a command that the shell or pip reads otherwise than they are meant.

    What a program prints itself, `printed`, stands as it is.

    >>> list(find_misread("pip install einops>=0.5"))
    ['the shell takes the sign in einops>=0.5 for a file to write: quote it']
    >>> list(find_misread("pip install 'numpy>=1.5<2' 'torch>=2,<3' dgl==VERSION"))
    ["pip cannot read 'numpy>=1.5<2': put a comma between bounds"]
    """
    for found in _INSTALL.finditer(command):
        rest = found["rest"].partition(" #")[0]
        if printed and rest in printed:
            continue
        for bare in _BARE.finditer(_QUOTED.sub(" ", rest)):
            yield f"the shell takes the sign in {bare['word']} for a file to write: quote it"
        for word in _words(rest):
            if _COMPARED.match(word) and not _is_requirement(word):
                yield f"pip cannot read {word!r}: {_remedy(word)}"


def _words(rest: str) -> list[str]:
    try:
        return shlex.split(rest)
    except ValueError:  # an open quote has its own message
        return []


def _is_requirement(word: str) -> bool:
    try:
        Requirement(_TO_REPLACE.sub("1.0", word))
    except InvalidRequirement:
        return False
    return True


def _remedy(word: str) -> str:
    single = re.fullmatch(r"([\w.-]+(?:\[[^\]]*\])?)=([^=].*)", word)
    return f"write '{single[1]}=={single[2]}'" if single else "put a comma between bounds"
