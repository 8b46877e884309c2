"""Programs of the system that some tests need."""

import os
from typing import TypeVar

import pytest

_Found = TypeVar("_Found")


def needed(found: _Found | None, name: str, package: str, tests: str) -> _Found:
    """What was found. Without it the test is skipped with a message, and fails in CI, where it must be there."""
    if found is None:
        message = f"no {name} is installed (apt install {package}): {tests} did not run"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    return found
