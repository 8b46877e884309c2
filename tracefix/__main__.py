"""`python -m tracefix script.py …` and `python -m tracefix -m module …`: a program, with our excepthook.

With anything else it is the command `tracefix`.
"""

import os
import sys


def main() -> int:
    words = sys.argv[1:]
    if words[:1] == ["-m"] and len(words) > 1:
        return _run_program(words[1:], is_module=True)
    if words and words[0].endswith((".py", ".pyw", ".pyc")):
        return _run_program(words, is_module=False)
    _leave_out_folder()
    from tracefix.cli.main import main as run_command

    return run_command()


def _run_program(words: list[str], *, is_module: bool) -> int:
    """Run a program as Python itself would: its exceptions are raised here, to the excepthook."""
    from tracefix.cli.environment import is_off
    from tracefix.cli.run_in_process import run_module, run_script

    if not is_off():
        from tracefix.cli.excepthook import install

        install()
    return run_module(words) if is_module else run_script(words)


def _leave_out_folder() -> None:
    """Take the current folder, which -m adds, from the path: a json.py in it is neither ours nor to be run."""
    here = os.getcwd()  # noqa: PTH109
    if sys.path[:1] == [here] and os.path.dirname(os.path.dirname(os.path.abspath(__file__))) != here:  # noqa: PTH100, PTH120
        del sys.path[0]


if __name__ == "__main__":
    sys.exit(main())
