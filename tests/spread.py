"""Which tests share a worker of pytest-xdist, and which come first, with `--dist loadfile`.

The tests of a file share one, so that what a module starts is started once, not once in each worker. So do all that
need a browser, those of the client, which is built once, and most that need PostgreSQL. What takes longest comes first:
who is last keeps nobody waiting.
"""

import importlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling

ROOT = Path(__file__).resolve().parents[1]
BROWSER = "tests/browser/"
CLIENT = "tests/client/"
POSTGRESQL = ("tests/store/", "tests/commands/test_new_article.py", "tests/test_replicas.py")
# as measured, the longest first
LONG = (
    *(BROWSER, CLIENT, POSTGRESQL[0]),
    *("tests/commands/", "tests/core/repros/", "tests/test_settings.py", "tests/test_mutations.py"),
    *("tests/core/matching/test_cost.py", "tests/server/", "tests/test_", "tests/core/search/"),
    *("tests/pages/", "tests/api/"),
)


def place(nodeid: str) -> int:
    """Where a test stands in the order of all."""
    return next((at for at, start in enumerate(LONG) if nodeid.startswith(start)), len(LONG))


def import_in_turn(arguments: Iterable[str], number: int, workers: int) -> None:
    """Import the test modules that will be collected: one worker begins with the first, the next further on.

    In a new checkout each has to be compiled, which takes most of the time of the collection. So each worker compiles
    those that it comes to first, and finds the others compiled.
    """
    places = [ROOT / argument.partition("::")[0] for argument in arguments]
    paths = sorted({path for place in places for path in ([place] if place.is_file() else place.rglob("test_*.py"))})
    start = len(paths) * number // workers
    for path in paths[start:] + paths[:start]:
        with suppress(Exception, pytest.skip.Exception):  # the collection says what is wrong with it
            importlib.import_module(".".join(path.resolve().relative_to(ROOT).with_suffix("").parts))


class Spread(LoadFileScheduling):
    """Gives whole files to workers, in the order of the collection."""

    def __init__(self, config: Any, log: Any = None) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False  # by the number of tests, which says nothing of how long they take

    def _split_scope(self, nodeid: str) -> str:
        """The name of what is given to one worker as a whole."""
        if nodeid.startswith(BROWSER):
            return BROWSER
        if nodeid.startswith(CLIENT):
            return CLIENT
        return POSTGRESQL[0] if nodeid.startswith(POSTGRESQL) else super()._split_scope(nodeid)
