"""Environments are made beside the scripts that run, a few ahead, and removed after their last use."""

import threading
from pathlib import Path

import pytest

from authoring.repros.environment_pool import EnvironmentPool
from tracefix.repros.environments import Environment, PreparationError


def environment(name):
    return Environment(Path(name), Path(name), "3.11.7", "Linux x86_64", {}, {}, "")


class Site:
    """Makes environments, and remembers when: each is an event that can be waited for."""

    def __init__(self):
        self.made = {name: threading.Event() for name in "abcd"}
        self.removed = []

    def make(self, name):
        self.made[name].set()
        if name == "d":
            raise PreparationError("no network")
        return environment(name)

    def supply(self, wanted):
        return EnvironmentPool(wanted, self.make, lambda it: self.removed.append(it.python.name))


@pytest.fixture
def site():
    return Site()


def test_each_is_made_once_and_removed_after_its_last_use(site):
    seen = []
    with site.supply("aba") as supply:
        for name in "aba":
            with supply.use(name) as made:
                seen.append((made.python.name, [*site.removed]))

    assert seen == [("a", []), ("b", []), ("a", ["b"])]
    assert site.removed == ["b", "a"]


def test_two_are_made_ahead_and_no_more(site):
    with site.supply("abcd") as supply:
        assert site.made["b"].wait(10)
        assert not site.made["c"].wait(0.2)
        with supply.use("a"):
            assert site.made["c"].wait(10)
            assert not site.made["d"].wait(0.2)


def test_what_cannot_be_made_is_said_at_each_use(site):
    with site.supply("dd") as supply:
        for _ in "dd":
            with pytest.raises(PreparationError, match="no network"), supply.use("d"):
                pass

    assert site.removed == []


def test_after_an_error_nothing_more_is_made_and_nothing_is_left(site):
    def fail():
        with site.supply("abcd") as supply, supply.use("a"):
            assert site.made["c"].wait(10)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()

    assert sorted(site.removed) == ["a", "b", "c"]
    assert not site.made["d"].is_set()
