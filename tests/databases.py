"""Another database for a while, in the process of the tests."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connections

from kb.database_url import read_database_url


@contextmanager
def use_database(url: str) -> Iterator[None]:
    """Within, the site's database is the one at this address."""
    before = connections.settings
    _leave()
    connections.settings = connections.configure_settings({"default": read_database_url(url)})
    try:
        yield
    finally:
        _leave()
        connections.settings = before


def _leave() -> None:
    connections["default"].close()
    del connections["default"]
