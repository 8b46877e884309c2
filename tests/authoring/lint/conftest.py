import pytest

from tests.authoring.lint.tools import MESSAGE, write_article


@pytest.fixture
def root(tmp_path):
    return tmp_path / "articles"


@pytest.fixture
def folder(root):
    """A good article: a pair, a recorded run and a paste."""
    return write_article(root, "boom", MESSAGE)
