"""An exception of a running program, explained for the excepthook and both plug-ins. Never raises."""

from __future__ import annotations

import platform
import traceback
from collections.abc import Iterator
from importlib import metadata

_QUIET = (KeyboardInterrupt, SystemExit, GeneratorExit)  # somebody wanted these


def explain_failure(error: BaseException | None) -> list[str]:
    """A line for each known error; none for an unknown one, and none if TRACEFIX=off."""
    from tracefix.cli.environment import is_off

    if error is None or isinstance(error, _QUIET) or is_off():
        return []
    try:
        from tracefix.bundle.book import open_book
        from tracefix.cli.drawing import lines_of

        return lines_of(open_book(), text_of(error))
    except Exception as problem:
        return [f"tracefix: no explanation: {problem}"] if _is_ours(problem) else []


def text_of(error: BaseException) -> str:
    """The traceback as Python prints it, and below it the versions that decide something."""
    return "".join(traceback.format_exception(type(error), error, error.__traceback__)) + "\n".join(_versions())


def _versions() -> Iterator[str]:
    from tracefix.bundle.book import open_book

    yield f"Python {platform.python_version()}"
    for name in sorted(open_book().packages):
        try:
            yield f"{name}=={metadata.version(name)}"
        except metadata.PackageNotFoundError:
            continue


def _is_ours(problem: Exception) -> bool:
    """Whether our own installation is broken, which the reader should hear of."""
    from tracefix.bundle.data_file import DataFileError

    return isinstance(problem, DataFileError)
