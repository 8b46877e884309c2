"""Tests of what an operator installs, with the programs that read it. They run with --thorough, as in CI."""

import re

import pytest
from django.conf import settings


def pytest_collection_modifyitems(config, items):
    if not config.getoption("thorough"):
        for item in items:
            if "tests/deployment/" in item.path.as_posix():
                item.add_marker(pytest.mark.skip(reason="runs with --thorough"))


@pytest.fixture(scope="session")
def runbook():
    return (settings.BASE_DIR / "docs" / "runbook.md").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def commands(runbook):
    """A function that gives the runbook's lines of code that match a pattern, without what is indented around them."""

    def find(pattern):
        found = [line for line in re.findall(r"(?m)^ {4,}(\S.*)", runbook) if re.match(pattern, line)]
        assert found, f"the runbook has no {pattern} any more"
        return found

    return find
