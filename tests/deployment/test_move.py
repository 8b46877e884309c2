"""A site that began with SQLite moves to PostgreSQL by the commands of docs/settings.md, and lacks nothing there."""

import os
import shutil
import subprocess
import sys

from django.conf import settings

from kb.models import WantedError, WantedReport
from kb.store import votes
from tests.store.test_restore import DAY, everything, fill
from tools.databases import use_database


def test_nothing_is_lost_on_the_way(migrated_file, cluster, commands, tmp_path, request, django_db_blocker):
    cluster.sql("DROP DATABASE IF EXISTS moved")
    cluster.sql("CREATE DATABASE moved")
    request.addfinalizer(lambda: cluster.sql("DROP DATABASE IF EXISTS moved WITH (FORCE)"))
    (tmp_path / ".venv").symlink_to(sys.prefix)
    (tmp_path / "manage.py").symlink_to(settings.BASE_DIR / "manage.py")
    (tmp_path / "var").mkdir()
    shutil.copy(migrated_file, tmp_path / "var" / "state.sqlite3")
    with django_db_blocker.unblock(), use_database(f"sqlite:///{tmp_path / 'var' / 'state.sqlite3'}"):
        fill()
        before = everything()
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("TRACEFIX_", "DATABASE_", "DJANGO_"))
    }
    environment = {**kept, "TRACEFIX_VAR": str(tmp_path / "var")}

    for line in commands(r'.*manage\.py dumpdata|DATABASE_URL="\$NEW_URL" '):
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=tmp_path, env={**environment, "NEW_URL": cluster.url("moved")}, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, (line, done.stderr)

    with django_db_blocker.unblock(), use_database(cluster.url("moved")):
        assert everything() == before
        votes.vote("boom", "", helped=True, ballot="new")  # a number that is free
        WantedReport.objects.create(error=WantedError.objects.first(), day=DAY, ballot="new")
