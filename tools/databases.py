"""Switch Django to another database for a while, within the process of the tests."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from django.db import connections

from kb.store import database_state
from kb.store.database_url import read_database_url


@contextmanager
def use_database(url: str) -> Iterator[None]:
    """Let the site use the database at this URL. Its condition is unknown at first."""
    # Playwright leaves an event loop running in this process, so Django takes all later code for asynchronous.
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
    database_state.forget()
    connections["default"].close()
    del connections["default"]
