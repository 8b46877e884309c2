"""The cause of a failure is told in words of ours, with its code; never in those of the error, which may quote."""

import errno
import sqlite3
import ssl

import psycopg
import pytest
from django.db import OperationalError

from kb.failure_causes import cause_of

NAMES = {
    "user": "tracefix",
    "database": "state",
    "host": "db.example",
    "sslrootcert": "/etc/ca.pem",
    "ssl_ options": "/etc/tls/ca.pem",
}
SERVER = 'connection failed: connection to server at "192.0.2.1", port 5432 failed: '
WORDINGS = {
    SERVER + 'FATAL:  password authentication failed for user "x"': "wrong password for the user tracefix (28P01)",
    SERVER + 'FATAL:  database "x" does not exist': "there is no database state (3D000)",
    SERVER + 'FATAL:  role "x" does not exist': "there is no user tracefix (28000)",
    SERVER + 'FATAL:  role "x" is not permitted to log in': "nobody may log in as the user tracefix (28000)",
    SERVER + 'FATAL:  too many connections for role "x"': "it has too many connections (53300)",
    SERVER + 'FATAL:  too many connections for database "x"': "it has too many connections (53300)",
    SERVER + 'FATAL:  permission denied for database "x"': "the user lacks a right (42501)",
    SERVER
    + 'FATAL:  database "x" is not currently accepting connections': "no connections are allowed to the database state (55000)",
    SERVER + 'FATAL:  no pg_hba.conf entry for host "a", user "x", database "y", no encryption': "pg_hba.conf does not let in the user tracefix (28000)",
    SERVER + "Connection refused\n\tIs the server running on that host?": "nobody listens at the host db.example (ECONNREFUSED)",
    SERVER + "server does not support SSL, but SSL was required": "TLS is not spoken by the host db.example (08004)",
    SERVER + "SSL error: certificate verify failed": "the certificate is not trusted of the host db.example (08004)",
    SERVER + 'server certificate for "x" (and 1 other name) does not match host name "y"': "the certificate is for another name than the host db.example (08004)",
    SERVER + "FATAL:  sorry, too many clients already": "it has too many connections (53300)",
    SERVER + "FATAL:  the database system is starting up": "it is starting (57P03)",
    "failed to resolve host 'x': [Errno -2] Name or service not known": "no address is known for the host db.example (EAI_NONAME)",
    'connection failed: root certificate file "/x" does not exist\nEither provide the file': "this program cannot read the file of sslrootcert /etc/ca.pem (F0000)",
    SERVER + 'could not open certificate file "/root/.postgresql/postgresql.crt": Permission denied': "this program cannot read the files of its own certificate, such as ~/.postgresql/postgresql.crt (F0000)",
    'connection is bad: invalid sslmode value: "hunter2"': "sslmode has no such value (F0000)",
    "bad value for connect_timeout: 'hunter2'": "an option after ? in DATABASE_URL has no such value (F0000)",
    SERVER + 'invalid integer value "x" for connection option "keepalives"': "an option after ? in DATABASE_URL has no such value (F0000)",
    'connection is bad: invalid channel_binding value: "x"': "an option after ? in DATABASE_URL has no such value (F0000)",
    'connection is bad: connection to server on socket "/run/.s.PGSQL.5432" failed: No such file or directory': "nobody listens at its socket on this machine (ENOENT)",
    'connection failed: connection to server on socket "/run/.s.PGSQL.5432" failed: FATAL:  role "x" does not exist': "there is no user tracefix (28000)",
    "connection timeout expired": "no answer in time from the host db.example (ETIMEDOUT)",
}  # fmt: skip


def raised(error, *, by=None):
    try:
        raise error from by
    except Exception as caught:
        return caught


@pytest.mark.parametrize(("wording", "told"), WORDINGS.items())
def test_postgresql_that_cannot_be_reached(wording, told):
    error = raised(OperationalError("hunter2"), by=psycopg.OperationalError(wording))

    assert cause_of(error).told_of(NAMES) == told


@pytest.mark.parametrize(
    ("wording", "is_of_address"),
    [
        ("wrongpass", True),
        ("no password supplied", True),
        ("connection refused", True),
        ("db index is out of range", True),
        ("invalid sslmode", True),
        ("connection closed by server", True),  # one that speaks TLS
        ("unable to open database file", True),
        ("command not allowed when used memory", False),
        ("read-only transaction", False),
        ("database is locked", False),
    ],
)
def test_where_the_address_may_be_wrong_it_is_told_how_to_write_it(wording, is_of_address):
    cause = cause_of(psycopg.OperationalError(wording))

    assert cause.told_of(NAMES, "Write it so") == cause.told_of(NAMES) + ". Write it so" * is_of_address


@pytest.mark.parametrize(
    ("wording", "told"),
    [
        ("DB index is out of range", "it has no database of the number after the last / (ERR)"),
        ("Error 2 connecting to h:6379. No such file or directory.", "a file is not there of the ssl_ options /etc/tls/ca.pem (ENOENT)"),
        ("Error 2 connecting to /run/r.sock. No such file or directory.", "nobody listens at its socket on this machine (ENOENT)"),
        ("Error -2 connecting to h:6379. Name or service not known.", "no address is known for the host db.example (EAI_NONAME)"),
        ("Error 111 connecting to h:6379. Connection refused.", "nobody listens at the host db.example (ECONNREFUSED)"),
    ],
)  # fmt: skip
def test_redis_that_cannot_be_reached(wording, told):
    error = type("ConnectionError", (Exception,), {"__module__": "redis.exceptions"})(wording)

    assert cause_of(error).told_of(NAMES) == told


def test_an_answer_of_postgresql_is_known_by_its_code_alone():
    timeout = psycopg.errors.QueryCanceled("hunter2")
    odd = psycopg.errors.DiskFull('password authentication failed for user "hunter2"')

    assert str(cause_of(timeout)) == "a query took longer than 5 seconds (57014)"
    assert str(cause_of(odd)) == "its disk is full (53100)"
    assert str(cause_of(psycopg.errors.UniqueViolation("timeout"))) == "UniqueViolation (23505)"


@pytest.mark.parametrize(
    ("path", "told"),
    [("no/file", "its file cannot be opened (SQLITE_CANTOPEN)"), ("file", "its file is no database (SQLITE_NOTADB)")],
)
def test_sqlite(tmp_path, path, told):
    (tmp_path / "file").write_bytes(b"no database" * 1000)
    with pytest.raises(sqlite3.Error) as failure:
        sqlite3.connect(tmp_path / path).execute("VACUUM")

    assert str(cause_of(failure.value)) == told


def test_the_system():
    assert str(cause_of(OSError(errno.ENOSPC, "hunter2"))) == "No space left on device (ENOSPC)"
    assert (
        str(cause_of(raised(ValueError("hunter2"), by=ConnectionRefusedError(errno.ECONNREFUSED, ""))))
        == "Connection refused (ECONNREFUSED)"
    )


@pytest.mark.parametrize(
    "error", [ValueError("connection refused"), OSError("timed out"), OSError(-2, "x"), KeyError()]
)
def test_of_other_errors_nothing_is_said(error):
    assert cause_of(error) is None


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("certificate verify failed: self-signed certificate (_ssl.c:1006)", "the certificate is not trusted of the host (08004)"),
        ("certificate verify failed: Hostname mismatch, certificate is not valid for 'x'.", "the certificate is for another name than the host (08004)"),
        ("certificate verify failed: certificate has expired (_ssl.c:1006)", "the certificate has expired of the host (08004)"),
    ],
)  # fmt: skip
def test_a_certificate(message, told):
    assert str(cause_of(ssl.SSLCertVerificationError(1, message))) == told


def test_the_number_of_an_error_of_tls_is_not_read_as_one_of_the_system():
    assert cause_of(ssl.SSLError(1, "hunter2")) is None  # 1 is EPERM


def test_names_that_are_not_known_are_left_out():
    cause = cause_of(psycopg.OperationalError("Connection refused"))

    assert cause.told_of({}) == "nobody listens at the host (ECONNREFUSED)"
