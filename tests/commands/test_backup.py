"""`manage.py backup` keeps whole backups, tells when it has none, and shows no password."""

import os
import sqlite3
import stat
from datetime import datetime
from unittest import mock

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from kb.server.var_folder import backup_time
from kb.store import backup
from tools.databases import use_database

TODAY = "2026-03-04"


@pytest.fixture(autouse=True)
def today(monkeypatch):
    stopped = mock.Mock(now=lambda zone: datetime(2026, 3, 4, tzinfo=zone))
    monkeypatch.setattr(backup, "datetime", stopped)


@pytest.fixture(autouse=True)
def var(settings, tmp_path):
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "backups").mkdir()
    return tmp_path / "backups"


def test_a_backup_is_private_bears_the_day_and_is_told(folder, any_database, capsys):
    call_command("backup", str(folder))

    (path,) = folder.iterdir()
    assert path.name == f"{TODAY}.sqlite3"
    assert str(path) in capsys.readouterr().out
    assert sqlite3.connect(path).execute("SELECT count(*) FROM kb_vote").fetchone() == (0,)
    assert backup_time()


def test_the_oldest_go_and_other_files_stay(folder, any_database):
    for name in (
        "2026-01-01.sqlite3",
        "2026-01-02.sql.gz",
        "2026-01-03.sqlite3",
        "notes.txt",
        "2026-01-04.sqlite3.part",
    ):
        (folder / name).write_text("")

    call_command("backup", str(folder), keep=2)

    assert sorted(path.name for path in folder.iterdir()) == sorted(
        ["2026-01-03.sqlite3", f"{TODAY}.sqlite3", "notes.txt", "2026-01-04.sqlite3.part"]
    )


def test_one_that_fails_leaves_that_of_before_and_counts_for_none(folder, any_database, monkeypatch):
    (folder / f"{TODAY}.sqlite3").write_text("of this morning")

    def fail(path):
        path.write_text("half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup, "_copy_sqlite", fail)

    with pytest.raises(CommandError, match=r"There is no backup of today\. .*No space left on device"):
        call_command("backup", str(folder))

    assert (folder / f"{TODAY}.sqlite3").read_text() == "of this morning"
    assert backup_time() is None


def test_a_folder_that_is_not_there_is_told(any_database, tmp_path):
    with pytest.raises(CommandError, match="No such file or directory"):
        call_command("backup", str(tmp_path / "no"))


def test_the_password_is_in_no_process_list(folder, tmp_path, monkeypatch, django_db_blocker):
    """pg_dump gets it in its environment, which only its own user can read."""
    program = tmp_path / "pg_dump"
    program.write_text('#!/bin/sh\necho "$@" >"$TOLD"; echo "$PGPASSWORD $PGSSLMODE" >>"$TOLD"\n')
    program.chmod(stat.S_IRWXU)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("TOLD", str(tmp_path / "told"))

    with django_db_blocker.unblock(), use_database("postgresql://me:hunter2@db.example:5433/votes?sslmode=require"):
        assert connection.vendor == "postgresql"
        call_command("backup", str(folder))

    arguments, environment = (tmp_path / "told").read_text().splitlines()
    assert "hunter2" not in arguments
    assert arguments.startswith("-U me -h db.example -p 5433 --no-owner")
    assert environment == "hunter2 require"


def test_what_pg_dump_says_is_told(folder, tmp_path, monkeypatch, django_db_blocker):
    program = tmp_path / "pg_dump"
    program.write_text("#!/bin/sh\necho 'pg_dump: error: nobody listens' >&2; exit 1\n")
    program.chmod(stat.S_IRWXU)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    with (
        django_db_blocker.unblock(),
        use_database("postgresql://me:hunter2@db.example/votes"),
        pytest.raises(CommandError, match=r"no backup of today\. pg_dump: error: nobody listens"),
    ):
        call_command("backup", str(folder))

    assert not list(folder.glob("*.gz"))
