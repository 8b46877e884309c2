"""Which tests share a process of tests/parallel.py, and which come first.

The tests of a file share one, so that what a module starts is started once, not once in each. So do all that need a
browser, those of the client, which is built once, and most that need PostgreSQL. What takes longest comes first: who is
last keeps nobody waiting.
"""

import importlib
from contextlib import suppress
from pathlib import Path

import pytest

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


def group_of(nodeid: str) -> str:
    """The name of what is given to one process as a whole."""
    if nodeid.startswith(BROWSER):
        return BROWSER
    if nodeid.startswith(CLIENT):
        return CLIENT
    return POSTGRESQL[0] if nodeid.startswith(POSTGRESQL) else nodeid.partition("::")[0]


def is_compiled() -> bool:
    """Whether the modules of the tests were compiled before."""
    return any((ROOT / "tests" / "__pycache__").glob("test_*-pytest-*.pyc"))


def compile_from_the_end() -> None:
    """Import the test modules, the last one first, in a process beside the one that collects them from the first on.

    In a new checkout each has to be compiled, which takes most of the time of the collection.
    """
    for path in sorted((ROOT / "tests").rglob("test_*.py"), reverse=True):
        with suppress(Exception, pytest.skip.Exception):  # the collection says what is wrong with it
            importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
