"""The environment of the tests themselves, in which scripts are run."""

from tests.tracefix.repros.conftest import environment

__all__ = ["environment"]
