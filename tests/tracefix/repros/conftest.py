import pytest

from tests.tracefix.repros.tools import PYTHON
from tracefix.repros.environments import probe


@pytest.fixture(scope="session")
def environment():
    return probe(PYTHON)
