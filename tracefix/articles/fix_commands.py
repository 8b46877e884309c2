"""The commands in a fix that can be run as they stand: an answer shows each in a block of its own, to be copied."""

import re
from collections.abc import Iterator, Mapping

from tracefix.articles.filling import PLACEHOLDER, fill

_MOST = 2
# These run on our own articles only, never on a paste.
_SPAN = re.compile(r"(?<![\\`])`([^`\n]+)`(?!`)")
_BLOCK = re.compile(r"(?ms)^(~{3,}|`{3,}).*?^\1[ ]*$")
_PROGRAMS = (
    "accelerate|apt|apt-get|brew|conda|curl|deepspeed|df|dmesg|docker|export|fuser|git|grep|hf|huggingface-cli|ip|kubectl|"
    "ldd|lsof|mamba|nvidia-smi|pip|pip3|poetry|py|python|python3|ray|ss|sudo|torchrun|ulimit|unset|uv|vllm"
)
_COMMAND = re.compile(rf"(?:[A-Z][A-Z0-9_]*=\S+ +)*(?:(?:{_PROGRAMS}) +\S.*|[A-Z][A-Z0-9_]{{3,}}=\S+)")
_WRONG = re.compile(r"(?:\b(?:not|never|instead of|than)|不要|不是|而非) *$")  # before the command
_UNFINISHED = re.compile(r"…|\.\.\.|(?<![\w=./-])[A-Z][A-Z_]{2,}(?![\w=])")  # `…`, `pip install PACKAGE`


def commands_in(fix: str, values: Mapping[str, str] = {}) -> tuple[str, ...]:
    """The commands in a fix, filled as they may be filled in code. One that has to be completed first is left out.

    >>> commands_in("Run `pip install {{name|PACKAGE}}`, or `pip install PACKAGE`.", {"name": "einops"})
    ('pip install einops',)
    """
    return tuple(dict.fromkeys(_commands(_BLOCK.sub("", fix), values)))[:_MOST]


def _commands(fix: str, values: Mapping[str, str]) -> Iterator[str]:
    for span in _SPAN.finditer(fix):
        if _WRONG.search(fix[: span.start()]):
            continue
        filled = finished(span[1], values)
        if _COMMAND.fullmatch(filled):
            yield filled


def finished(command: str, values: Mapping[str, str] = {}) -> str:
    """A command with its placeholders filled; "" if the reader has to complete it.

    >>> finished("pip install {{name|PACKAGE}}", {"name": "einops"}), finished("pip install {{name|PACKAGE}}")
    ('pip install einops', '')
    """
    names = [found[1] for found in PLACEHOLDER.finditer(command)]
    filled = fill(f"`{command}`", values)[1:-1].strip()  # the span alone: what a paste says in prose is no command
    is_filled = all(name in values for name in names) and (not names or filled != fill(f"`{command}`")[1:-1].strip())
    return filled if is_filled and not _UNFINISHED.search(filled) else ""
