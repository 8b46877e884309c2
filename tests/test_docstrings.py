"""The examples in docstrings are true."""

import doctest
import importlib

import pytest

from tests.settings import BASE_DIR

FOLDERS = ("tracefix", "kb", "authoring", "tools")
MODULES = sorted(
    ".".join(path.relative_to(BASE_DIR).with_suffix("").parts)
    for folder in FOLDERS
    for path in (BASE_DIR / folder).rglob("*.py")
    if ">>>" in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", MODULES)
def test_its_examples_are_true(name):
    result = doctest.testmod(importlib.import_module(name))

    assert result.attempted
    assert not result.failed
