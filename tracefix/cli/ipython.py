"""An extension of IPython and Jupyter: one line below a known error, and `%tracefix` for the whole answer to the last.

%load_ext tracefix
"""

from __future__ import annotations

import sys
from typing import Any

from tracefix.cli.failures import explain_failure, print_lines, text_of


class Extension:
    """The extension that `%load_ext` registers with a shell and `%unload_ext` removes."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._last: BaseException | None = None
        self.has_values = False

    def load(self) -> None:
        self._shell.events.register("post_run_cell", self.after_cell)
        self._shell.register_magic_function(self.answer, "line", "tracefix")

    def unload(self) -> None:
        self._shell.events.unregister("post_run_cell", self.after_cell)

    def after_cell(self, result: Any) -> None:
        """Print the lines for what a cell raised, below its traceback."""
        error = result.error_in_exec or result.error_before_exec
        if error is None:
            return
        self._last = error
        if not hasattr(self._shell, "kernel"):  # a terminal
            print_lines(error, values=self.has_values)
        elif lines := explain_failure(error, values=self.has_values):
            page = "".join(map(to_html, lines))
            self._shell.display_pub.publish({"text/plain": "\n".join(lines), "text/html": page})

    def answer(self, line: str = "") -> None:
        """`%tracefix`: the whole answer to the last error."""
        from tracefix.answers.text import to_text
        from tracefix.bundle.article_bundle import open_bundle
        from tracefix.cli.drawing import address, command, payload_of
        from tracefix.cli.environment import base_url
        from tracefix.cli.language import say
        from tracefix.phrases import sentence

        error = self._last or getattr(sys, "last_value", None)
        if error is None:
            print(say(sentence("No cell has failed yet.")))
            return
        bundle = open_bundle()
        payload = payload_of(bundle, bundle.diagnose(text_of(error)), address if base_url() else command)
        print(to_text(payload, say=say), end="")


def to_html(line: str) -> str:
    """A line for a page of Jupyter. It may repeat what a program printed, so all of it is escaped."""
    from html import escape

    said, _, where = line.removesuffix(")").rpartition(" (")
    if where.startswith("tracefix explain "):
        return f"<p>{escape(said)} (<code>{escape(where)}</code>)</p>"
    if where.startswith(("https://", "http://")):
        return f'<p>{escape(said)} (<a href="{escape(where)}">{escape(where)}</a>)</p>'
    return f"<p>{escape(line)}</p>"


_loaded: dict[int, Extension] = {}


def load(shell: Any, *, values: bool = False) -> None:
    """Called by %load_ext, and by install(), which may ask for local values."""
    if id(shell) not in _loaded:
        _loaded[id(shell)] = Extension(shell)
        _loaded[id(shell)].load()
    _loaded[id(shell)].has_values = values


def unload(shell: Any) -> None:
    """Called by %unload_ext."""
    if extension := _loaded.pop(id(shell), None):
        extension.unload()
