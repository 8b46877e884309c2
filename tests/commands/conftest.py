"""What the tests of several commands share."""

from functools import cache

import pytest

from tracefix.repros import environments

ask_once = cache(environments.probe)  # tests/tracefix/repros/test_environments.py asks anew


@pytest.fixture
def asked_once(monkeypatch):
    """The interpreter of these tests is asked once what it is: that takes longer than the scripts that they run."""
    monkeypatch.setattr(environments, "probe", ask_once)
