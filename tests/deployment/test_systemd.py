"""The units: systemd reads them, they give away little, and a backup that they make can be restored."""

import re
import shutil
import subprocess

import pytest
from django.conf import settings

from tools.required_programs import require

UNITS = sorted((settings.BASE_DIR / "examples" / "systemd").glob("*.*er*"))  # .service and .timer
SERVERS = [unit for unit in UNITS if unit.suffix == ".service"]


def systemd_analyze(*arguments):
    program = require(shutil.which("systemd-analyze"), "systemd-analyze", "systemd", "the tests of the units")
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=60)


def test_systemd_takes_them(tmp_path):
    # It looks for the programs, so they are named where they are here. A template is verified as one of its units.
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8").replace("/srv/tracefix/current", str(settings.BASE_DIR))
        (tmp_path / unit.name).write_text(text)
    names = [name.replace("@.", "@8000.") for name in sorted(path.name for path in tmp_path.iterdir())]

    done = systemd_analyze("verify", "--recursive-errors=no", *(str(tmp_path / name) for name in names))

    assert len(UNITS) == 5
    assert done.returncode == 0, done.stderr
    told = [line for line in done.stderr.splitlines() if str(tmp_path) in line or "tracefix" in line]
    assert told == []


def test_somebody_hears_of_a_unit_that_fails():
    failing = [unit for unit in SERVERS if not unit.stem.startswith("tracefix-failed")]

    assert len(failing) == 3
    assert all("\nOnFailure=tracefix-failed@%n.service\n" in unit.read_text(encoding="utf-8") for unit in failing)


def test_the_unit_that_mails_does_not_fail_without_a_mail_system():
    text = next(unit for unit in SERVERS if "failed" in unit.stem).read_text(encoding="utf-8")

    (program,) = re.findall(r"(?m)^ConditionFileIsExecutable=(.+)$", text)
    assert f"| {program} root" in text


def test_a_reload_leaves_the_workers_where_a_check_fails():
    for name in ("tracefix@.service", "tracefix-staff.service"):
        text = (settings.BASE_DIR / "examples" / "systemd" / name).read_text(encoding="utf-8")
        first, second = re.findall(r"(?m)^ExecReload=(.+)$", text)
        assert first.endswith("manage.py check")
        assert second == "/bin/kill -HUP $MAINPID"


@pytest.mark.parametrize("unit", [unit for unit in SERVERS if "failed" not in unit.stem], ids=lambda unit: unit.stem)
def test_they_give_away_little(unit):
    done = systemd_analyze("security", "--offline=true", "--threshold=40", str(unit))  # of 100; without any care 96

    assert done.returncode == 0, done.stdout[-400:] + done.stderr


def test_the_server_for_staff_differs_in_little():
    def lines(name):
        text = (settings.BASE_DIR / "examples" / "systemd" / name).read_text(encoding="utf-8")
        return [line for line in text.replace("tracefix/staff", "tracefix/%i").splitlines() if not line.startswith("#")]

    different = set(lines("tracefix-staff.service")) ^ set(lines("tracefix@.service"))

    assert {line.partition("=")[0] for line in different} == {"Description", "EnvironmentFile", "ExecStart"}


@pytest.mark.parametrize("name", ["tracefix@.service", "tracefix-staff.service"])
def test_systemd_gives_up_on_a_server_that_cannot_start(name):
    text = (settings.BASE_DIR / "examples" / "systemd" / name).read_text(encoding="utf-8")
    unit, service = (text.partition(f"[{part}]")[2].partition("\n[")[0] for part in ("Unit", "Service"))
    values = {key: int(value) for key, value in re.findall(r"(?m)^(StartLimit\w+|RestartSec)=(\d+)$", unit + service)}

    # To prepare, read the settings and refuse takes a while. All starts must fit, else it would start for ever.
    assert values["StartLimitBurst"] * (values["RestartSec"] + 60) <= values["StartLimitIntervalSec"]
