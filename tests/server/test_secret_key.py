"""The secret key is made once, privately, whoever starts first."""

import errno
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kb.server.secret_key import secret_key


def test_it_is_made_once_and_kept(tmp_path):
    key = secret_key(tmp_path / "var")

    assert len(key) >= 50
    assert secret_key(tmp_path / "var") == key


def test_nobody_else_can_read_it_and_nothing_else_is_left(tmp_path):
    secret_key(tmp_path)

    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_every_site_has_another(tmp_path):
    assert secret_key(tmp_path / "one") != secret_key(tmp_path / "two")


def test_processes_that_start_at_once_agree(tmp_path):
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(secret_key, [tmp_path] * 64))

    assert keys == {(tmp_path / "secret_key").read_text()}
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


@pytest.mark.parametrize("error", [PermissionError, OSError])
def test_a_disk_that_cannot_be_written_stops_nothing(tmp_path, monkeypatch, error):
    def refuse(*args, **options):
        raise error("read-only")

    monkeypatch.setattr(Path, "mkdir", refuse)

    assert secret_key(tmp_path / "var") != secret_key(tmp_path / "var")


def test_a_disk_without_links_stops_nothing_and_is_left_clean(tmp_path, monkeypatch):
    def refuse(*args):
        raise PermissionError("no links here")

    monkeypatch.setattr(os, "link", refuse)

    assert len(secret_key(tmp_path)) >= 50
    assert not list(tmp_path.iterdir())


def test_a_disk_that_refuses_even_to_remove_stops_nothing(tmp_path, monkeypatch):
    def refuse(*args, **options):
        raise OSError(errno.EROFS, "Read-only file system")

    for name in ("mkdir", "unlink"):
        monkeypatch.setattr(Path, name, refuse)

    assert secret_key(tmp_path / "var") != secret_key(tmp_path / "var")
