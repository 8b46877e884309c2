"""A site whose database is away."""

import pytest

from tools.databases import use_database


@pytest.fixture(params=["unreachable", "not migrated"])
def no_database(request, django_db_blocker, tmp_path):
    url = (
        "postgresql://me@127.0.0.1:9/state"
        if request.param == "unreachable"
        else f"sqlite:///{tmp_path / 'empty.sqlite3'}"
    )
    with django_db_blocker.unblock(), use_database(url):
        yield request.param
