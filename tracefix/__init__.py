"""Tracefix where the error happens: known errors of deep-learning jobs, matched on this machine. Nothing is sent.

>>> import tracefix
>>> tracefix.match("ModuleNotFoundError: No module named 'cv2'")["matches"][0]["slug"]  # doctest: +SKIP
'no-module-named-cv2'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tracefix.answers.json_shapes import DiagnosisOut

__version__ = "0.1.0"
__all__ = ["__version__", "install", "match"]


def match(text: str) -> DiagnosisOut:
    """The answer to a paste, as `tracefix match --json` prints it."""
    from tracefix.bundle.article_bundle import open_bundle  # here, so that plug-ins that import tracefix start at once
    from tracefix.cli.drawing import payload_of

    bundle = open_bundle()
    return payload_of(bundle, bundle.diagnose(text))


def install(*, values: bool = False) -> None:
    """Explain each uncaught exception of this program below its traceback; in IPython and Jupyter, each of a cell.

    With `values`, what the variables of the failing line held is shown, too: short, and without what looks like a
    secret; never where the environment variable CI is set.
    """
    import sys

    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is not None:
        from tracefix.cli.ipython import load

        load(shell, values=values)
        return
    from tracefix.cli.excepthook import install as install_hook

    install_hook(values=values)


def load_ipython_extension(shell: Any) -> None:
    """For `%load_ext tracefix`."""
    from tracefix.cli.ipython import load

    load(shell)


def unload_ipython_extension(shell: Any) -> None:
    """For `%unload_ext tracefix`."""
    from tracefix.cli.ipython import unload

    unload(shell)
