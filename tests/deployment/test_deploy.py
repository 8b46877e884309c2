"""deploy.sh and tracefix-manage, with stand-ins for what they call: systemd, pip, curl and manage.py."""

import os
import subprocess

import pytest
from django.conf import settings

SCRIPTS = settings.BASE_DIR / "examples" / "systemd"
STAND_INS = {
    "install": "",
    "systemctl": """
        runs="tracefix@8000.service tracefix@8001.service $STAFF"
        [ -z "$FAILED" ] || runs=${runs//$FAILED/}
        [[ "$1 $*" != list-units*=active* ]] || printf '%s loaded active running\\n' $runs
        [[ "$1 $*" != list-units*=failed* || -z "$FAILED" ]] || echo "$FAILED loaded failed failed"
        [ "$1" != restart ] || echo "restart $2" >>"$TOLD"
    """,
    "setpriv": 'while [[ $1 == --* ]]; do shift; done; exec "$@"',
    "curl": """
        echo "$*" >>"$TOLD.curl"
        commit=$(git -C "$ROOT/current" rev-parse HEAD)
        [[ $* == *:${DOWN:-none}/* ]] || echo "{\\"ready\\": true, \\"version\\": \\"1\\", \\"commit\\": \\"$commit\\"}"
    """,
    # python3 -m venv FOLDER: with a pip and a python that do nothing but tell what they were asked
    "python3": """
        mkdir -p "$3/bin"
        printf '#!/bin/bash\\n' >"$3/bin/pip"
        printf '#!/bin/bash\\nshift; echo "$TRACEFIX_VAR: $*" >>"$TOLD"; [ "$1" != "$FAILS" ]\\n' >"$3/bin/python"
        chmod +x "$3/bin/pip" "$3/bin/python"
    """,
}


def git(folder, *arguments):
    identity = ("-c", "user.name=a", "-c", "user.email=a@invalid")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def told(tmp_path):
    """What was run, in order."""
    return lambda: (tmp_path / "told").read_text().splitlines() if (tmp_path / "told").exists() else []


@pytest.fixture
def run(tmp_path):
    """A function that runs one of the scripts on a machine with two releases, v1 and v2."""
    (tmp_path / "bin").mkdir()
    for name, script in STAND_INS.items():
        (tmp_path / "bin" / name).write_text(f"#!/bin/bash\n{script}\n")
        (tmp_path / "bin" / name).chmod(0o755)
    (tmp_path / "settings").mkdir()
    (tmp_path / "settings" / "tracefix.env").write_text("DATABASE_URL='postgresql://me:a$b@host/db?x=1&y=2'\nA=ours\n")
    (tmp_path / "settings" / "staff.env").write_text("A=staff\nTRACEFIX_STAFF=1\n")
    origin = tmp_path / "origin"
    origin.mkdir()
    git(origin, "init", "-q")
    for tag in ("v1", "v2"):
        git(origin, "commit", "-q", "--allow-empty", "-m", tag)
        git(origin, "tag", tag)
    root = tmp_path / "srv"
    (root / "releases").mkdir(parents=True)
    git(root, "clone", "-q", str(origin), "program")
    path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
    kept = {"PATH": path, "ROOT": str(root), "SETTINGS": str(tmp_path / "settings"), "TOLD": str(tmp_path / "told")}

    def run(script, *arguments, **environment):
        return subprocess.run(
            [SCRIPTS / script, *arguments], env={**kept, "FAILS": "", **environment}, capture_output=True, text=True,
        )  # fmt: skip

    run.current = root / "current"
    return run


def test_a_release_is_prepared_before_one_server_after_the_other_gets_it(run, told):
    done = run("deploy.sh", "v1")

    assert done.returncode == 0, done.stderr
    assert run.current.resolve().name == "v1"
    steps = [line.partition(": ")[2] or line for line in told()]
    assert [step for step in steps if "compileall" not in step] == [
        "migrate --verbosity 0",
        "check --deploy",
        "restart tracefix@8000.service",
        "restart tracefix@8001.service",
    ]
    assert done.stdout.splitlines()[-1] == "v1 is installed"
    # The folder of a server has the collected files of the release that it runs, which the new one would miss.
    assert {line.partition(": ")[0] for line in told() if "migrate" in line or "check" in line} == {
        "/var/lib/tracefix/deploy"
    }


def test_an_update_leaves_the_release_before_as_it_was_and_goes_back_to_it(run):
    for tag in ("v1", "v2", "v1"):
        assert run("deploy.sh", tag).returncode == 0
        assert run.current.resolve().name == tag

    assert {path.name for path in run.current.resolve().parent.iterdir()} == {"v1", "v2"}


@pytest.mark.parametrize("environment", [{"FAILS": "check"}, {"FAILS": "migrate"}])
def test_settings_that_are_wrong_leave_the_servers_as_they_are(run, told, environment):
    run("deploy.sh", "v1")
    before = told().count("restart tracefix@8000.service")

    assert run("deploy.sh", "v2", **environment).returncode != 0

    assert run.current.resolve().name == "v1"
    assert told().count("restart tracefix@8000.service") == before


def test_a_tag_that_is_not_there_changes_nothing(run):
    run("deploy.sh", "v1")

    assert run("deploy.sh", "v9").returncode != 0
    assert "write the release" in run("deploy.sh").stderr
    assert run.current.resolve().name == "v1"


def test_a_server_that_failed_is_started_before_the_others_are_restarted(run, told):
    done = run("deploy.sh", "v1", FAILED="tracefix@8001.service")

    assert done.returncode == 0, done.stderr
    assert [line for line in told() if "restart" in line] == [
        "restart tracefix@8001.service",
        "restart tracefix@8000.service",
    ]


def test_where_the_failed_server_does_not_come_back_the_others_run_on(run, told):
    done = run("deploy.sh", "v1", FAILED="tracefix@8001.service", DOWN="8001", WAIT="1")

    assert done.returncode == 1
    assert "restart tracefix@8000.service" not in told()


def test_it_stops_at_the_first_server_that_does_not_come_back(run, told):
    done = run("deploy.sh", "v1", DOWN="8000", WAIT="1")

    assert done.returncode == 1
    assert "tracefix@8000.service does not serve v1: journalctl -u tracefix@8000.service" in done.stderr
    assert "restart tracefix@8001.service" not in told()


@pytest.mark.parametrize(
    ("line", "host"),
    [
        ("", "127.0.0.1"),
        ("GRANIAN_HOST=", "127.0.0.1"),
        ("GRANIAN_HOST=192.0.2.10", "192.0.2.10"),
        ("GRANIAN_HOST='192.0.2.10'", "192.0.2.10"),
        ("GRANIAN_HOST=2001:db8::1", "[2001:db8::1]"),
    ],
)
def test_a_server_is_asked_where_it_listens_and_that_for_staff_on_this_machine(run, tmp_path, line, host):
    with (tmp_path / "settings" / "tracefix.env").open("a") as settings_file:
        settings_file.write(f"{line}\n")

    assert run("deploy.sh", "v1", STAFF="tracefix-staff.service").returncode == 0

    asked = [line.split()[-1] for line in (tmp_path / "told.curl").read_text().splitlines()]
    assert asked == [f"http://{host}:8000/readyz", f"http://{host}:8001/readyz", "http://127.0.0.1:8009/readyz"]


@pytest.fixture
def variables(run, tmp_path):
    """A function that gives the variables that manage.py gets."""
    program = tmp_path / ".venv" / "bin" / "python"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/bash\nenv; echo "ASKED=$*"\n')
    program.chmod(0o755)

    def variables(*arguments, **environment):
        printed = run("tracefix-manage", *arguments, RELEASE=str(tmp_path), **environment).stdout
        return dict(line.split("=", 1) for line in printed.splitlines())

    return variables


def test_values_are_read_as_systemd_reads_them(variables):
    found = variables("migrate")

    assert found["DATABASE_URL"] == "postgresql://me:a$b@host/db?x=1&y=2"
    assert found["ASKED"] == "manage.py migrate"
    assert (found["A"], "TRACEFIX_STAFF" in found) == ("ours", False)


def test_those_of_staff_go_first_and_another_database_can_be_named(variables):
    found = variables("--staff", "createsuperuser")
    assert (found["A"], found["TRACEFIX_STAFF"], found["ASKED"]) == ("staff", "1", "manage.py createsuperuser")

    assert variables("dbshell", DATABASE_URL="postgresql://other")["DATABASE_URL"] == "postgresql://other"
