"""What a use of the database says about it."""

import datetime
import re

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import DataError, IntegrityError, OperationalError, ProgrammingError, connection

from kb.models import WantedError
from kb.store import database_state
from kb.store.database_url import describe_database


@pytest.fixture(autouse=True)
def _forgotten():
    """The condition belongs to the process: what a test tells of the database is no other test's."""
    database_state.forget()
    yield
    database_state.forget()


def test_a_value_that_it_does_not_take_is_not_its_fault(database):
    day = datetime.date(2026, 1, 31)
    with database_state.reach_database():
        WantedError.objects.create(key="1", first_seen=day)

    with pytest.raises((DataError, IntegrityError)), database_state.reach_database():
        WantedError.objects.create(key="1", first_seen=day)

    assert database_state.condition() == "ok"


@pytest.mark.parametrize(
    ("wording", "told"),
    [
        (
            'database "x" does not exist',
            r"unreachable: there is no database \S+ \(3D000\)\. If DATABASE_URL is wrong: it looks like \S+, or \S+$",
        ),
        ("could not extend file", r"unreachable: its disk is full \(53100\)$"),
        (
            "invalid response to SSL negotiation: H",
            r"unreachable: If DATABASE_URL is wrong: it looks like \S+, or \S+$",
        ),
    ],
)
def test_the_operator_is_told_which_variable_to_correct(wording, told):
    with pytest.raises(database_state.StateError), database_state.reach_database():
        raise OperationalError from psycopg.OperationalError(wording)

    assert re.fullmatch(told, database_state.describe_condition())
    assert "DATABASE_URL" not in database_state.condition()  # which /readyz shows


@pytest.mark.parametrize(
    ("by", "condition"),
    [
        (psycopg.errors.UndefinedTable("no table"), "not migrated: run the command migrate"),
        (psycopg.ProgrammingError("bad value for connect_timeout: 'soon'"), "unreachable"),
        (None, "not migrated: run the command migrate"),  # ours: a migration was not applied
    ],
)
def test_a_url_that_it_cannot_use_is_not_a_missing_migration(by, condition):
    with pytest.raises(database_state.StateError, match=f"^{condition}$"), database_state.reach_database():
        raise ProgrammingError from by


@pytest.mark.parametrize("error", [ImproperlyConfigured("hunter2"), UnicodeError("hunter2")])
def test_a_url_that_its_driver_refuses_is_told_in_one_line_without_it(monkeypatch, error):
    def connect():
        raise error

    monkeypatch.setattr(connection, "ensure_connection", connect)

    with pytest.raises(database_state.StateError, match=r"^unreachable$") as refused:
        database_state.look()

    told = [database_state.describe_condition(), database_state.describe_failure(refused.value.__cause__)]
    assert told[0].startswith("unreachable: If DATABASE_URL is wrong: it looks like ")
    assert told[1].startswith(f"{type(error).__name__}. If DATABASE_URL is wrong: it looks like ")
    assert "hunter2" not in str(told)


def test_a_database_that_is_not_migrated_is_named():
    with pytest.raises(database_state.StateError), database_state.reach_database():
        raise ProgrammingError

    which = describe_database(connection.settings_dict)
    assert database_state.describe_condition() == (
        f"not migrated: run the command migrate. It is {which}: if that is a wrong one, correct DATABASE_URL instead"
    )
    assert which not in database_state.condition()


def test_where_a_site_has_no_database_url_to_migrate_is_no_advice(settings):
    settings.IS_SITE, settings.HAS_DATABASE = True, False
    with pytest.raises(database_state.StateError), database_state.reach_database():
        raise ProgrammingError

    assert database_state.condition() == "not migrated: set DATABASE_URL"
    assert "correct DATABASE_URL" not in database_state.describe_condition()
