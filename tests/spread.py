"""Which tests share a worker of pytest-xdist, and which come first, with `--dist loadfile`.

The tests of a file share one, so that what a module starts is started once, not once in each worker. So do all that
need a browser, those of the client, which is built once, and most that need PostgreSQL. What takes longest comes first:
who is last keeps nobody waiting.
"""

from typing import Any

from xdist.scheduler import LoadFileScheduling

BROWSER = "tests/browser/"
CLIENT = "tests/client/"
POSTGRESQL = ("tests/store/", "tests/commands/test_new_article.py", "tests/test_replicas.py")
# as measured, the longest first
LONG = (
    *(BROWSER, POSTGRESQL[0], "tests/core/repros/", "tests/core/matching/test_cost.py", "tests/test_mutations.py"),
    *(
        "tests/test_secrets.py",
        "tests/test_settings.py",
        "tests/commands/",
        "tests/core/search/",
        "tests/test_scale.py",
    ),
    *(CLIENT, "tests/server/", "tests/test_", "tests/pages/", "tests/api/"),
)


def place(nodeid: str) -> int:
    """Where a test stands in the order of all."""
    return next((at for at, start in enumerate(LONG) if nodeid.startswith(start)), len(LONG))


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
