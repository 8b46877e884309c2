"""The search index in PostgreSQL: built, and swept when nobody uses it any more.

An index is a build product like that of Whoosh: three tables named by a hash of the articles and of this code, complete
or absent. What a replica of another release reads stays until it has not been used for a while.
"""

import hashlib
import logging
from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg.sql import SQL, Composed, Identifier

from kb.core.articles.model import Article
from kb.core.search.index import SearchIndex
from kb.core.search.postgres import Connections, PostgresError, reason
from kb.core.search.spelling import Lexicon, kind_of
from kb.core.search.weights import Postings, Weighing, fingerprint

log = logging.getLogger(__name__)

_VERSION = 2  # raise it with every change to the tables
_LOCK = 0x7365_6172_6368  # any number, the same for every replica, and another one than that of migrate
BLOCK = 500  # articles; a row holds what a term weighs in those of one block, so that what is rare reads little else
_UNUSED_HOURS = 1  # replicas say every few minutes that they are there

_REGISTER = """
CREATE TABLE IF NOT EXISTS tracefix_search (
    key text PRIMARY KEY,
    articles integer NOT NULL,
    built timestamptz NOT NULL DEFAULT now(),
    used timestamptz NOT NULL DEFAULT now()
)"""
_TABLES = """
CREATE TABLE {postings} (
    term text COLLATE "C" NOT NULL,
    block integer NOT NULL,
    frequency integer NOT NULL,
    heaviest real NOT NULL,
    numbers integer[] NOT NULL,
    weights real[] NOT NULL
);
CREATE TABLE {articles} (number integer NOT NULL, kind integer NOT NULL);
CREATE TABLE {names} (
    lower text COLLATE "C" NOT NULL,
    name text NOT NULL,
    articles integer NOT NULL,
    kind text COLLATE "C" NOT NULL,
    letters text NOT NULL
)"""
_KEYS = """
ALTER TABLE {postings} ADD PRIMARY KEY (term, block);
ALTER TABLE {articles} ADD PRIMARY KEY (number);
ALTER TABLE {names} ADD PRIMARY KEY (lower);
CREATE INDEX ON {names} (kind);
CREATE INDEX ON {names} USING gin (letters gin_trgm_ops);
ANALYZE {postings}, {articles}, {names}"""


def key_of(articles: Sequence[Article]) -> str:
    """The name of these articles' index: equal for equal articles and equal code."""
    return hashlib.sha256(f"{fingerprint(articles)} {_VERSION}".encode()).hexdigest()[:24]


def tables(statement: str, key: str) -> Composed:
    """The statement with the names of an index's tables."""
    return SQL(statement).format(
        **{name: Identifier(f"tracefix_search_{key}_{name}") for name in ("postings", "articles", "names")}
    )


def letters_of(name: str) -> str:
    """A name as pg_trgm compares it: by the three letters that follow each other, whatever stands between words."""
    return "".join(filter(str.isalnum, name.lower()))


def kind_text(name: str) -> str:
    return "".join(kind_of(name))


def ensure(index: SearchIndex, key: str, connections: Connections) -> None:
    """Build this index unless it is there. Replicas that come meanwhile wait for it. Raises PostgresError."""
    if connections.run(lambda connection: _touch(connection, key)):
        return
    try:
        with connections.for_building() as connection:
            connection.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
            if not _touch(connection, key):
                log.info("Building the search index in PostgreSQL: %s articles.", len(index.articles))
                _build(connection, index, key)
    except psycopg.Error as error:
        raise PostgresError(reason(error)) from error
    _sweep(key, connections)


def _touch(connection: "psycopg.Connection[Any]", key: str) -> bool:
    """Whether the index is there; if so, it is in use from now."""
    names = [f"tracefix_search_{key}_{name}" for name in ("postings", "articles", "names")]
    there = connection.execute(
        "SELECT to_regclass('tracefix_search') IS NOT NULL AND bool_and(to_regclass(name) IS NOT NULL)"
        " FROM unnest(%s::text[]) AS name",
        [names],
    ).fetchone()
    if not there or not there[0]:
        return False
    return connection.execute("UPDATE tracefix_search SET used = now() WHERE key = %s", [key]).rowcount == 1


def _build(connection: "psycopg.Connection[Any]", index: SearchIndex, key: str) -> None:
    _need_trigrams(connection)
    connection.execute(_REGISTER)
    connection.execute(tables("DROP TABLE IF EXISTS {postings}, {articles}, {names}", key))
    connection.execute(tables(_TABLES, key))
    with connection.cursor() as cursor:
        with cursor.copy(tables("COPY {articles} FROM STDIN", key)) as copy:
            for number, kind in enumerate(index.kind_of):
                copy.write_row((number, kind))
        weighing = Weighing(index.articles)
        postings = Postings()
        for number, weights in enumerate(weighing):
            postings.add(number, weights)
            if number % BLOCK == BLOCK - 1:
                _write(postings, cursor, key, number // BLOCK)
                postings = Postings()
        _write(postings, cursor, key, len(index.articles) // BLOCK)
        with cursor.copy(tables("COPY {names} FROM STDIN", key)) as copy:
            for lower, name, count in Lexicon(weighing.names()).names():
                copy.write_row((lower, name, count, kind_text(lower), letters_of(lower)))
    for statement in _KEYS.split(";"):
        connection.execute(tables(statement, key))
    connection.execute("DELETE FROM tracefix_search WHERE key = %s", [key])
    connection.execute("INSERT INTO tracefix_search (key, articles) VALUES (%s, %s)", [key, len(index.articles)])


def _write(postings: Postings, cursor: "psycopg.Cursor[Any]", key: str, block: int) -> None:
    with cursor.copy(tables("COPY {postings} FROM STDIN", key)) as copy:
        for term, numbers, weights in postings.items():
            copy.write_row((
                term, block, len(numbers), max(weights),
                f"{{{','.join(map(str, numbers))}}}", f"{{{','.join(f'{weight:.8g}' for weight in weights)}}}",
            ))  # fmt: skip


def _need_trigrams(connection: "psycopg.Connection[Any]") -> None:
    if connection.execute("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'").fetchone():
        return
    where = connection.info.dbname
    try:
        connection.execute("CREATE EXTENSION pg_trgm")
    except psycopg.errors.InsufficientPrivilege as error:
        raise PostgresError(
            f"without pg_trgm, which this user may not add: run CREATE EXTENSION pg_trgm in the database {where}, "
            "as its owner or as a superuser"
        ) from error
    except (psycopg.errors.FeatureNotSupported, psycopg.errors.UndefinedFile) as error:
        raise PostgresError(
            "without pg_trgm: install PostgreSQL's contrib modules on its server (Debian: postgresql-contrib)"
        ) from error


def _sweep(key: str, connections: Connections) -> None:
    """Drop the indexes that nobody has used for a while; what is in the way now is left to a later build."""
    try:
        with connections.for_building() as connection:
            connection.execute("SET LOCAL lock_timeout = '2s'")
            old = connection.execute(
                "DELETE FROM tracefix_search"
                " WHERE key <> %s AND used < now() - make_interval(hours => %s) RETURNING key",
                [key, _UNUSED_HOURS],
            ).fetchall()
            for (its_key,) in old:
                connection.execute(tables("DROP TABLE IF EXISTS {postings}, {articles}, {names}", its_key))
    except psycopg.Error as error:
        log.warning("Old search indexes in PostgreSQL cannot be dropped now: it is %s.", reason(error))
