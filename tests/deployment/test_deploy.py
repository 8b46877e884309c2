"""deploy.sh and tracefix-manage, with stand-ins for what they call: systemd, pip, curl and manage.py."""

import os
import subprocess

import pytest
from django.conf import settings

SCRIPTS = settings.BASE_DIR / "examples" / "systemd"
STAND_INS = {
    "install": "",
    # A server that was restarted serves what `current` was then; the one on DOWN and those of the release BROKEN do not.
    "systemctl": """
        port=$(sed 's/[^0-9]//g; s/^$/8009/' <<<"${@: -1}")
        case $1 in
            list-units) xargs -rn1 <<<"${UNITS-tracefix@8000.service tracefix@8001.service}" ;;
            is-failed) [ -z "$HANGS" ] && [ ! -e "$TOLD.$port" ] ;;
            restart)
                [ -z "$INTERRUPTED" ] || kill -"$INTERRUPTED" "$PPID"
                echo "restart $2 $(basename "$(readlink "$ROOT/current")")" >>"$TOLD"
                rm -f "$TOLD.$port"
                [[ $port == "$DOWN" || $(readlink "$ROOT/current") == */"$BROKEN" ]] ||
                    git -C "$ROOT/current" rev-parse HEAD >"$TOLD.$port"
                ;;
        esac
    """,
    "setpriv": 'while [[ $1 == --* ]]; do shift; done; exec "$@"',
    "curl": """
        echo "$*" >>"$TOLD.curl"
        port=$(sed 's,.*:\\([0-9]*\\)/readyz$,\\1,' <<<"$*")
        [ ! -e "$TOLD.$port" ] ||
            echo "{\\"ready\\": true, \\"version\\": \\"1\\", \\"commit\\": \\"$(cat "$TOLD.$port")\\"}"
    """,
    # python3 -m venv FOLDER: with a pip and a python that do nothing but tell what they were asked
    "python3": """
        mkdir -p "$3/bin"
        printf '#!/bin/bash\\n' >"$3/bin/pip"
        cp "$TOLD.python" "$3/bin/python"
        chmod +x "$3/bin/pip" "$3/bin/python"
    """,
}
PYTHON = """#!/bin/bash
shift; echo "$TRACEFIX_VAR: $*" >>"$TOLD"
[ "$1" != showmigrations ] || echo "kb ${PLAN-[X] 0001_initial}"
[[ " $* " != *" $FAILS "* ]]
"""


def git(folder, *arguments):
    identity = ("-c", "user.name=a", "-c", "user.email=a@invalid")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def told(tmp_path):
    """What was run, in order."""
    return lambda: (tmp_path / "told").read_text().splitlines() if (tmp_path / "told").exists() else []


@pytest.fixture
def restarts(told):
    """Which servers were restarted, by their ports, and with which release, in order."""

    def restarts():
        return [line.removeprefix("restart tracefix@").replace(".service", "") for line in told() if "restart" in line]

    return restarts


@pytest.fixture
def run(tmp_path):
    """A function that runs one of the scripts on a machine with two releases, v1 and v2."""
    (tmp_path / "bin").mkdir()
    for name, script in STAND_INS.items():
        (tmp_path / "bin" / name).write_text(f"#!/bin/bash\n{script}\n")
        (tmp_path / "bin" / name).chmod(0o755)
    (tmp_path / "told.python").write_text(PYTHON)
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
        "check --deploy --tag security",
        "showmigrations kb",
        "migrate --verbosity 0",
        "check --deploy",
        "restart tracefix@8000.service v1",
        "restart tracefix@8001.service v1",
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


@pytest.mark.parametrize("environment", [{"FAILS": "check"}, {"FAILS": "migrate"}, {"FAILS": "security"}])
def test_settings_that_are_wrong_leave_the_servers_as_they_are(run, restarts, environment):
    run("deploy.sh", "v1")
    before = restarts()

    assert run("deploy.sh", "v2", **environment).returncode != 0

    assert run.current.resolve().name == "v1"
    assert restarts() == before


def test_a_setting_that_names_no_database_stops_it_before_one_is_made(run, told):
    assert run("deploy.sh", "v1", FAILS="security").returncode == 1

    assert not any("migrate" in line for line in told())
    assert not run.current.exists()


def test_the_first_deployment_says_that_it_makes_the_tables(run, told):
    done = run("deploy.sh", "v1", PLAN="[ ] 0001_initial")

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("DATABASE_URL names a database without tables of Tracefix: they are made now\n")
    assert any(line.endswith(": migrate --verbosity 0") for line in told())


def test_an_empty_database_where_a_release_is_deployed_stops_it(run, told):
    run("deploy.sh", "v1")
    before = len(told())

    done = run("deploy.sh", "v2", PLAN="[ ] 0001_initial")

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "DATABASE_URL names a database without tables of Tracefix, and v1 is deployed: name the one that has its "
        "votes. If a new one is meant, run tracefix-manage migrate first.\n"
    )
    assert not any("migrate " in line or "restart" in line for line in told()[before:])
    assert run.current.resolve().name == "v1"


def test_a_database_that_cannot_be_asked_for_its_tables_is_told_by_migrate(run, told):
    run("deploy.sh", "v1")

    assert run("deploy.sh", "v2", FAILS="showmigrations", PLAN="").returncode == 0

    assert [line for line in told() if line.endswith(": migrate --verbosity 0")] == [
        "/var/lib/tracefix/deploy: migrate --verbosity 0"
    ] * 2


def test_a_tag_that_is_not_there_changes_nothing(run):
    run("deploy.sh", "v1")

    unknown = run("deploy.sh", "v9")
    assert unknown.returncode != 0
    assert unknown.stderr.startswith("There is no release v9: git -C ")
    assert "write the release" in run("deploy.sh").stderr
    assert run.current.resolve().name == "v1"


def test_before_the_first_server_it_says_that_nobody_serves_the_release(run, restarts):
    done = run("deploy.sh", "v1", UNITS="")

    assert done.stdout == "v1 is installed, and no server runs yet\n"
    assert run.current.resolve().name == "v1"
    assert restarts() == []


def test_a_server_that_serves_the_release_already_is_not_restarted(run, restarts):
    run("deploy.sh", "v1", DOWN="8001")

    done = run("deploy.sh", "v1")

    assert restarts() == ["8000 v1", "8001 v1", "8001 v1"]
    assert done.stdout.splitlines()[-3:] == [
        "tracefix@8001.service serves v1",
        "tracefix@8000.service serves v1",
        "v1 is installed",
    ]


def test_a_server_that_does_not_serve_is_restarted_before_the_last_one_that_does(run, restarts):
    run("deploy.sh", "v1", DOWN="8001")
    before = len(restarts())

    assert run("deploy.sh", "v2").returncode == 0

    assert restarts()[before:] == ["8001 v2", "8000 v2"]


@pytest.mark.parametrize("environment", [{}, {"HANGS": "1", "WAIT": "1"}])
def test_a_release_with_which_no_server_comes_back_is_taken_back_and_the_others_run_on(run, restarts, environment):
    run("deploy.sh", "v1")
    before = len(restarts())

    done = run("deploy.sh", "v2", BROKEN="v2", **environment)

    assert done.returncode == 1
    assert restarts()[before:] == ["8000 v2", "8000 v1"]
    assert done.stderr.splitlines() == [
        "tracefix@8000.service does not serve v2: journalctl -u tracefix@8000.service -n 50",
        "tracefix@8000.service serves v1 again",
    ]
    assert "is installed" not in done.stdout
    told = "tracefix@8000.service restarts with v2 (if it does not start: up to "  # else nothing is told for minutes
    assert told in done.stdout
    assert run.current.resolve().name == "v1"


def test_where_a_server_never_comes_back_it_is_not_said_to_serve(run, restarts):
    run("deploy.sh", "v1")
    before = len(restarts())

    done = run("deploy.sh", "v2", DOWN="8000")

    assert done.returncode == 1
    assert restarts()[before:] == ["8000 v2", "8000 v1"]
    assert "again" not in done.stderr


def test_the_first_release_has_none_before_it_to_go_back_to(run, restarts):
    done = run("deploy.sh", "v1", BROKEN="v1")

    assert done.returncode == 1
    assert restarts() == ["8000 v1"]
    assert run.current.resolve().name == "v1"


def test_what_starts_after_a_deployment_that_was_interrupted_is_the_release_before(run):
    run("deploy.sh", "v1")

    done = run("deploy.sh", "v2", BROKEN="v2", HANGS="1", WAIT="60", INTERRUPTED="TERM")

    assert done.returncode != 0
    assert run.current.resolve().name == "v1"


@pytest.mark.parametrize(("tag", "broken"), [("v2", "v2"), ("v1", ""), ("v2", "")])
def test_after_a_deployment_that_was_killed_the_way_back_is_still_known(run, restarts, tag, broken):
    run("deploy.sh", "v1")
    assert run("deploy.sh", "v2", INTERRUPTED="KILL").returncode == -9
    assert run.current.resolve().name == "v2"

    done = run("deploy.sh", tag, BROKEN=broken)

    assert done.returncode == (1 if broken else 0)
    assert run.current.resolve().name == ("v1" if broken else tag)
    assert restarts()[-1].endswith("v1" if broken else tag)
    assert not (run.current.parent / "before").is_symlink()


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

    units = "tracefix@8000.service tracefix@8001.service tracefix-staff.service"
    assert run("deploy.sh", "v1", UNITS=units).returncode == 0

    asked = {line.split()[-1] for line in (tmp_path / "told.curl").read_text().splitlines()}
    assert asked == {f"http://{host}:8000/readyz", f"http://{host}:8001/readyz", "http://127.0.0.1:8009/readyz"}


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


def test_the_home_is_that_of_the_service_and_not_of_root(variables):
    assert variables("migrate", HOME="/root")["HOME"] == os.path.expanduser("~tracefix")  # noqa: PTH111 - as the shell does


def test_values_are_read_as_systemd_reads_them(variables):
    found = variables("migrate")

    assert found["DATABASE_URL"] == "postgresql://me:a$b@host/db?x=1&y=2"
    assert found["ASKED"] == "manage.py migrate"
    assert (found["A"], "TRACEFIX_STAFF" in found) == ("ours", False)


@pytest.mark.parametrize(
    "line", ["B=1 ", "B=1\r", " B = 1", 'B="1" ', "B='1'\r", "# export B=2\nB=1", "; B=2\n\n \r\nB=1", "B=1\nC="]
)
def test_what_stands_around_a_value_is_left_out_as_systemd_does(variables, tmp_path, line):
    with (tmp_path / "settings" / "tracefix.env").open("a", newline="") as settings_file:
        settings_file.write(f"{line}\n")

    assert variables("migrate")["B"] == "1"


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("export B=hunter2", "Take export away."),
        ("B: hunter2", "Write NAME=value."),
        ("hunter2", "Write NAME=value."),
        ("\ufeffB=hunter2", "Write NAME=value."),
    ],
)
def test_a_line_that_systemd_leaves_out_is_told_without_its_value(run, tmp_path, line, advice):
    with (tmp_path / "settings" / "tracefix.env").open("a") as settings_file:
        settings_file.write(f"{line}\n")

    done = run("tracefix-manage", "migrate", RELEASE=str(tmp_path))

    assert done.returncode == 1
    assert done.stderr == f"{tmp_path}/settings/tracefix.env, line 3: systemd leaves it out. {advice}\n"


@pytest.mark.parametrize("value", ['"hunter2', "'hunter2", "\"hunter2'", '"'])
def test_a_quote_without_its_other_half_is_told_without_the_value(run, tmp_path, value):
    with (tmp_path / "settings" / "tracefix.env").open("a") as settings_file:
        settings_file.write(f"DATABASE_URL={value}\nC=1\n")

    done = run("tracefix-manage", "check", RELEASE=str(tmp_path))

    assert (done.returncode, done.stdout) == (1, "")
    told = "the value of DATABASE_URL begins with a quote and does not end with it. Write both, or none."
    assert done.stderr == f"{tmp_path}/settings/tracefix.env, line 3: {told}\n"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "latin-1"])
def test_a_file_that_systemd_cannot_read_is_told(run, tmp_path, encoding):
    file = tmp_path / "settings" / "tracefix.env"
    file.write_text("A=ours\nB=é\n", encoding=encoding)

    done = run("tracefix-manage", "check", RELEASE=str(tmp_path))

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"{file} is no text in UTF-8, so systemd does not read it: save it as UTF-8, not as UTF-16.\n"
    )


@pytest.mark.parametrize(("log_format", "told"), [("json", "text"), ("jsn", "jsn")])
def test_a_command_prints_plain_lines_and_a_wrong_format_is_still_told(variables, tmp_path, log_format, told):
    with (tmp_path / "settings" / "tracefix.env").open("a") as settings_file:
        settings_file.write(f"B=é\nTRACEFIX_LOG_FORMAT={log_format}\n")

    found = variables("check")

    assert (found["TRACEFIX_LOG_FORMAT"], found["B"]) == (told, "é")


def test_a_folder_for_all_servers_is_refused_and_one_for_a_command_is_not(run, variables, tmp_path):
    assert variables("migrate", TRACEFIX_VAR="/mine")["TRACEFIX_VAR"] == "/mine"

    with (tmp_path / "settings" / "tracefix.env").open("a") as settings_file:
        settings_file.write("TRACEFIX_VAR=/var/lib/tracefix/8000\n")

    done = run("tracefix-manage", "check", RELEASE=str(tmp_path))

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"{tmp_path}/settings/tracefix.env, line 3: take TRACEFIX_VAR away. ")
    assert len(done.stderr.splitlines()) == 1


def test_settings_that_are_not_there_are_told(run, tmp_path):
    (tmp_path / "settings" / "tracefix.env").unlink()

    done = run("tracefix-manage", "check", RELEASE=str(tmp_path))

    assert done.returncode == 1
    assert done.stderr == (f"{tmp_path}/settings/tracefix.env is missing: docs/production.md shows how to write it.\n")


def test_those_of_staff_go_first_and_another_database_can_be_named(variables):
    found = variables("--staff", "createsuperuser")
    assert (found["A"], found["TRACEFIX_STAFF"], found["ASKED"]) == ("staff", "1", "manage.py createsuperuser")

    assert variables("dbshell", DATABASE_URL="postgresql://other")["DATABASE_URL"] == "postgresql://other"
