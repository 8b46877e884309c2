"""A backup, restored as docs/runbook.md says and by its very commands, lacks no row and takes further votes."""

import datetime
import os
import re
import shutil
import subprocess
import sys

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from kb.models import Vote, WantedError, WantedReport
from kb.store import votes
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
SECTION = (settings.BASE_DIR / "docs" / "runbook.md").read_text(encoding="utf-8").partition("## Back up, restore\n")[2]
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


def run(program, folder, **environment):
    """Run the runbook's lines that begin with this."""
    lines = [line for line in COMMANDS if line.startswith(program)]
    assert lines, f"the runbook has no {program} any more"
    for line in lines:
        done = subprocess.run(
            ["bash", "-c", line], cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr


def test_a_restored_postgresql_lacks_nothing(postgresql_url, cluster, tmp_path, request, django_db_blocker):
    cluster.sql("DROP DATABASE IF EXISTS restored")
    request.addfinalizer(lambda: cluster.sql("DROP DATABASE IF EXISTS restored WITH (FORCE)"))
    environment = {
        "PATH": f"{find_postgresql()}:{os.environ['PATH']}",
        "DATABASE_URL": postgresql_url,
        "RESTORED_URL": cluster.url("restored"),
    }
    with django_db_blocker.unblock():
        with use_database(postgresql_url):
            used_up = fill()
            before = everything()

            run("pg_dump", tmp_path, **environment)
            votes.vote("boom", "", helped=True, ballot="after the backup")
        run("createdb", tmp_path, **environment)
        run("psql", tmp_path, **environment)

        with use_database(cluster.url("restored")):
            assert everything() == before
            assert_lives_on(used_up)


def test_a_restored_sqlite_lacks_nothing(migrated_file, tmp_path, django_db_blocker):
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (tmp_path / "var").mkdir()
    file = tmp_path / "var" / "state.sqlite3"
    log = file.with_name(f"{file.name}-wal")
    shutil.copy(migrated_file, file)
    with django_db_blocker.unblock():
        with use_database(f"sqlite:///{file}"):
            used_up = fill()
            before = everything()
            assert log.stat().st_size, "a copy of the file alone would do"

            run(".venv/bin/python", tmp_path)
            Vote.objects.all().delete()
            left_behind = log.read_bytes()  # as by a server that was killed
        log.write_bytes(left_behind)
        run("rm", tmp_path)
        run("cp", tmp_path)

        with use_database(f"sqlite:///{file}"):
            assert everything() == before
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA integrity_check")
                assert cursor.fetchone() == ("ok",)
            assert_lives_on(used_up)


def test_every_command_of_the_runbook_was_run():
    assert {line.split()[0] for line in COMMANDS} == {"pg_dump", "createdb", "psql", ".venv/bin/python", "rm", "cp"}
