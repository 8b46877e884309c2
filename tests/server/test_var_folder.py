"""The disk of var/ is known to have room or none, and the time of the last backup is that of its file."""

import os
from types import SimpleNamespace

import pytest

from kb.server import var_folder
from kb.server.var_folder import backup_file, backup_time, free_bytes


@pytest.fixture(autouse=True)
def var(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    return tmp_path


@pytest.mark.parametrize(
    ("blocks", "flag", "room"),
    [(10, 0, 40_960), (0, 0, 0), (10, os.ST_RDONLY, 0)],
    ids=["room", "full", "read-only"],
)
def test_the_room_is_what_can_be_written(monkeypatch, blocks, flag, room):
    disk = SimpleNamespace(f_bavail=blocks, f_frsize=4096, f_flag=flag)
    monkeypatch.setattr(var_folder.os, "statvfs", lambda folder: disk)

    assert free_bytes() == room


def test_a_folder_that_is_gone_or_of_another_user_has_none(settings, tmp_path, monkeypatch):
    assert free_bytes() > 0
    monkeypatch.setattr(var_folder.os, "access", lambda folder, way: False)
    assert free_bytes() == 0
    settings.VAR_DIR = tmp_path / "gone"
    assert free_bytes() == 0


def test_a_backup_has_a_time_once_it_was_made():
    assert backup_time() is None

    backup_file().touch()
    os.utime(backup_file(), (1_000, 1_000))

    assert backup_time() == 1_000
