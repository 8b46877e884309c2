"""Which tests run in the same fork of tests/parallel.py, and in which order.

The tests of a file run in the same fork, so that a fixture of the module is set up once. So do all tests that need a
browser, all tests of the client (its wheel is built once), and most that need PostgreSQL. The longest groups come
first, so that no fork is still busy with one when the others have finished.
"""

import importlib
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BROWSER = "tests/browser/"
CLIENT = "tests/client/"
POSTGRESQL = ("tests/store/", "tests.commands/test_new_article.py", "tests/test_replicas.py")
# ordered by measured time, the longest first
LONG = (
    *(BROWSER, CLIENT, POSTGRESQL[0]),
    *("tests/commands/", "tests/tracefix/repros/", "tests/test_settings.py", "tests/test_mutations.py"),
    *("tests/tracefix/matching/test_cost.py", "tests/server/", "tests/test_", "tests/tracefix/search/"),
    *("tests/pages/", "tests/api/"),
)


def place(nodeid: str) -> int:
    """The rank of a test in the order of all tests, from 0."""
    return next((at for at, start in enumerate(LONG) if nodeid.startswith(start)), len(LONG))


def group_of(nodeid: str) -> str:
    """The name of the group of a test. A group runs in one fork."""
    if nodeid.startswith(BROWSER):
        return BROWSER
    if nodeid.startswith(CLIENT):
        return CLIENT
    return POSTGRESQL[0] if nodeid.startswith(POSTGRESQL) else nodeid.partition("::")[0]


def is_compiled() -> bool:
    """Whether pytest has compiled the test modules before."""
    return any((ROOT / "tests" / "__pycache__").glob("test_*-pytest-*.pyc"))


def compile_from_the_end() -> None:
    """Import the test modules in reverse order, while another process collects them from the first on.

    In a new checkout each module has to be compiled, which takes most of the time of the collection.
    """
    for path in sorted((ROOT / "tests").rglob("test_*.py"), reverse=True):
        with suppress(Exception, pytest.skip.Exception):  # the collection reports a module that cannot be imported
            importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
