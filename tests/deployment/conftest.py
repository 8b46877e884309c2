"""Tests of what an operator installs, with the programs that read it. They are slow: CI runs them."""

import re

import pytest
from django.conf import settings

from kb.server import shared_counters
from kb.server.limits import get_limits
from kb.server.metrics import Metrics
from kb.server.shared_counters import has_redis
from tools.redis_server import RedisServer, find_redis
from tools.required_programs import require


@pytest.hookimpl(tryfirst=True)  # before what is slow is left out
def pytest_collection_modifyitems(items):
    for item in items:
        if "tests/deployment/" in item.path.as_posix():
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def runbook():
    return (settings.BASE_DIR / "docs" / "runbook.md").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def production():
    return (settings.BASE_DIR / "docs" / "production.md").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def commands(runbook, production):
    """A function that gives the lines of code for operators that match a pattern, without the space around them."""
    text = production + runbook + (settings.BASE_DIR / "docs" / "settings.md").read_text(encoding="utf-8")

    def find(pattern):
        found = [line for line in re.findall(r"(?m)^ {4,}(\S.*)", text) if re.match(pattern, line)]
        assert found, f"the documents have no {pattern} any more"
        return found

    return find


@pytest.fixture
def redis(tmp_path):
    """A redis-server that was not started yet."""
    program = require(find_redis(), "redis-server", "redis-server", "the tests of Redis")
    require(has_redis() or None, "package redis", "nothing: requirements-redis.txt", "the tests of Redis")
    server = RedisServer(program, tmp_path)
    yield server
    server.stop()


@pytest.fixture
def use_redis(settings, monkeypatch):
    """A function that counts clients at a URL; gives the counters."""
    settings.LIMITS = {"match": "2/hour", "search": "off"}
    # To shake hands takes long where the machine is busy, and only then does the cause differ.
    monkeypatch.setattr(shared_counters, "SECONDS", 20.0)
    monkeypatch.setattr(shared_counters, "PAUSE_SECONDS", 0.0)

    def use(url):
        settings.REDIS_URL = url
        get_limits.cache_clear()
        return get_limits()

    yield use
    get_limits.cache_clear()


@pytest.fixture
def redis_up():
    """A function that gives the value of the metric tracefix_redis_up."""
    return lambda: float(re.search(r"(?m)^tracefix_redis_up (\S+)$", Metrics().text()[0].decode())[1])
