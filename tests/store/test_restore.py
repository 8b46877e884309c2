"""A backup, restored as docs/runbook.md says and by its very commands, lacks no row and takes further votes."""

import datetime
import os
import re
import shutil
import subprocess
import sys

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from kb.models import Vote, WantedError, WantedReport
from kb.store import votes
from kb.store.backup import back_up
from tools.databases import use_database
from tools.postgresql import find_postgresql

DAY = datetime.date(2026, 1, 31)
WORDS = [
    'it\'s "quoted"',
    "zwei\nZeilen\tund \\ mehr",
    "显存不足",
    "<b>&amp;</b>",
    "\\.",
    "; DROP TABLE kb_vote; --",
    "🔥",
]
SECTION = (settings.BASE_DIR / "docs" / "runbook.md").read_text(encoding="utf-8").partition("## Restore\n")[2]
COMMANDS = re.findall(r"(?m)^    (\S.*)", SECTION.partition("\n## ")[0])


def fill():
    """Rows in every table; the last vote is gone again, so that its number is used up."""
    for number, words in enumerate(WORDS * 3):
        error = WantedError.objects.create(
            key=f"key {number}",
            exception="RuntimeError",
            message=words,
            frames=[{"file": words, "line": number}],
            note=words,
            first_seen=DAY,
        )
        for day in range(3):
            WantedReport.objects.create(
                error=error,
                versions={"torch": words},
                day=DAY + datetime.timedelta(day),
                ballot=f"report {number} {day}",
            )
        votes.vote("boom", words, helped=bool(number % 2), ballot=f"vote {number}")
    votes.vote("boom", "", helped=True, ballot="gone")
    used_up = Vote.objects.get(ballot="gone").pk
    Vote.objects.filter(ballot="gone").delete()
    return used_up


def everything():
    """Every row of every table of ours."""
    found = {
        model.__name__: list(model.objects.order_by("pk").values()) for model in apps.get_app_config("kb").get_models()
    }
    assert all(found.values()), "fill() leaves a table empty"
    return found


def assert_lives_on(used_up):
    call_command("migrate", check_unapplied=True, verbosity=0)
    before = Vote.objects.count()

    votes.vote("boom", "", helped=True, ballot="new")
    votes.vote("boom", WORDS[0], helped=True, ballot="vote 0")  # a voter of before thinks otherwise now
    WantedError.objects.create(key="new", first_seen=DAY).reports.create(day=DAY, ballot="new")
    WantedError.objects.get(key="key 0").delete()

    assert Vote.objects.count() == before + 1
    assert Vote.objects.get(ballot="new").pk > used_up
    assert Vote.objects.get(ballot="vote 0").helped
    assert not WantedReport.objects.filter(ballot__startswith="report 0 ").exists()


def run(pattern, folder, **environment):
    """Run the runbook's lines that match, and give what they print. `tracefix-manage` is manage.py of here."""
    lines = [line for line in COMMANDS if re.match(pattern, line)]
    assert lines, f"the runbook has no {pattern} any more"
    manage = folder / "bin" / "tracefix-manage"
    manage.parent.mkdir(exist_ok=True)
    manage.write_text(f'#!/bin/sh\ncd {settings.BASE_DIR} && exec {sys.executable} manage.py "$@"\n')
    manage.chmod(0o755)
    path = f"{manage.parent}:{find_postgresql()}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "DJANGO_SETTINGS_MODULE": "kb.settings", **environment}
    printed = ""
    for line in lines:
        done = subprocess.run(["bash", "-c", line], cwd=folder, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, (line, done.stderr)
        assert "SET" not in done.stdout, "psql prints what it did"
        printed += done.stdout
    return printed


@pytest.mark.slow
def test_a_restored_postgresql_lacks_nothing(
    postgresql_url, cluster, tmp_path, request, django_db_blocker, monkeypatch
):
    cluster.sql("DROP DATABASE IF EXISTS restored")
    request.addfinalizer(lambda: cluster.sql("DROP DATABASE IF EXISTS restored WITH (FORCE)"))
    monkeypatch.setenv("PATH", f"{find_postgresql()}:{os.environ['PATH']}")
    with django_db_blocker.unblock():
        with use_database(postgresql_url):
            used_up = fill()
            before = everything()

            backup = str(back_up(tmp_path))
            votes.vote("boom", "", helped=True, ballot="after the backup")
        environment = {"DATABASE_URL": postgresql_url, "RESTORED_URL": cluster.url("restored"), "BACKUP": backup}
        run("tracefix-manage .*CREATE", tmp_path, **environment)
        run("gunzip", tmp_path, **environment)
        counts = run(r"DATABASE_URL=\S+ tracefix-manage .*SELECT", tmp_path, **environment)

        with use_database(cluster.url("restored")):
            assert everything() == before
            assert counts.startswith(f"{Vote.objects.count()}|{WantedReport.objects.count()}|20")
            assert_lives_on(used_up)


def test_the_url_of_the_restored_database_is_that_of_the_settings_with_another_name(tmp_path):
    (line,) = (line for line in COMMANDS if line.startswith("RESTORED_URL="))
    (tmp_path / "tracefix.env").write_text("A=b\nDATABASE_URL=postgresql://tracefix:pw@127.0.0.1:5432/tracefix\n")
    line = line.replace("/etc/tracefix/tracefix.env", str(tmp_path / "tracefix.env"))

    done = subprocess.run(["bash", "-c", f'{line}; echo "$RESTORED_URL"'], capture_output=True, text=True)

    assert done.stdout == "postgresql://tracefix:pw@127.0.0.1:5432/restored\n"


def test_a_restored_sqlite_lacks_nothing(migrated_file, tmp_path, django_db_blocker):
    file = tmp_path / "state.sqlite3"
    log = file.with_name(f"{file.name}-wal")
    shutil.copy(migrated_file, file)
    (tmp_path / "backups").mkdir()
    with django_db_blocker.unblock():
        with use_database(f"sqlite:///{file}"):
            used_up = fill()
            before = everything()
            assert log.stat().st_size, "a copy of the file alone would do"

            backup = str(back_up(tmp_path / "backups"))
            Vote.objects.all().delete()
            left_behind = log.read_bytes()  # as by a server that was killed
        log.write_bytes(left_behind)
        run("rm", tmp_path, VAR=str(tmp_path), BACKUP=backup)
        run("cp", tmp_path, VAR=str(tmp_path), BACKUP=backup)

        with use_database(f"sqlite:///{file}"):
            assert everything() == before
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA integrity_check")
                assert cursor.fetchone() == ("ok",)
            assert_lives_on(used_up)


def test_every_command_of_the_runbook_was_run():
    first = {line.split()[0].partition("=")[0] for line in COMMANDS}

    assert first == {"RESTORED_URL", "BACKUP", "tracefix-manage", "gunzip", "DATABASE_URL", "rm", "cp"}
