"""The units: systemd reads them, they give away little, and a backup that they make can be restored."""

import os
import re
import shutil
import subprocess

import pytest
from django.conf import settings

from kb.store import votes
from tools.databases import use_database
from tools.postgresql import find_postgresql
from tools.required_programs import require

UNITS = sorted((settings.BASE_DIR / "examples" / "systemd").glob("*.*er*"))  # .service and .timer
SERVERS = [unit for unit in UNITS if unit.suffix == ".service"]


def systemd_analyze(*arguments):
    program = require(shutil.which("systemd-analyze"), "systemd-analyze", "systemd", "the tests of the units")
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=60)


def test_systemd_takes_them(tmp_path):
    # It looks for the programs, so they are named where they are here.
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8").replace("/srv/tracefix", str(settings.BASE_DIR))
        (tmp_path / unit.name).write_text(text)

    done = systemd_analyze("verify", "--recursive-errors=no", *map(str, sorted(tmp_path.iterdir())))

    assert len(UNITS) == 4
    assert done.returncode == 0, done.stderr
    told = [line for line in done.stderr.splitlines() if str(tmp_path) in line or "tracefix" in line]
    assert told == []


@pytest.mark.parametrize("unit", SERVERS, ids=lambda unit: unit.stem)
def test_they_give_away_little(unit):
    done = systemd_analyze("security", "--offline=true", "--threshold=40", str(unit))  # of 100; without any care 96

    assert done.returncode == 0, done.stdout[-400:] + done.stderr


def test_the_server_for_staff_differs_in_little():
    def lines(name):
        text = (settings.BASE_DIR / "examples" / "systemd" / name).read_text(encoding="utf-8")
        return [line for line in text.replace("tracefix-staff", "tracefix").splitlines() if not line.startswith("#")]

    different = set(lines("tracefix-staff.service")) ^ set(lines("tracefix.service"))

    assert {line.partition("=")[0] for line in different} == {"Description", "EnvironmentFile", "ExecStart"}


@pytest.mark.parametrize("name", ["tracefix.service", "tracefix-staff.service"])
def test_systemd_gives_up_on_a_server_that_cannot_start(name):
    text = (settings.BASE_DIR / "examples" / "systemd" / name).read_text(encoding="utf-8")
    unit, service = (text.partition(f"[{part}]")[2].partition("\n[")[0] for part in ("Unit", "Service"))
    values = {key: int(value) for key, value in re.findall(r"(?m)^(StartLimit\w+|RestartSec)=(\d+)$", unit + service)}

    # To read the settings and refuse takes seconds. All starts must fit, else it would start for ever.
    assert values["StartLimitBurst"] * (values["RestartSec"] + 15) <= values["StartLimitIntervalSec"]


def test_the_backup_can_be_restored(postgresql_url, cluster, commands, tmp_path, request, django_db_blocker):
    cluster.sql("DROP DATABASE IF EXISTS drill")
    request.addfinalizer(lambda: cluster.sql("DROP DATABASE IF EXISTS drill WITH (FORCE)"))
    with django_db_blocker.unblock(), use_database(postgresql_url):
        votes.vote("boom", "", helped=True, ballot="backed up")
    script = settings.BASE_DIR / "examples" / "systemd" / "backup.sh"
    (tmp_path / "url").write_text(postgresql_url)
    path = f"{find_postgresql()}:{os.environ['PATH']}"

    for variables in ({"DATABASE_URL": postgresql_url}, {"DATABASE_URL_FILE": str(tmp_path / "url")}):
        done = subprocess.run([script, tmp_path], env={"PATH": path, **variables}, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    failed = subprocess.run(
        [script, tmp_path], env={"PATH": path, "DATABASE_URL": postgresql_url + "_no"}, capture_output=True, text=True
    )

    (backup,) = tmp_path.glob("*.sql.gz")
    assert failed.returncode != 0
    assert re.fullmatch(r"\d{4}-\d\d-\d\d\.sql\.gz", backup.name)
    drill = {"BACKUPS": str(tmp_path), "DATABASE_URL": postgresql_url, "DRILL_URL": cluster.url("drill")}
    lines = commands(r"(createdb|gunzip|psql|dropdb) .*(DRILL_URL|drill)")
    done = [
        subprocess.run(["bash", "-c", line], env={"PATH": path, **drill}, capture_output=True, text=True)
        for line in lines
    ]
    assert [one.stderr for one in done] == [""] * 4
    assert done[2].stdout.startswith("1|")
    assert cluster.sql("SELECT count(*) FROM pg_database WHERE datname = 'drill'") == "0"
