"""The database's tables: the same from the models and from the migrations, on SQLite and on PostgreSQL."""

import os
import subprocess
import sys

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from kb import settings as site
from kb.store import wanted_errors
from tests.examples import some
from tools.databases import use_database

TABLES = {"kb_vote", "kb_wantederror", "kb_wantedreport"}


def tables():
    return TABLES & set(connection.introspection.table_names())


def test_migrations_are_what_the_models_say(database):
    call_command("makemigrations", "kb", check=True, dry_run=True, verbosity=0)


def test_migrations_go_both_ways(database):
    assert tables() == TABLES

    call_command("migrate", "kb", "zero", verbosity=0)
    assert tables() == set()

    call_command("migrate", verbosity=0)
    assert tables() == TABLES


ROW = """INSERT INTO kb_wantederror (key, exception, message, frames, status, article, note, first_seen)
    VALUES (%s, 'SoupError', %s, '[]', %s, '', '', '2026-02-01')"""


def test_what_was_wanted_before_is_not_listed_until_staff_have_read_it_and_the_release_before_may_go_on(database):
    call_command("migrate", "kb", "0001", verbosity=0)
    with connection.cursor() as cursor:
        for status in ("open", "planned", "covered", "noise"):
            cursor.execute(ROW, [status, f"soup, {status}", status])
        call_command("migrate", verbosity=0)
        cursor.execute(ROW, ["later", "soup, later", "open"])  # by a replica that is not replaced yet

    listed, total = wanted_errors.most_wanted(first=0, most=9)
    assert total == 2
    assert [entry.title for entry in listed] == ["SoupError: soup, planned", "SoupError: soup, covered"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", some({"sqlite": "sqlite", "postgresql": "postgresql"}, {"postgresql"}))
def test_replicas_that_migrate_at_once_all_succeed(kind, tmp_path, request):
    if kind == "sqlite":
        url = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    else:
        cluster = request.getfixturevalue("cluster")
        cluster.sql("CREATE DATABASE at_once")
        request.addfinalizer(lambda: cluster.sql("DROP DATABASE at_once WITH (FORCE)"))
        url = cluster.url("at_once")
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "TRACEFIX_VAR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "kb.settings",
    }

    command = [sys.executable, "manage.py", "migrate", "--skip-checks"]  # they load the whole site
    several = [
        subprocess.Popen(
            command, cwd=site.BASE_DIR, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        for _ in range(2)
    ]
    said = [process.communicate(timeout=120)[0] for process in several]

    assert [process.returncode for process in several] == [0, 0], said
    assert sum("Applying kb.0001" in text for text in said) == 1


@pytest.mark.parametrize(
    ("url", "cause"),
    [
        ("postgresql://me:hunter2@127.0.0.1:9/state", "nobody listens at the host 127.0.0.1:9 (ECONNREFUSED)"),
        ("sqlite:////nowhere/state.sqlite3", "its file cannot be opened (SQLITE_CANTOPEN)"),
    ],
)
def test_a_database_that_is_away_is_named_without_its_password(django_db_blocker, url, cause):
    with (
        django_db_blocker.unblock(),
        use_database(url),
        pytest.raises(CommandError, match="cannot be migrated") as caught,
    ):
        call_command("migrate", verbosity=0, skip_checks=False)

    told = str(caught.value)
    assert told.startswith(f"The database cannot be migrated: {cause}. If DATABASE_URL is wrong: ")
    assert len(told.splitlines()) == 1
    assert "hunter2" not in told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "may_make_tables", "cause"),
    [
        ("notes", False, "the user lacks a right (42501)"),
        ("kb_vote", True, "DuplicateTable (42P07)"),  # no migration made it
    ],
)
def test_a_database_of_another_program_is_named_in_one_line(
    django_db_blocker, cluster, request, table, may_make_tables, cause
):
    for statement in ("CREATE DATABASE others", "CREATE ROLE guest LOGIN PASSWORD 'hunter2'"):
        cluster.sql(statement)
    request.addfinalizer(lambda: cluster.sql("DROP ROLE guest"))
    request.addfinalizer(lambda: cluster.sql("DROP DATABASE others WITH (FORCE)"))
    cluster.sql(f"CREATE TABLE {table} (a int)", "others")
    if may_make_tables:
        cluster.sql("GRANT ALL ON SCHEMA public TO guest", "others")
    url = cluster.url("others").replace("postgres@", "guest:hunter2@")

    with django_db_blocker.unblock(), use_database(url), pytest.raises(CommandError) as caught:
        call_command("migrate", verbosity=0)

    port = cluster.port
    assert str(caught.value) == (
        f"The database cannot be migrated: {cause}. "
        f"It is PostgreSQL others at 127.0.0.1:{port}: if that is a wrong one, correct DATABASE_URL instead."
    )
