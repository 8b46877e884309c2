"""Skip tests whose program is not installed."""

import os
from typing import TypeVar

import pytest

_Found = TypeVar("_Found")


def require(found: _Found | None, name: str, package: str, tests: str) -> _Found:
    """Return `found`. If it is None, skip the test with a message, or fail it in CI, where all programs must exist."""
    if found is None:
        message = f"no {name} is installed (apt install {package}): {tests} did not run"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    return found
