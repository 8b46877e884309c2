"""Run a Python program in this process as `python` would. Its tracebacks begin with its own first line."""

import io
import os
import runpy
import sys
from types import TracebackType
from typing import Any

_PACKAGE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "")  # noqa: PTH118, PTH120 - the fast way


def run_script(words: list[str]) -> int:
    """Run a file, with the words behind it as its arguments. Returns 0, or raises what the program raises."""
    import __main__

    path = os.path.abspath(words[0])  # noqa: PTH100 - resolve() would follow links, which Python does not
    try:
        with io.open_code(path) as file:
            source = file.read()
    except OSError as error:
        sys.exit(f"{sys.executable}: can't open file {path!r}: {error}")
    sys.argv[:] = words
    sys.path[0] = os.path.dirname(path)  # noqa: PTH120
    names: dict[str, Any] = __main__.__dict__  # the real one: what is pickled, or spawned, looks for names there
    names.clear()
    names.update(__name__="__main__", __file__=path, __builtins__=__builtins__, __spec__=None, __cached__=None)
    names.update(__doc__=None, __loader__=None, __package__=None)
    _cut_traces()
    exec(compile(source, path, "exec", dont_inherit=True), names)  # noqa: S102 - the reader's own program
    return 0


def run_module(words: list[str]) -> int:
    """Run a module as `python -m` does."""
    sys.argv[:] = words
    sys.path[0] = os.getcwd()  # noqa: PTH109
    _cut_traces()
    runpy.run_module(words[0], run_name="__main__", alter_sys=True)
    return 0


def _cut_traces() -> None:
    """Leave our own frames, which stand above the program's, out of what the excepthook prints."""
    before = sys.excepthook

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        while trace and _is_ours(trace):
            trace = trace.tb_next
        before(kind, error.with_traceback(trace), trace)

    sys.excepthook = hook


def _is_ours(trace: TracebackType) -> bool:
    file = trace.tb_frame.f_code.co_filename
    return file.startswith(_PACKAGE) or "runpy" in os.path.basename(file)  # noqa: PTH119
