"""Tables of cases that would fill a test: they stand in the TOML file beside it, which has its name."""

import tomllib
from pathlib import Path


def read_tables(test):
    """The tables of a test file, given its `__file__`."""
    return tomllib.loads(Path(test).with_suffix(".toml").read_text(encoding="utf-8"))
