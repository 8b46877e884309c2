"""An exception of a running program, explained for the excepthook and both plug-ins. Never raises.

It is loaded into the program before anything has failed, so nothing is imported here that a file of the program's own
folder may hide.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from traceback import TracebackException

_MOST_FRAMES = 2000  # of one exception: the last ones
_LONG = 10_000  # characters of a message
_QUIET = (KeyboardInterrupt, SystemExit, GeneratorExit)  # somebody wanted these


def explain_failure(error: BaseException | None, *, values: bool = False) -> list[str]:
    """A line for each known error; none for an unknown one, and none if TRACEFIX=off. With `values`, local values."""
    from tracefix.cli.environment import is_off, wants_values

    if error is None or isinstance(error, _QUIET) or is_off():
        return []
    try:
        from tracefix.bundle.article_bundle import open_bundle
        from tracefix.cli.drawing import lines_of

        shown = _values_of(error) if values and wants_values() else []
        return [*shown, *lines_of(open_bundle(), text_of(error))]
    except Exception as problem:
        return [_complaint(problem)] if _is_ours(problem) else []


def _values_of(error: BaseException) -> list[str]:
    from tracefix.cli.local_values import collect
    from tracefix.cli.values import lines_of_values

    return lines_of_values(collect(error))


def print_lines(error: BaseException | None, *, values: bool = False) -> None:
    """Print the lines for an exception on standard error, if the program has one that can be written."""
    if sys.stderr is None:  # as in a program without a console; print() would take standard output in its place
        return
    for line in explain_failure(error, values=values):
        try:
            print(line, file=sys.stderr)
        except (OSError, ValueError):  # it is full, or closed, or knows no arrow
            return


def text_of(error: BaseException) -> str:
    """The traceback as Python prints it, and below it the versions that decide something.

    Of a long one, its ends: a message may hold a whole batch, and the program that fails here may have little memory.
    """
    from itertools import chain
    from traceback import TracebackException

    from tracefix.cli.tail import ends

    shown = TracebackException(type(error), error, error.__traceback__, limit=-_MOST_FRAMES, compact=True)
    taken = _take_out_messages(shown)
    return ends(chain(_put_back(shown.format(), taken), _versions()))


def _take_out_messages(shown: TracebackException) -> list[str]:
    """Put a mark in the place of each long message and note, which formatting would copy and split, and return them."""
    taken: list[str] = []

    def marked(said: object) -> object:
        if not isinstance(said, str) or len(said) <= _LONG:
            return said
        taken.append(said)
        return f"\0{len(taken) - 1}\0"

    waiting = [shown]
    while waiting:
        each: Any = waiting.pop()  # some of what it holds is private, or of later Pythons
        for name in ("_str", "msg"):
            if hasattr(each, name):
                setattr(each, name, marked(getattr(each, name)))
        if len(getattr(each, "text", None) or "") > _LONG:  # the source of a SyntaxError, with a mark below it
            each.text = None
        if isinstance(notes := getattr(each, "__notes__", None), list):
            each.__notes__ = list(map(marked, notes))
        waiting += filter(None, [each.__cause__, each.__context__, *(getattr(each, "exceptions", None) or ())])
    return taken


def _put_back(pieces: Iterable[str], taken: list[str]) -> Iterator[str]:
    """The pieces with the messages in the place of their marks."""
    import re

    for piece in pieces:
        for place, part in enumerate(re.split("\0([0-9]{1,6})\0", piece)):
            yield taken[int(part)] if place % 2 and int(part) < len(taken) else part


def _versions() -> Iterator[str]:
    import platform
    from importlib import metadata

    from tracefix.bundle.article_bundle import open_bundle

    yield f"Python {platform.python_version()}\n"
    for name in sorted(open_bundle().packages):
        try:
            yield f"{name}=={metadata.version(name)}\n"
        except metadata.PackageNotFoundError:
            continue


def _complaint(problem: Exception) -> str:
    from tracefix.cli.language import say, say_error
    from tracefix.phrases import Phrase

    unexplained = Phrase("no explanation: {why}", why=say_error(problem))
    return f"tracefix: {say(unexplained)}"


def _is_ours(problem: Exception) -> bool:
    """Whether our own installation is broken, which the reader should hear of."""
    from tracefix.bundle.data_file import DataFileError

    return isinstance(problem, DataFileError)
