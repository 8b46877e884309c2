"""What Redis needs installs with every Python that the site takes; the oldest wants one package more."""

import tomllib

import pytest
from django.conf import settings
from packaging.requirements import Requirement

ROOT = settings.BASE_DIR


def pinned():
    lines = (ROOT / "requirements-redis.txt").read_text(encoding="utf-8").splitlines()
    return [Requirement(line.rstrip(" \\")) for line in lines if line[:1].isalpha()]


@pytest.mark.parametrize(("python", "names"), [("3.11.2", {"redis", "async-timeout"}), ("3.13.0", {"redis"})])
def test_nothing_is_missing(python, names):
    asked = [one for one in pinned() if not one.marker or one.marker.evaluate({"python_full_version": python})]

    assert {one.name for one in asked} == names
    assert all(str(one.specifier).startswith("==") for one in asked)


def test_the_oldest_python_is_still_one_that_needs_it():
    lowest = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["requires-python"]

    assert lowest == ">=3.11", "then requirements-redis.in needs no async-timeout"
