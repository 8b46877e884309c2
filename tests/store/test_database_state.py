"""What a use of the database says about it."""

import datetime

import pytest
from django.db import DataError, IntegrityError

from kb.models import WantedError
from kb.store import database_state


def test_a_value_that_it_does_not_take_is_not_its_fault(database):
    day = datetime.date(2026, 1, 31)
    with database_state.reach_database():
        WantedError.objects.create(key="1", first_seen=day)

    with pytest.raises((DataError, IntegrityError)), database_state.reach_database():
        WantedError.objects.create(key="1", first_seen=day)

    assert database_state.condition() == "ok"
