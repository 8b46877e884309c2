"""Another database for a while, in the process of the tests."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from django.db import connections

from kb.store import state
from kb.store.database_url import read_database_url


@contextmanager
def use_database(url: str) -> Iterator[None]:
    """Within, the site's database is the one at this address; nobody knows yet how it is."""
    # Playwright's loop runs on in the process of the tests: Django would take every later one for asynchronous.
    with mock.patch.dict(os.environ, DJANGO_ALLOW_ASYNC_UNSAFE="1"):
        before = connections.settings
        _leave()
        connections.settings = connections.configure_settings({"default": read_database_url(url)})
        try:
            yield
        finally:
            _leave()
            connections.settings = before


def _leave() -> None:
    state.forget()
    connections["default"].close()
    del connections["default"]
