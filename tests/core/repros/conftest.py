import pytest

from kb.core.repros.environments import probe
from tests.core.repros.tools import PYTHON


@pytest.fixture(scope="session")
def environment():
    return probe(PYTHON)
