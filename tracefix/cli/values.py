"""The lines that show local values below a failure, and the way on which they come from another process."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tracefix.cli.language import say
from tracefix.cutting import cut
from tracefix.phrases import Phrase

_LONGEST = 400  # characters of a line
_MOST_BYTES = 1 << 16
_CHILD = Path(__file__).parent / "child"

Found = Mapping[str, Any]


def lines_of_values(found: Found) -> list[str]:
    """The lines for what tracefix.cli.local_values found, without what looks like a secret."""
    from tracefix.answers.text import printable  # here: a command seldom fails

    return [cut(printable(f"tracefix: {say(line)}"), _LONGEST) for line in _sentences(found)]


def _sentences(found: Found) -> Iterator[Phrase]:
    from tracefix.redaction.redaction import redact

    if values := found.get("values"):
        told = "; ".join(redact(f"{name} = {value}") for name, value in values)
        yield Phrase("{place}: {values}", place=found["place"], values=told)
    if keys := found.get("keys"):
        name, shown, count = keys
        more = " …" if count > len(shown) else ""
        yield Phrase("The keys of {name}: {keys}", name=name, keys=f"{', '.join(map(redact, shown))}{more}")
    if meant := found.get("meant"):
        name, missing, near = meant
        yield Phrase(
            "{name} has no {missing}. Did you mean {near}?", name=name, missing=redact(missing), near=redact(near)
        )


@contextlib.contextmanager
def listening() -> Iterator[Callable[[], Found]]:
    """Let the Python programs that start meanwhile tell their values; the function returns what the first one told.

    They are told in a socket, so that nothing is written to a disk.
    """
    changed = {"PYTHONPATH": os.pathsep.join(filter(None, [str(_CHILD), os.environ.get("PYTHONPATH", "")]))}
    with tempfile.TemporaryDirectory(prefix="tracefix-") as folder, _channel(Path(folder) / "values") as channel:
        changed["TRACEFIX_VALUES"] = channel.getsockname()
        before = {name: os.environ.get(name) for name in changed}
        os.environ.update(changed)
        try:
            yield lambda: _receive(channel)
        finally:
            for name, value in before.items():
                os.environ.pop(name)
                os.environ.update({name: value} if value is not None else {})


@contextlib.contextmanager
def _channel(path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.bind(str(path))
        channel.setblocking(False)
        yield channel


def _receive(channel: socket.socket) -> Found:
    try:
        found = json.loads(channel.recv(_MOST_BYTES))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
