"""The folder that the workers of one server share."""

import pytest

from kb.server.run_folder import run_folder


@pytest.fixture(autouse=True)
def nothing_known():
    run_folder.cache_clear()
    yield
    run_folder.cache_clear()


@pytest.mark.slow
def test_the_folder_of_a_server_that_is_gone_is_cleared_away(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    for name in ("999999999-1", "1-1", "notes"):
        (tmp_path / "run" / name).mkdir(parents=True)

    mine = run_folder()

    assert sorted(path.name for path in (tmp_path / "run").iterdir()) == sorted([mine.name, "notes"])
