"""Other shapes of a report: the same script, run by a launcher, in a notebook, with a logger, in a narrow terminal.

Each shape is made by really running the script that way, so that a paste is what a reader would have.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from textwrap import dedent

_COLUMNS = 80

_RUN = "import sys; path = sys.argv.pop(1); code = compile(open(path).read(), path, 'exec')"
_LOGGER = f"""
    import logging; {_RUN}
    logging.basicConfig(stream=sys.stderr, level="INFO", format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    try:
        exec(code, {{"__name__": "__main__", "__file__": path}})
    except Exception:
        logging.getLogger("train").exception("the run failed")
        sys.exit(1)
"""
_ONE_LINE = f"""
    import datetime, json, traceback; {_RUN}
    try:
        exec(code, {{"__name__": "__main__", "__file__": path}})
    except Exception:
        now = datetime.datetime.now().isoformat()
        line = {{"timestamp": now, "level": "ERROR", "logger": "train", "message": traceback.format_exc()}}
        print(json.dumps(line), file=sys.stderr)
        sys.exit(1)
"""
_NOTEBOOK = f"""
    {_RUN}
    from IPython.core.interactiveshell import InteractiveShell
    shell = InteractiveShell.instance(colors="nocolor")
    sys.exit(0 if shell.run_cell(open(path).read(), store_history=True).success else 1)
"""


@dataclass(frozen=True, slots=True)
class Shape:
    """A way to run a script: Python's arguments before it, extra packages, and how a terminal changes the output."""

    launcher: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    show: Callable[[str], str] = str


def wrap(text: str) -> str:
    """The text as a narrow terminal breaks it, in the middle of words.

    >>> wrap("x" * 100).index("\\n")
    80
    """
    lines = (line[at : at + _COLUMNS] for line in text.split("\n") for at in range(0, max(1, len(line)), _COLUMNS))
    return "\n".join(lines)


SHAPES: Mapping[str, Shape] = {
    "torchrun": Shape(("-m", "torch.distributed.run", "--standalone", "--nproc_per_node=1"), ("torch", "numpy")),
    "logger": Shape(("-c", dedent(_LOGGER))),
    "one-line": Shape(("-c", dedent(_ONE_LINE))),
    "wrapped": Shape(show=wrap),
    "notebook": Shape(("-c", dedent(_NOTEBOOK)), ("ipython",)),
}
