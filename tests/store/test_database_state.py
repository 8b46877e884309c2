"""What a use of the database says about it."""

import datetime

import psycopg
import pytest
from django.db import DataError, IntegrityError, ProgrammingError

from kb.models import WantedError
from kb.store import database_state


def test_a_value_that_it_does_not_take_is_not_its_fault(database):
    day = datetime.date(2026, 1, 31)
    with database_state.reach_database():
        WantedError.objects.create(key="1", first_seen=day)

    with pytest.raises((DataError, IntegrityError)), database_state.reach_database():
        WantedError.objects.create(key="1", first_seen=day)

    assert database_state.condition() == "ok"


@pytest.mark.parametrize(
    ("by", "condition"),
    [
        (psycopg.errors.UndefinedTable("no table"), "not migrated: run manage.py migrate"),
        (psycopg.ProgrammingError("bad value for connect_timeout: 'soon'"), "unreachable"),
        (None, "not migrated: run manage.py migrate"),  # ours: a migration was not applied
    ],
)
def test_a_url_that_it_cannot_use_is_not_a_missing_migration(by, condition):
    database_state.forget()

    with pytest.raises(database_state.StateError, match=f"^{condition}$"), database_state.reach_database():
        raise ProgrammingError from by
