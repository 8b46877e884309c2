import pytest


@pytest.fixture
def root(tmp_path):
    (tmp_path / "tags.yaml").write_text("cuda: CUDA\n", encoding="utf-8")
    return tmp_path
