"""`tracefix match`: print which known error a file or standard input shows, as `manage.py match` does."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tracefix.answers.brief import to_json
from tracefix.answers.choice import verdict_of
from tracefix.answers.text import to_text
from tracefix.bundle.article_bundle import Bundle, open_bundle
from tracefix.cli.drawing import address, command, payload_of, short_payload_of
from tracefix.cli.environment import base_url, wants_colours
from tracefix.cli.output import complain, is_terminal, say
from tracefix.matching.verdict import Verdict
from tracefix.reading.decoding import decode

EXIT_STATUS = {Verdict.EXACT: 0, Verdict.NONE: 1, Verdict.LIKELY: 3}
UNREADABLE = 2
_MOST_BYTES = 10 * 1024 * 1024  # as the site takes


class _UnreadableError(Exception):
    """A file that cannot be read. The text names it and says why."""


def match(files: Sequence[str], *, as_json: bool) -> int:
    """Print the answer to each file, and return the exit status."""
    bundle = open_bundle()
    for problem in bundle.problems:
        complain(f"tracefix: {problem}")
    statuses = {0}
    for name in files:
        try:
            text = _read(name)
        except _UnreadableError as error:  # go on with the other files
            complain(str(error))
            statuses.add(UNREADABLE)
            continue
        statuses.add(_print_answer(bundle, text, name, as_json=as_json, is_named=len(files) > 1))
    return next(status for status in (UNREADABLE, 1, 3, 0) if status in statuses)


def _print_answer(bundle: Bundle, text: str, name: str, *, as_json: bool, is_named: bool) -> int:
    diagnosed = bundle.diagnose(text)
    if as_json:
        say(to_json({"file": name, **short_payload_of(diagnosed)}))
    else:
        payload = payload_of(bundle, diagnosed, address if base_url() else command)
        colours = wants_colours(is_terminal=is_terminal())
        say(to_text(payload, name=name if is_named else "", colours=colours))
    return EXIT_STATUS[verdict_of(diagnosed.diagnosis)]


def _read(name: str) -> str:
    """The text of a file, or of standard input for "-". Raises _UnreadableError."""
    try:
        if name == "-" and sys.stdin is None:
            raise _UnreadableError("standard input cannot be read: it is closed")
        if name == "-":
            data = sys.stdin.buffer.read(_MOST_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise _UnreadableError(f"{name} cannot be read: {error.strerror or error}") from error
    if len(data) > _MOST_BYTES:
        raise _UnreadableError(f"{name} is larger than 10 MB: cut out the part around the error")
    return decode(data)
