"""PostgreSQL and Redis over TLS, with the settings of docs/production.md; and what the log says of what is wrong."""

import os
import pwd
import re
import shutil
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from kb.server.limits import Limits
from kb.store import database_state
from tools.certificates import find_openssl, make_authority, make_certificate
from tools.databases import use_database
from tools.postgresql import find_postgresql, postgresql
from tools.redis_server import PASSWORD, USER
from tools.required_programs import require


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    """A folder with certificates: server.crt for this machine, other.crt for another; ca.pem signed them, not bad.pem."""
    require(find_openssl(), "openssl", "openssl", "the tests of TLS")
    folder = tmp_path_factory.mktemp("tls")
    make_authority(folder)
    make_authority(folder, "bad")
    make_certificate(folder, "server", "IP:127.0.0.1")
    make_certificate(folder, "other", "DNS:db.example")
    return folder


@pytest.fixture(scope="module")
def written(production):
    """The document's DATABASE_URL and REDIS_URL with TLS."""
    return dict(re.findall(r"(?m)^ +(\w+_URL)='(\S+\?ssl\S+)'$", production))


def here(url, port, ca, password=PASSWORD):
    """The document's URL with the address and the certificate of a test."""
    url = re.sub(r"password@[\w.]+(:\d+)?/", f"{password}@127.0.0.1:{port}/", url)
    return url.replace("/etc/tracefix/ca.pem", str(ca))


# ── PostgreSQL ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def database(certificates):
    """A function that gives a PostgreSQL that speaks TLS with a certificate, and answers only over TLS."""
    with postgresql(require(find_postgresql(), "PostgreSQL", "postgresql", "the tests of TLS")) as cluster:
        cluster.sql(f"CREATE ROLE tracefix LOGIN PASSWORD '{PASSWORD}'")
        cluster.sql("CREATE DATABASE tracefix OWNER tracefix")
        data = cluster.sql("SHOW data_directory")
        hosts = cluster.sql("SHOW hba_file")
        owner = pwd.getpwuid(Path(data).stat().st_uid)

        def present(name):
            for ending in ("crt", "key"):
                path = Path(shutil.copy(certificates / f"{name}.{ending}", f"{data}/server.{ending}"))
                path.chmod(0o600)
                os.chown(path, owner.pw_uid, owner.pw_gid)
            cluster.sql("ALTER SYSTEM SET ssl = on")
            with Path(hosts).open("w", encoding="ascii") as file:
                file.write("host all postgres 127.0.0.1/32 trust\nhostssl all tracefix 127.0.0.1/32 scram-sha-256\n")
            cluster.stop()
            cluster.start()
            return cluster.port

        yield present


@pytest.fixture
def ask(django_db_blocker, stderr_log):
    """A function that asks the database at a URL; gives what the log says."""

    def ask(url):
        with django_db_blocker.unblock(), use_database(url):
            with pytest.raises(database_state.StateError):
                database_state.look()
            return stderr_log.getvalue()

    return ask


def test_postgresql_over_tls(database, certificates, written, django_db_blocker):
    url = here(written["DATABASE_URL"], database("server"), certificates / "ca.pem")
    assert "sslmode=verify-full" in url

    with django_db_blocker.unblock(), use_database(url), connection.cursor() as cursor:
        cursor.execute("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
        assert cursor.fetchone() == (True,)


@pytest.mark.parametrize(
    ("server", "ca", "told"),
    [
        ("server", "bad.pem", "the certificate is not trusted of the host {} (08004)"),
        ("other", "ca.pem", "the certificate is for another name than the host {} (08004)"),
        ("server", "none.pem", "this program cannot read the file of sslrootcert {}/none.pem (F0000)"),
    ],
)
def test_what_postgresql_shows_is_not_trusted(database, certificates, written, ask, server, ca, told):
    port = database(server)

    said = ask(here(written["DATABASE_URL"], port, certificates / ca))

    assert told.format(certificates if ca == "none.pem" else f"127.0.0.1:{port}") in said
    assert PASSWORD not in said


def test_a_wrong_password_over_tls(database, certificates, written, ask):
    url = here(written["DATABASE_URL"], database("server"), certificates / "ca.pem", "wrong-one")

    said = ask(url)

    assert "wrong password for the user tracefix (28P01)" in said
    assert "wrong-one" not in said


def test_without_tls_postgresql_lets_nobody_in(database, written, ask):
    url = here(written["DATABASE_URL"].partition("?")[0], database("server"), "")

    assert "pg_hba.conf does not let in the user tracefix (28000)" in ask(f"{url}?sslmode=disable")
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(f"{url}?sslmode=disable")


# ── Redis ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_redis_over_tls_counts_for_all(redis, certificates, written, use_redis, redis_up, stderr_log):
    redis.start(certificates)
    url = here(written["REDIS_URL"], redis.tls_port, certificates / "ca.pem")
    assert url.startswith("rediss://")
    use_redis(url)

    waits = [Limits().wait("match", "192.0.2.1") for _ in range(3)]  # as many processes do

    assert waits[:2] == [0, 0]
    assert waits[2] > 0
    assert stderr_log.getvalue() == ""
    assert redis_up() == 1


def test_redis_is_stopped_and_comes_back(redis, certificates, written, use_redis, redis_up, stderr_log):
    redis.start(certificates)
    counters = use_redis(here(written["REDIS_URL"], redis.tls_port, certificates / "ca.pem"))
    assert (counters.wait("match", "192.0.2.1"), redis_up()) == (0, 1)

    redis.stop()
    assert (counters.wait("match", "192.0.2.1"), redis_up()) == (0, 0)
    assert f"nobody listens at the host 127.0.0.1:{redis.tls_port} (ECONNREFUSED)" in stderr_log.getvalue()

    redis.start(certificates)
    assert (counters.wait("match", "192.0.2.2"), redis_up()) == (0, 1)


@pytest.mark.parametrize(
    ("server", "ca", "password", "told"),
    [
        ("server", "ca.pem", "wrong-one", "wrong password or user (WRONGPASS)"),
        ("server", "bad.pem", PASSWORD, "the certificate is not trusted of the host {} (08004)"),
        ("other", "ca.pem", PASSWORD, "the certificate is for another name than the host {} (08004)"),
        ("server", "none.pem", PASSWORD, "a file is not there of the ssl_ options {}/none.pem (ENOENT)"),
    ],
)
def test_what_redis_refuses_or_shows(
    redis, certificates, written, use_redis, redis_up, stderr_log, server, ca, password, told
):
    redis.start(certificates, server)
    counters = use_redis(here(written["REDIS_URL"], redis.tls_port, certificates / ca, password))

    assert (counters.wait("match", "192.0.2.1"), redis_up()) == (0, 0)

    told = told.format(certificates if ca == "none.pem" else f"127.0.0.1:{redis.tls_port}")
    assert f"Redis cannot count requests: {told}." in stderr_log.getvalue()
    assert password not in stderr_log.getvalue()


@pytest.mark.parametrize(("scheme", "is_tls"), [("rediss", False), ("redis", True)])
def test_a_redis_that_speaks_tls_or_not_is_told_how_to_write_its_url(
    redis, certificates, use_redis, redis_up, stderr_log, scheme, is_tls
):
    redis.start(certificates)
    use_redis(f"{scheme}://{USER}:{PASSWORD}@127.0.0.1:{redis.tls_port if is_tls else redis.port}/0")

    assert redis_up() == 0
    assert "rediss://user:password@host:6379/0 with TLS; a Redis without TLS gives rediss:// no answer." in (
        stderr_log.getvalue()
    )
